/** Bundles the engine from its sources, whole or with a fault planted in them; nothing in the sources knows of this. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import type { Fault } from './faults.ts';
import { plant } from './faults.ts';

const ROOT = resolve(import.meta.dirname, '../..');

type EngineModule = typeof import('./engine-under-test.ts');

export interface BuiltEngine extends EngineModule {
  readonly workerFile: string;
  remove(): Promise<void>;
}

/** Rejects when the fault does not fit the sources any more, or was in no file that the engine is made of. */
export async function buildEngine(fault?: Fault): Promise<BuiltEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'doorman-engine-'));
  const planted = new Set<string>();
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    plugins: fault ? [planting(fault, planted)] : [],
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: {
          engine: join(import.meta.dirname, 'engine-under-test.ts'),
          worker: join(ROOT, 'src-main/policy/shell-parser-worker.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  if (fault && planted.size === 0) throw new Error(`${fault.file} is no part of the engine`);
  const engine = (await import(
    /* @vite-ignore */ pathToFileURL(join(folder, 'engine.mjs')).href
  )) as EngineModule;
  return {
    ...engine,
    workerFile: join(folder, 'worker.mjs'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function planting(fault: Fault, planted: Set<string>): Plugin {
  const file = join(ROOT, fault.file);
  return {
    name: 'planted-fault',
    enforce: 'pre',
    load(id) {
      if (id !== file) return null;
      planted.add(id);
      return plant(fault, readFileSync(file, 'utf8'));
    },
  };
}
