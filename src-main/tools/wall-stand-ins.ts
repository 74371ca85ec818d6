/** Small programs that stand in, behind a wall, for those that list processes: each prints what was collected outside. */
import { constants } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CollectedLists, PrintedList } from './process-lists.ts';
import { closeAll, openExactly } from './wall-handles.ts';

/** Where the real programs are, for words that nobody collected. In a root that is private to each run. */
const REAL = '/run/doorman';

/** Makes a file that has no name (Linux, open(2)). */
const O_TMPFILE = 0o20000000 | constants.O_DIRECTORY;

export interface StandIns {
  /** Bubblewrap's options; descriptors are counted from `first`. */
  mounts(first: number): readonly string[];
  readonly handles: readonly FileHandle[];
}

export const NO_STAND_INS: StandIns = { handles: [], mounts: () => [] };

/** Gives nothing, with nothing open, where a program went away or `tmpDir` cannot be written. `bash` is its real path. */
export async function openStandIns(
  collected: readonly CollectedLists[],
  bash: string,
  tmpDir: string,
): Promise<StandIns | undefined> {
  const handles: FileHandle[] = [];
  try {
    for (const lists of collected) {
      const real = await openExactly(lists.program);
      if (!real) throw new Error('a program went away');
      handles.push(real);
      handles.push(await unnamedFile(scriptFor(lists, bash), tmpDir));
    }
  } catch {
    await closeAll(handles);
    return undefined;
  }
  return {
    handles,
    mounts: (first) =>
      collected.flatMap(({ name, program }, index) => [
        ...['--ro-bind-fd', String(first + 2 * index), `${REAL}/${name}`],
        ...['--perms', '0555', '--ro-bind-data', String(first + 2 * index + 1), program],
      ]),
  };
}

/** Nobody else can open it, and it is gone with its last descriptor. */
async function unnamedFile(content: Buffer, folder: string): Promise<FileHandle> {
  const handle = await open(folder, O_TMPFILE | constants.O_RDWR, 0o600).catch(() => removedFile(folder));
  // At a place, so that the program that gets the descriptor reads from the beginning.
  await handle.write(content, 0, content.length, 0);
  return handle;
}

/** For file systems that cannot make a file without a name. */
async function removedFile(folder: string): Promise<FileHandle> {
  const own = await mkdtemp(join(folder, 'doorman-'));
  const handle = await open(join(own, 'list'), 'wx+', 0o600);
  await rm(own, { recursive: true });
  return handle;
}

/** The name is asked for because others can be links to the same file (`pkill` is one to `pgrep`). */
function scriptFor({ name, lists }: CollectedLists, bash: string): Buffer {
  const note =
    `${name}: lists of the whole machine are taken before a command begins, for words that are known by then; ` +
    'for these it sees only what runs behind this wall';
  return Buffer.concat([
    Buffer.from(`#!${bash}\nLC_ALL=C\nif [ "\${0##*/}" = ${name} ]; then\n`),
    ...lists.map(answerFor),
    Buffer.from(`printf '%s\\n' '${note}' >&2\nfi\nexec -a "$0" ${REAL}/${name} "$@"\n`),
  ]);
}

function answerFor({ args, stdout, stderr, exitCode }: PrintedList): Buffer {
  const tests = args.map((arg, index) => [
    Buffer.from(` && [ "\${${index + 1}}" = `),
    quoted(Buffer.from(arg)),
    Buffer.from(' ]'),
  ]);
  return Buffer.concat([
    Buffer.from(`if [ $# -eq ${args.length} ]`),
    ...tests.flat(),
    Buffer.from('; then\nprintf %s '),
    quoted(stdout),
    Buffer.from('\nprintf %s '),
    quoted(stderr),
    Buffer.from(` >&2\nexit ${exitCode}\nfi\n`),
  ]);
}

/** As one word of bash, byte by byte; it can hold anything but NUL. */
function quoted(content: Buffer): Buffer {
  const text = content.toString('latin1').replaceAll('\0', '').replaceAll("'", "'\\''");
  return Buffer.from(`'${text}'`, 'latin1');
}
