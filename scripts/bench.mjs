// Owns `npm run bench:NAME`: bundles test/bench with the workers that it measures, aside from out/, and runs one
// benchmark in a process of its own. Stdout carries nothing but its figures.

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { requireNodeModules } from './node-modules.mjs';
import { repoRoot } from './repo.mjs';
import { exitOnSignals, runInForeground } from './run-child.mjs';
import { runAsCommand } from './say.mjs';

const entries = {
  'run-bench': 'test/bench/run-bench.ts',
  'link-bench-peer': 'test/bench/link-bench-peer.ts',
  'shell-parser-worker': 'src-main/policy/shell-parser-worker.ts',
  'permission-reader-worker': 'src-main/policy/permission-reader-worker.ts',
  'masking-worker': 'src-main/masking/masking-worker.ts',
  'spawn-worker': 'src-main/tools/spawn-worker.ts',
};

// Built as the app is: for the same Node, with packages left outside.
async function bundle(outDir) {
  const { build } = await import('vite');
  const input = Object.entries(entries).map(([name, file]) => [name, join(repoRoot, file)]);
  await build({
    configFile: false,
    logLevel: 'silent',
    root: repoRoot,
    build: {
      ssr: true,
      outDir,
      target: 'node20.18',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(input),
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  });
}

await runAsCommand(async () => {
  exitOnSignals();
  requireNodeModules();
  // Inside node_modules, so that what is bundled finds the packages.
  const folder = mkdtempSync(join(repoRoot, 'node_modules', '.doorman-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  await bundle(folder);
  return runInForeground(process.execPath, [
    ...process.execArgv,
    join(folder, 'run-bench.js'),
    ...process.argv.slice(2),
  ]);
});
