/** Bundles a worker, or another program of a test, into a temporary folder, so that unit tests need no build of the app. */
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');

export interface BuiltWorker {
  readonly file: string;
  /** Removes what was built. */
  remove(): Promise<void>;
}

export function buildShellParserWorker(): Promise<BuiltWorker> {
  return buildWorker('shell-parser-worker');
}

/** `name` is that of a file in `src-main/policy`. */
export function buildWorker(name: string): Promise<BuiltWorker> {
  return buildProgram('src-main/policy', name);
}

/** The file `name` in `from`, a folder of this repository. */
export async function buildProgram(from: string, name: string): Promise<BuiltWorker> {
  const folder = await mkdtemp(join(tmpdir(), 'doorman-worker-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: join(ROOT, from, `${name}.ts`),
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      rollupOptions: { output: { format: 'es', entryFileNames: `${name}.mjs` } },
    },
  });
  return {
    file: join(folder, `${name}.mjs`),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
