/** Size, place and limits of each window when it opens. */
import { type BrowserWindowConstructorOptions, type Rectangle, screen } from 'electron';
import type { WindowKind } from '../../src-shared/ipc-contract.ts';
import { keptPlace, placeByTray, type Surroundings } from './place-window.ts';
import { ground } from './theme.ts';

/** Room for a card of ordinary length with its reasons and its answers, in pixels; what is longer scrolls between them. */
const COMPACT = { width: 440, height: 560 };

export interface Places {
  /** Where the person left the window. */
  readonly remembered: Rectangle | undefined;
  /** Of the tray icon, where the system tells it. */
  readonly tray: Rectangle | undefined;
}

/** Call it when the app is ready: it asks for the screens. */
export function windowShape(kind: WindowKind, places: Places): BrowserWindowConstructorOptions {
  const around = surroundings(places.tray);
  const kept = places.remembered && keptPlace(places.remembered, around.screens);
  const common = { show: false, autoHideMenuBar: true, backgroundColor: ground() };
  if (kind === 'main') {
    const place = kept ?? { width: 980, height: 720 };
    return { ...common, ...place, minWidth: 360, minHeight: 400, title: 'Doorman' };
  }
  return {
    ...common,
    ...(kept ?? placeByTray(COMPACT, around)),
    minWidth: 340,
    minHeight: 320,
    title: 'Doorman: waiting for you',
    fullscreenable: false,
    maximizable: false,
  };
}

function surroundings(tray: Rectangle | undefined): Surroundings {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  return {
    screens: [main, ...others],
    pointer: screen.getCursorScreenPoint(),
    tray,
    trayCorner: process.platform === 'win32' ? 'lower' : 'upper',
  };
}
