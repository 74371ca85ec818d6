/** Shuts what a page could use to leave its window: navigation, new windows, permissions, other addresses, downloads. */
import type { Session, WebContents } from 'electron';
import { APP_ORIGIN, APP_SCHEME } from './app-scheme.ts';

/** Allows a session our own pages (and, for developers, the tools that Chromium brings), nothing else. */
export function hardenSession(session: Session, serve: (request: Request) => Promise<Response>): void {
  session.protocol.handle(APP_SCHEME, serve);
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest(({ url }, decide) => {
    const ours = url.startsWith(`${APP_ORIGIN}/`) || url.startsWith('devtools:') || url.startsWith('data:');
    decide({ cancel: !ours });
  });
}

/** Refuses every way for these contents to show anything but the page that main loaded into them. */
export function hardenContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
