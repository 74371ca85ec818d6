/** Light or dark, as the person set it or as the system is. Pages hear of it by `prefers-color-scheme`, before their first paint. */
import { type BrowserWindow, nativeTheme } from 'electron';
import type { Theme } from '../../src-shared/desktop-settings.ts';

/** What is painted before a page is: `--ground` of tokens.css. */
const GROUND = { light: '#f4f5f6', dark: '#141719' };

export function setTheme(theme: Theme): void {
  nativeTheme.themeSource = theme;
}

export function ground(): string {
  return nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light;
}

interface OpenWindows {
  live(): readonly { readonly browserWindow: BrowserWindow }[];
}

/** Keeps the ground of open windows as their pages are. */
export function followTheme(windows: OpenWindows): () => void {
  const repaint = () => {
    for (const { browserWindow } of windows.live()) browserWindow.setBackgroundColor(ground());
  };
  nativeTheme.on('updated', repaint);
  return () => {
    nativeTheme.off('updated', repaint);
  };
}
