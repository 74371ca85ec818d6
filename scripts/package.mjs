// Owns `npm run package`: builds the app and packs it with electron-builder, with the Electron that runs here.

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { build } from './build.mjs';
import { repoRoot } from './repo.mjs';
import { exitOnSignals, runInForeground } from './run-child.mjs';
import { runAsCommand, say } from './say.mjs';
import { testRuntimeFolder, testRuntimeVersion } from './test-runtime.mjs';

/**
 * Packs the app.
 * @param {string[]} targets electron-builder's arguments, as `--linux AppImage`; empty: the unpacked folder
 * @returns {Promise<number>} the exit code
 */
async function packageApp(targets) {
  exitOnSignals();
  const { loaderNeeded } = await bootstrap();
  await build();
  const scratch = mkdtempSync(join(tmpdir(), 'doorman-package-'));
  try {
    const electron = loaderNeeded ? electronFromTestRuntime(scratch) : [];
    const wanted = targets.length > 0 ? targets : ['--dir'];
    const program = join(repoRoot, 'node_modules', 'electron-builder', 'cli.js');
    return await runInForeground(
      process.execPath,
      [program, ...wanted, '--publish', 'never', '--config', 'electron-builder.yml', ...electron],
      { cwd: repoRoot },
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

// A copy without our loader: it stands where a packed app's code would, and Electron would prefer it.
function electronFromTestRuntime(scratch) {
  say(
    `packing Electron ${testRuntimeVersion}, the end-of-life test runtime: for trying out, not for shipping`,
  );
  const dist = join(scratch, 'electron');
  cpSync(testRuntimeFolder(), dist, { recursive: true });
  rmSync(join(dist, 'resources', 'app'), { recursive: true, force: true });
  return [`-c.electronDist=${dist}`, `-c.electronVersion=${testRuntimeVersion}`];
}

await runAsCommand(() => packageApp(process.argv.slice(2)));
