/** What main itself hears of one window: presses, where the pointer is in its page, and since when it has the keyboard. */
import { type BrowserWindow, screen, type WebContents } from 'electron';
import { type Point, RealInput } from './real-input.ts';

export interface WatchedWindow {
  readonly input: RealInput;
  /** Since when the window has the keyboard, on the clock that was handed in; undefined while it has not. */
  focusedSince(): number | undefined;
  /** The pointer is over its page, as far as it moved there since the window opened. */
  pointerIsIn(): boolean;
  /** The size of its page in the page's own pixels. */
  pageSize(): { readonly width: number; readonly height: number };
}

/** @param now milliseconds of a clock that never goes back */
export function watchWindow(browserWindow: BrowserWindow, now: () => number): WatchedWindow {
  const { webContents } = browserWindow;
  let told: Point | undefined;
  let focusedSince: number | undefined;
  const inPage = ({ x, y }: Point): Point => {
    const zoom = webContents.getZoomFactor();
    return { x: x / zoom, y: y / zoom };
  };
  const asked = (): Point => {
    const cursor = screen.getCursorScreenPoint();
    const content = browserWindow.getContentBounds();
    return { x: cursor.x - content.x, y: cursor.y - content.y };
  };
  const input = new RealInput(now, () => inPage(told ?? asked()));
  // Newer versions of Electron tell the place of each mouse event (which Wayland tells nobody else); older ones never do.
  webContents.on('before-mouse-event', (_event, { x, y }) => {
    told = { x, y };
  });
  webContents.on('input-event', (_event, event) => input.note(event));
  webContents.on('before-input-event', (_event, key) => input.noteKey(key));
  browserWindow.on('focus', () => {
    focusedSince = now();
  });
  browserWindow.on('blur', () => {
    focusedSince = undefined;
    input.forget();
  });
  return {
    input,
    pointerIsIn: watchPointer(webContents),
    focusedSince: () => (browserWindow.isFocused() ? focusedSince : undefined),
    pageSize() {
      const { width, height } = browserWindow.getContentBounds();
      const size = inPage({ x: width, y: height });
      return { width: size.x, height: size.y };
    },
  };
}

function watchPointer(webContents: WebContents): () => boolean {
  let isIn = false;
  webContents.on('input-event', (_event, { type }) => {
    if (type.startsWith('mouse')) isIn = type !== 'mouseLeave';
  });
  return () => isIn;
}
