/** The two windows: how each is made, hardened, placed and found again. Closing one destroys it. */
import { join } from 'node:path';
import { app, BrowserWindow, type Rectangle, session, type WebContents } from 'electron';
import { FIRST_LOOK, type Look } from '../../src-shared/app-state.ts';
import type { WindowKind } from '../../src-shared/ipc-contract.ts';
import type { Language } from '../../src-shared/language.ts';
import type { OpenedCard } from '../../src-shared/opened-card.ts';
import { APP_ORIGIN, serveApp } from './app-scheme.ts';
import { hardenContents, hardenSession } from './harden-session.ts';
import type { RealInput } from './real-input.ts';
import { SafeYes } from './safe-yes.ts';
import { standOver } from './stand-over.ts';
import { watchWindow } from './watch-window.ts';
import type { WindowBounds } from './window-bounds.ts';
import { windowShape } from './window-shape.ts';

/** A window of ours while it lives. What it was shown and which keys were pressed in it die with it. */
export interface OurWindow {
  readonly kind: WindowKind;
  /** Its address; what stands behind it, as the language, is none of who it is. */
  readonly page: string;
  readonly browserWindow: BrowserWindow;
  readonly input: RealInput;
  /** The pointer is over its page. */
  readonly pointerIsIn: () => boolean;
  /** Another one for each page that is loaded into it. */
  safeYes: SafeYes;
  /** Which part of the queue its page looks at. */
  look: Look;
  /** The card that a notification was clicked for, to be shown by the page. */
  opened: OpenedCard | undefined;
  /** Set once the page has asked for the state: from then on it listens, and is sent every change. */
  listening: boolean;
  /** The person asked for it, so that it does not go by itself. */
  openedByPerson: boolean;
  /** What its page last said: that it shows nothing that is still to be read or offers something. */
  atRest: boolean;
}

/** `focused` is for what the person asked for; `inactive` never takes the keyboard from what they type in. */
export type ShowHow = 'focused' | 'inactive';

export interface Windows {
  show(kind: WindowKind, how: ShowHow): void;
  get(kind: WindowKind): OurWindow | undefined;
  /** The window whose contents these are, if they are ours. */
  owning(contents: WebContents): OurWindow | undefined;
  live(): readonly OurWindow[];
  /** Loads their pages anew, in the language that is spoken now. */
  reload(): void;
  /** Closes both for good, and resolves when their places are saved. */
  close(): Promise<void>;
}

export interface WindowsOptions {
  /** The folder of the build: preloads beside `renderer/`. */
  readonly outFolder: string;
  readonly bounds: WindowBounds;
  /** What its pages speak, asked whenever one is loaded. */
  readonly language: () => Language;
  /** Of the tray icon, where the system tells it. */
  readonly tray: () => Rectangle | undefined;
  readonly anyWaits: () => boolean;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Since when the screen is not locked, on that clock; undefined while it is. */
  readonly unlockedSince: () => number | undefined;
  /** The page of this window died, and the window with it. */
  readonly onCrash: (kind: WindowKind) => void;
}

export function createWindows(options: WindowsOptions): Windows {
  const open = new Map<WindowKind, OurWindow>();
  const serve = serveApp(join(options.outFolder, 'renderer'));
  // A session each, kept in memory: the pages share no storage and no process, and leave nothing on disk.
  for (const kind of ['main', 'approval'] as const) hardenSession(sessionOf(kind), serve);

  const create = (kind: WindowKind, how: ShowHow) => {
    const created = createWindow(kind, options);
    const { browserWindow } = created;
    open.set(kind, created);
    browserWindow.on('closed', () => open.delete(kind));
    browserWindow.once('ready-to-show', () => reveal(browserWindow, how));
    if (kind === 'approval') browserWindow.on('show', () => standOver(browserWindow, options.anyWaits()));
    load(created);
    return created;
  };
  const load = ({ kind, page, browserWindow }: OurWindow) => {
    browserWindow.loadURL(`${page}?language=${options.language()}`).catch((error: unknown) => {
      if (!browserWindow.isDestroyed()) console.error(`Cannot load the ${kind} window:`, error);
    });
  };

  return {
    show(kind, how) {
      const there = open.get(kind);
      if (there !== undefined) reveal(there.browserWindow, how);
      const shown = there ?? create(kind, how);
      if (how === 'focused') shown.openedByPerson = true;
    },
    get: (kind) => open.get(kind),
    owning: (contents) =>
      [...open.values()].find(({ browserWindow }) => browserWindow.webContents === contents),
    live: () => [...open.values()],
    reload: () => [...open.values()].forEach(load),
    close() {
      for (const { browserWindow } of open.values()) browserWindow.close();
      return options.bounds.saved();
    },
  };
}

function createWindow(kind: WindowKind, options: WindowsOptions): OurWindow {
  const { bounds, outFolder, now, unlockedSince, onCrash } = options;
  const browserWindow = new BrowserWindow({
    ...windowShape(kind, { remembered: bounds.of(kind), tray: options.tray() }),
    webPreferences: webPreferences(kind, outFolder),
  });
  const { webContents } = browserWindow;
  const { input, pointerIsIn, ...attention } = watchWindow(browserWindow, now);
  const newSafeYes = () => new SafeYes(now, input, { ...attention, unlockedSince });
  hardenContents(webContents);
  rememberPlace(browserWindow, (place) => bounds.remember(kind, place));
  const window: OurWindow = {
    kind,
    page: `${APP_ORIGIN}/${kind}.html`,
    browserWindow,
    input,
    pointerIsIn,
    safeYes: newSafeYes(),
    look: FIRST_LOOK,
    opened: undefined,
    listening: false,
    openedByPerson: false,
    atRest: false,
  };
  // What the page before a reload had shown, this one has not.
  webContents.on('did-navigate', () => {
    if (!window.listening) return;
    Object.assign(window, { listening: false, atRest: false, safeYes: newSafeYes() });
    input.forget();
  });
  // A page that crashed shows nothing and cannot come back by itself; its window is opened anew.
  webContents.on('render-process-gone', (_event, { reason }) => {
    if (browserWindow.isDestroyed()) return;
    browserWindow.destroy();
    if (reason !== 'clean-exit') onCrash(kind);
  });
  return window;
}

/** Tells where the window was put, when it closes: also by its page or a crash, which it hears of only when it is gone. */
function rememberPlace(browserWindow: BrowserWindow, remember: (place: Rectangle) => void): void {
  let place: Rectangle | undefined;
  const note = () => {
    place = browserWindow.getNormalBounds();
  };
  const tell = () => {
    if (place !== undefined) remember(place);
    place = undefined;
  };
  browserWindow.on('move', note).on('resize', note);
  // The first one in time for whoever closes it and then waits until all is saved.
  browserWindow.on('close', tell).on('closed', tell);
}

function reveal(browserWindow: BrowserWindow, how: ShowHow): void {
  if (how === 'inactive') {
    browserWindow.showInactive();
    return;
  }
  if (browserWindow.isMinimized()) browserWindow.restore();
  browserWindow.show();
  browserWindow.focus();
}

function sessionOf(kind: WindowKind) {
  return session.fromPartition(`doorman-${kind}`);
}

function webPreferences(kind: WindowKind, outFolder: string) {
  return {
    preload: join(outFolder, `${kind}-preload.cjs`),
    session: sessionOf(kind),
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    // It would fetch dictionaries from the network.
    spellcheck: false,
    devTools: !app.isPackaged,
    // Time left and new cards must be right in a window that lies behind others.
    backgroundThrottling: kind !== 'approval',
  };
}
