// Owns `npm start`: makes the machine ready, builds what is stale, and runs the app with this terminal; on
// a machine without a display it starts a virtual one, or runs the host without a desktop.

import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { build } from './build.mjs';
import { outFolder } from './build-stamp.mjs';
import { electronCommand } from './electron-runtime.mjs';
import { hasSessionBus, startPrivateBus } from './private-bus.mjs';
import { findProgram, hasDisplay, isLinux, repoRoot } from './repo.mjs';
import { exitOnSignals, runInForeground } from './run-child.mjs';
import { runAsCommand, say } from './say.mjs';
import { canInstallPackages } from './system-packages.mjs';
import { startVirtualDisplay } from './virtual-display.mjs';

const decideFromHere = `decide from the command line:
  npm run -s doorman -- approvals list
  npm run -s doorman -- approvals allow ID
  npm run -s doorman -- approvals deny ID
While a desktop runs, allowing from the command line needs a switch that is set in the window.
For a host without a desktop: npm run -s doorman -- serve`;

async function start(args) {
  exitOnSignals();
  const windowsPossible = hasDisplay() || findProgram('Xvfb') !== undefined || canInstallPackages();
  const electron = await bootstrap({ needsElectron: windowsPossible });
  await build();
  if (electron === undefined) {
    say('no display and no Xvfb: running the host without a desktop (doorman serve)');
    return runInForeground(process.execPath, [join(outFolder, 'cli.js'), 'serve', ...args]);
  }
  return runDesktop(electronCommand(repoRoot, electron), args);
}

async function runDesktop(command, args) {
  // Terminals inside Electron apps hand this down, and it would make our Electron a plain Node.
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const helpers = [];
  try {
    if (!hasDisplay()) helpers.push(await startDisplay(env));
    if (isLinux && !hasSessionBus() && findProgram('dbus-daemon')) helpers.push(await startBus(env));
    return await runInForeground(command.executable, [...command.args, ...args], { env });
  } finally {
    for (const helper of helpers.reverse()) await helper.stop();
  }
}

async function startDisplay(env) {
  const display = await startVirtualDisplay({ endsWithLastClient: true });
  Object.assign(env, display.env);
  say(`no display here: the app runs on a virtual one (${display.env.DISPLAY}), so ${decideFromHere}`);
  return display;
}

async function startBus(env) {
  const bus = await startPrivateBus(env);
  Object.assign(env, bus.env);
  return bus;
}

await runAsCommand(() => start(process.argv.slice(2)));
