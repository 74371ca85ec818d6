/** A page of a real Chromium that is no part of Doorman: the test's Electron with one window and nothing of ours in it. */
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type Page } from '@playwright/test';
import { electronCommand, repoRoot } from './electron-command.ts';

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
  const folder = await mkdtemp(join(tmpdir(), 'doorman-page-'));
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'page', version: '1.0.0', type: 'module', main: 'main.js' }),
  );
  await writeFile(join(folder, 'main.js'), MAIN);
  const { executable, args } = await electronCommand(folder);
  const app = await _electron.launch({
    executablePath: executable,
    args: [...args, `--user-data-dir=${join(folder, 'data')}`],
    env: { ...(process.env as Record<string, string>), PLAIN_PAGE_URL: `http://127.0.0.1:${port}/` },
  });
  const page = await app.firstWindow();
  await page.waitForURL('http://127.0.0.1:*/');
  return {
    page,
    async close() {
      await app.close();
      server.close();
      server.closeAllConnections();
      await rm(folder, { recursive: true });
    },
  };
}
