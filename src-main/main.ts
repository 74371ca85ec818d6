/** Entry of the desktop app, and its life only: one instance a home, start, the second start, and an orderly end. */
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { app, dialog, protocol } from 'electron';
import { composeHost } from './compose-host.ts';
import { appSchemePrivileges } from './desktop/app-scheme.ts';
import { screenCapture } from './desktop/capture.ts';
import { composeDesktop, type Desktop } from './desktop/compose-desktop.ts';
import { startsHidden } from './desktop/login-start.ts';
import { nativeConfirm } from './desktop/native-confirm.ts';
import { systemProxy } from './desktop/system-signs.ts';
import type { Host } from './host.ts';
import { doormanPaths } from './paths.ts';

/** The build lies flat: this file, its chunks and its worker in one folder. */
const outFolder = dirname(fileURLToPath(import.meta.url));

/** How long ending may take before the process goes anyway, in milliseconds. */
const SHUTDOWN_LIMIT_MS = 5000;

const paths = doormanPaths(process.env);
let desktop: Desktop | undefined;
let host: Host | undefined;
let ending: Promise<void> | undefined;
/** A start with the session leaves the screen as it is; a second start, or a click in the dock, brings the window. */
let windowWanted = !process.argv.includes('--hidden');

function begin(): void {
  // First of all, because the instance lock and everything that Chromium writes lie in this folder.
  app.setPath('userData', paths.electronData);
  if (process.platform === 'win32') app.setAppUserModelId('io.github.doorman');
  if (!app.requestSingleInstanceLock()) {
    console.error('Doorman runs already; its window was brought up.');
    app.exit(0);
    return;
  }
  protocol.registerSchemesAsPrivileged([appSchemePrivileges]);
  process.on('uncaughtException', sayFault);
  app.on('second-instance', showMain);
  app.on('activate', showMain);
  // Electron would quit when the last window goes; the helper stays.
  app.on('window-all-closed', () => {});
  app.on('before-quit', (event) => {
    event.preventDefault();
    // In a turn of its own: a quit can come in the middle of a redraw, from a debugger or a loop inside the system's calls.
    ending ??= nextTurn().then(end);
  });
  start().catch((error: unknown) =>
    giveUp(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
}

async function start(): Promise<void> {
  await app.whenReady();
  const composed = await composeHost({
    paths,
    kind: 'desktop',
    env: process.env,
    workerFile: fileURLToPath(new URL('./shell-parser-worker.js', import.meta.url)),
    log: (line) => console.error(line),
    screen: screenCapture(process.env),
    confirm: nativeConfirm(),
    systemProxy,
    // For tests only: an installed Doorman has its limits whatever it is started with.
    testArguments: app.isPackaged ? [] : process.argv,
  });
  if (!composed.ok) return giveUp(composed.problem);
  host = composed.host;
  if (ending !== undefined) return;
  desktop = await composeDesktop({
    host: composed.host,
    outFolder,
    dataFolder: paths.electronData,
    env: process.env,
  });
  if (windowWanted && !startsHidden(host.state().desktop)) desktop.showMain();
}

function showMain(): void {
  windowWanted = true;
  desktop?.showMain();
}

/** Left alone, Electron shows a modal box, behind which nothing is answered, refused or ended any more. */
function sayFault(error: Error): void {
  console.error('A fault in Doorman:', error);
  const text =
    'Something went wrong inside Doorman, and its log has the details. Start it again when you can.';
  host?.notice('fault', { level: 'error', text });
}

async function giveUp(problem: string): Promise<void> {
  console.error(`Doorman cannot start: ${problem}`);
  await dialog.showMessageBox({
    type: 'error',
    title: 'Doorman',
    message: 'Doorman cannot start.',
    detail: problem,
  });
  app.exit(1);
}

async function end(): Promise<void> {
  const limit = new Promise<'late'>((resolve) => setTimeout(resolve, SHUTDOWN_LIMIT_MS, 'late'));
  const ended = Promise.all([desktop?.close(), host?.shutdown()]).catch((error: unknown) => {
    console.error('Doorman did not end in order:', error);
  });
  // What hangs now would also hang the orderly way out.
  if ((await Promise.race([ended, limit])) === 'late') process.kill(process.pid, 'SIGKILL');
  app.exit(0);
}

begin();
