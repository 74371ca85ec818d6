/** Bundles the parser's worker into a temporary folder, so that unit tests need no build of the app. */
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');

/** The built file, and what removes it again. */
export async function buildShellParserWorker(): Promise<{ file: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'doorman-worker-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: join(ROOT, 'src-main/policy/shell-parser-worker.ts'),
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      rollupOptions: { output: { format: 'es', entryFileNames: 'shell-parser-worker.mjs' } },
    },
  });
  return {
    file: join(folder, 'shell-parser-worker.mjs'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
