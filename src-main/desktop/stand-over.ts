/** Puts a window over all others and on every workspace, or takes it back among them. It stays in its place either way. */
import type { BrowserWindow } from 'electron';

/** For a window that is on show: of one that is not, an X11 window manager takes no wish about workspaces. */
export function standOver(browserWindow: BrowserWindow, over: boolean): void {
  browserWindow.setAlwaysOnTop(over, 'floating');
  // Without the last one macOS would hide window and dock for a moment each time.
  browserWindow.setVisibleOnAllWorkspaces(over, {
    visibleOnFullScreen: over,
    skipTransformProcessType: true,
  });
}
