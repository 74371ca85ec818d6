/** The test's Electron with nothing of ours in it: another program, as far as Doorman can tell. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication } from '@playwright/test';
import { electronCommand } from './electron-command.ts';

export interface BareElectron {
  readonly app: ElectronApplication;
  close(): Promise<void>;
}

/** @param main the text of its main module */
export async function launchBareElectron(
  main: string,
  env: Readonly<Record<string, string>> = {},
): Promise<BareElectron> {
  const folder = await mkdtemp(join(tmpdir(), 'doorman-page-'));
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'page', version: '1.0.0', type: 'module', main: 'main.js' }),
  );
  await writeFile(join(folder, 'main.js'), main);
  const { executable, args } = await electronCommand(folder);
  const app = await _electron.launch({
    executablePath: executable,
    args: [...args, `--user-data-dir=${join(folder, 'data')}`],
    env: { ...(process.env as Record<string, string>), ...env },
  });
  return {
    app,
    async close() {
      await app.close();
      await rm(folder, { recursive: true });
    },
  };
}
