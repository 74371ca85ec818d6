import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkHome } from '../../../../src-main/doctor/check-home.ts';

it("looks at whose folder the home is, and says so of another user's, of a file and of none", async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'doorman-home-'));
  onTestFinished(() => rm(scratch, { recursive: true }));
  const home = join(scratch, 'home');
  await mkdir(home, { mode: 0o700 });
  const uid = process.getuid?.() ?? 0;
  expect(await checkHome(home, uid)).toMatchObject({ level: 'ok' });
  expect(await checkHome(home, uid + 1)).toMatchObject({
    level: 'problem',
    text: expect.stringContaining(`belongs to user ${uid}, not to you (${uid + 1})`),
  });
  await writeFile(join(scratch, 'file'), '');
  expect(await checkHome(join(scratch, 'file'), uid)).toMatchObject({ level: 'problem' });
  expect(await checkHome(join(scratch, 'none'), uid)).toMatchObject({ level: 'ok' });
});
