/** `doorman doctor` beside a running desktop. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DoctorReport } from '../../src-shared/doctor.ts';
import { expect, test } from '../support/app/doorman-test.ts';
import { repoRoot } from '../support/app/electron-command.ts';

test('doctor says which desktop runs, with which Electron, and what it tells its person', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  await doorman.window('main');
  const cli = join(repoRoot, 'out', 'cli.js');
  const { stdout } = await promisify(execFile)(process.execPath, [cli, 'doctor', '--json'], {
    env: doorman.env,
  });
  const { level, findings } = JSON.parse(stdout) as DoctorReport;
  const text = (id: string) => findings.find((finding) => finding.id === id)?.text;
  const version = await doorman.app.evaluate(() => process.versions.electron);
  expect(level).not.toBe('problem');
  expect(text('host')).toContain(`desktop, process ${doorman.process.pid}`);
  expect(text('electron')).toContain(version);
  expect(text('display')).toMatch(/^X11/);
  expect(text('notice.tray')).toMatch(/tray icons/);
  expect(findings.filter(({ id }) => id.startsWith('host.'))).toEqual([]);
});
