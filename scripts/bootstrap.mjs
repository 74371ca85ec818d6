// Owns the set-up of a machine for Doorman: node_modules, system packages and an Electron. Plain Node
// without dependencies, since it runs before there are any; quick when there is nothing to do.

import { ensureElectron } from './electron-runtime.mjs';
import { ensureNodeModules } from './node-modules.mjs';
import { isMain } from './repo.mjs';
import { runAsCommand, say } from './say.mjs';
import { ensureSystemPackages } from './system-packages.mjs';

/**
 * Makes this machine ready.
 * @param {{ forTests?: boolean, needsElectron?: boolean }} [what]
 * @returns {Promise<{ electronPath: string, loaderNeeded: boolean } | undefined>} the Electron to run,
 *   undefined where none is needed
 */
export async function bootstrap({ forTests = false, needsElectron = true } = {}) {
  await ensureNodeModules();
  await ensureSystemPackages({ forTests, needsElectron });
  return needsElectron ? ensureElectron() : undefined;
}

if (isMain(import.meta.url)) {
  await runAsCommand(async () => {
    const electron = await bootstrap({ forTests: process.argv.includes('--for-tests') });
    say(`ready; Electron: ${electron.electronPath}`);
  });
}
