/** Joins a Host with what a desktop shows of it: windows, tray, notifications, and the messages between them. */
import { join } from 'node:path';
import { app } from 'electron';
import { STATE_CHANGED } from '../../src-shared/ipc-channels.ts';
import { spokenLanguage } from '../../src-shared/language.ts';
import type { Host } from '../host.ts';
import { setAppMenu } from './app-menu.ts';
import { attendApproval } from './attend-approval.ts';
import { callThePerson } from './call-the-person.ts';
import { desktopPart } from './desktop-part.ts';
import { createGlobalKeys } from './global-keys.ts';
import { serveIpc } from './ipc.ts';
import { ipcHandlers, snapshotFor } from './ipc-handlers.ts';
import { type LoginStart, setLoginStart } from './login-start.ts';
import { raiseAfterCrash } from './raise-approval.ts';
import { watchScreenLock, watchSleep } from './system-signs.ts';
import { followTheme, setTheme } from './theme.ts';
import { createTray } from './tray.ts';
import { keyCommands, trayCommands } from './tray-commands.ts';
import { hasTrayHost } from './tray-host.ts';
import { loadWindowBounds } from './window-bounds.ts';
import { createWindows, type Windows, type WindowsOptions } from './windows.ts';

export interface DesktopOptions {
  readonly host: Host;
  /** The folder of the build: preloads beside `renderer/`. */
  readonly outFolder: string;
  /** A folder of the desktop's own, for the places of its windows. */
  readonly dataFolder: string;
  readonly env: NodeJS.ProcessEnv;
}

export interface Desktop {
  showMain(): void;
  /** Takes the icon, the notifications and the windows away. Resolves when the places of the windows are saved. */
  close(): Promise<void>;
}

/** Changes that come closer together than this reach the windows as one snapshot, in milliseconds: a frame. */
const REDRAW_MS = 16;

/** A flood of changes reaches them no more often than this, in milliseconds: main and the pages have other work too. */
const REDRAW_REST_MS = 40;

const DEAF =
  'Doorman lost the session bus, so it hears no more when the screen is locked or unlocked. Start it again.';

/** Call once, when the app is ready. Shows no window by itself until a call waits. */
export async function composeDesktop({ host, outFolder, dataFolder, env }: DesktopOptions): Promise<Desktop> {
  const bounds = await loadWindowBounds(join(dataFolder, 'windows.json'));
  const now = () => performance.now();
  const screen: Screen = { unlockedSince: now() };
  const windows = ourWindows({ host, outFolder, bounds, now, screen, tray: () => tray.bounds() });
  const stopLockWatch = followLock(screen, { host, windows, env, now });
  const commands = trayCommands(host, windows);
  const keys = createGlobalKeys(keyCommands(commands, windows), env);
  const carryOut = { setTheme, setLoginStart: (start: LoginStart) => setLoginStart(start, env) };
  const part = desktopPart({ host, keys, ...carryOut, speakAnew: windows.reload });
  serveIpc(windows, ipcHandlers(host, windows, part.set));
  setAppMenu();
  const stopTheme = followTheme(windows);

  const push = () => pushSnapshot(windows, host);
  const notifications = callThePerson({ host, windows, env, screen, push });
  const tray = createTray(host.state(), (command) => commands[command]());
  const attend = attendApproval(windows, now);

  const stop = onceAFrame(host, () => {
    const state = host.state();
    attend(state);
    push();
    tray.update(state);
    notifications.update(state);
  });
  const stopSleepWatch = watchSleep(() => host.worldChanged('woke'));
  await Promise.all([part.begin(), sayWhereDoormanIs(host, env)]);

  return {
    showMain: () => windows.show('main', 'focused'),
    close() {
      stop();
      stopSleepWatch();
      stopLockWatch();
      stopTheme();
      keys.close();
      tray.close();
      notifications.close();
      return windows.close();
    },
  };
}

interface Screen {
  /** Undefined while it is locked. */
  unlockedSince: number | undefined;
}

interface WindowRooms
  extends Pick<DesktopOptions, 'host' | 'outFolder'>,
    Pick<WindowsOptions, 'bounds' | 'now' | 'tray'> {
  readonly screen: Screen;
}

function ourWindows({ host, screen, ...given }: WindowRooms): Windows {
  const anyWaits = () => host.state().waitingCount > 0;
  const windows: Windows = createWindows({
    ...given,
    language: () => spokenLanguage(host.state().desktop.language, app.getPreferredSystemLanguages()),
    anyWaits,
    unlockedSince: () => screen.unlockedSince,
    onCrash: raiseAfterCrash(given.now, anyWaits, () => windows.show('approval', 'inactive')),
  });
  return windows;
}

interface LockRooms extends Pick<DesktopOptions, 'host' | 'env'> {
  readonly windows: Windows;
  readonly now: () => number;
}

function followLock(screen: Screen, { host, windows, env, now }: LockRooms): () => void {
  return watchScreenLock(env, {
    onChange(locked) {
      host.setScreenLocked(locked);
      screen.unlockedSince = locked ? undefined : now();
      // What was pressed before counts no more: unlocking is no yes.
      for (const { input } of windows.live()) input.forget();
    },
    onDeaf: () => host.notice('screen-lock', { level: 'warning', text: DEAF }),
  });
}

function onceAFrame(host: Host, redraw: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let last = 0;
  const schedule = () => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        redraw();
        last = performance.now();
      },
      Math.max(REDRAW_MS, last + REDRAW_REST_MS - performance.now()),
    );
  };
  const unsubscribe = host.onChange(schedule);
  schedule();
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

function pushSnapshot(windows: Windows, host: Host): void {
  for (const window of windows.live()) {
    // A page that still loads must not count as having seen this one.
    if (window.listening) window.browserWindow.webContents.send(STATE_CHANGED, snapshotFor(window, host));
  }
}

async function sayWhereDoormanIs(host: Host, env: NodeJS.ProcessEnv): Promise<void> {
  if (process.platform !== 'linux' || (await hasTrayHost(env))) return;
  host.notice('tray', {
    level: 'warning',
    text:
      'Nothing on this desktop shows tray icons. Closing this window leaves Doorman running: start it again ' +
      'to get the window back, or quit it from its menu (press Alt).',
  });
}
