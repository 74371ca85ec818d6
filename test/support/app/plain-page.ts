/** A page of a real Chromium that is no part of Doorman: the test's Electron with one window and nothing of ours in it. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { launchBareElectron } from './bare-electron.ts';
import { repoRoot } from './electron-command.ts';

export interface PlainPage {
  readonly page: Page;
  close(): Promise<void>;
}

const MAIN = `
import { app, BrowserWindow } from 'electron';
app.whenReady().then(() => {
  const webPreferences = { sandbox: true, contextIsolation: true, nodeIntegration: false };
  return new BrowserWindow({ show: false, webPreferences }).loadURL(process.env.PLAIN_PAGE_URL);
});
`;

/** Opens a page of a loopback origin that serves the built helper library as `/client-tools.js`. */
export async function openPlainPage(): Promise<PlainPage> {
  const library = await readFile(join(repoRoot, 'out', 'client-tools.js'));
  const server = createServer((request, response) => {
    if (request.url !== '/client-tools.js')
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>a page</title>');
    else response.setHeader('content-type', 'text/javascript').end(library);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const { app, close } = await launchBareElectron(MAIN, { PLAIN_PAGE_URL: `http://127.0.0.1:${port}/` });
  const page = await app.firstWindow();
  await page.waitForURL('http://127.0.0.1:*/');
  return {
    page,
    async close() {
      await close();
      server.close();
      server.closeAllConnections();
    },
  };
}
