/** Counts and weighs the processes of one run through /proc, without stopping any of them. Linux only. */
import { readdir, readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lineage } from './process-lineage.ts';

/** The processes of a run: for each its folder of /proc. */
export interface Census {
  folders(): Promise<readonly string[]>;
  /** Bytes in file systems that lie in memory and that this run alone has. */
  stored(): Promise<number>;
}

export interface Weight {
  /** Bytes of memory and swap that belong to these processes alone. */
  readonly own: number;
  /** Bytes that more than one can have: shared memory, and what they look at of files in memory. */
  readonly shared: number;
}

/** The file systems in memory that a wall makes for its run. */
const STORES = ['tmp', 'run', 'dev'] as const;

/** Of tmpfs (statfs(2)). */
const IN_MEMORY = 0x0102_1994;

/** What the kernel keeps for an empty file of tmpfs, roughly: its inode and its name. */
const BYTES_A_FILE = 1200;

const KIB = 1024;

/**
 * Everything in a process namespace, by the namespace's own /proc: complete, however a process hides from its parent,
 * and no dearer on a machine with many processes. `first` is the id of the namespace's first process, once known.
 */
export function namespaceCensus(first: () => number | undefined): Census {
  const root = () => `/proc/${first() ?? 'none'}/root`;
  let stores: Promise<readonly string[]> | undefined;
  return {
    folders: () => foldersIn(`${root()}/proc`),
    async stored() {
      stores ??= ownStores(root());
      const bytes = await Promise.all((await stores).map(storedIn));
      return bytes.reduce((sum, one) => sum + one, 0);
    },
  };
}

/** What descends from one process. */
export function lineageCensus(lineage: Lineage): Census {
  return {
    folders: async () => (await lineage.quickly()).map((id) => `/proc/${id}`),
    stored: async () => 0,
  };
}

/** What all of them hold, counting a page as often as it is mapped: never too little. */
export async function weighQuickly(
  folders: readonly string[],
): Promise<Weight & { readonly threads: number }> {
  const all = await Promise.all(folders.map((folder) => textOf(folder, 'status')));
  return {
    threads: sumOf(all, /^Threads:\s+(\d+)/m),
    own: KIB * (sumOf(all, /^RssAnon:\s+(\d+)/m) + sumOf(all, /^VmSwap:\s+(\d+)/m)),
    shared: KIB * sumOf(all, /^RssShmem:\s+(\d+)/m),
  };
}

/** The same with each page counted once, which the kernel has to walk through all of them for. */
export async function weighExactly(folders: readonly string[]): Promise<Weight> {
  const all = await Promise.all(folders.map((folder) => textOf(folder, 'smaps_rollup')));
  return {
    own: KIB * (sumOf(all, /^Pss_Anon:\s+(\d+)/m) + sumOf(all, /^SwapPss:\s+(\d+)/m)),
    shared: KIB * sumOf(all, /^Pss_Shmem:\s+(\d+)/m),
  };
}

function sumOf(texts: readonly string[], field: RegExp): number {
  return texts.reduce((sum, text) => sum + Number(field.exec(text)?.[1] ?? 0), 0);
}

async function foldersIn(proc: string): Promise<readonly string[]> {
  const names = await readdir(proc).catch(() => []);
  return names.filter((name) => /^[0-9]+$/.test(name)).map((name) => `${proc}/${name}`);
}

async function textOf(folder: string, name: string): Promise<string> {
  return await readFile(`${folder}/${name}`, 'latin1').catch(() => '');
}

/** Leaves out those that everybody sees. */
async function ownStores(root: string): Promise<readonly string[]> {
  const own = await Promise.all(
    STORES.map(async (name) => {
      const [here, there] = await Promise.all([stat(join(root, name)), stat(`/${name}`)]).catch(() => []);
      return here && there && here.dev !== there.dev ? [join(root, name)] : [];
    }),
  );
  return own.flat();
}

async function storedIn(path: string): Promise<number> {
  const space = await statfs(path).catch(() => undefined);
  if (space?.type !== IN_MEMORY) return 0;
  return (space.blocks - space.bfree) * space.bsize + (space.files - space.ffree) * BYTES_A_FILE;
}
