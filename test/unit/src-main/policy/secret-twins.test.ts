import { link, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { placesToHide } from '../../../../src-main/policy/places-to-hide.ts';
import { secretTwin } from '../../../../src-main/policy/secret-twins.ts';

let home: string;
const site = () => join(home, 'site');
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'twins-'));
  await mkdir(site());
  await mkdir(join(home, '.ssh', 'keys'), { recursive: true });
});
afterEach(() => rm(home, { recursive: true }));

const places = () => placesToHide(home, [site()]);
async function identity(path: string): Promise<string> {
  const { dev, ino } = await stat(path, { bigint: true });
  return `${dev}:${ino}`;
}

it.each(['.ssh/config', '.ssh/keys/work', '.netrc', 'site/.env'])(
  'knows a file by its other name when that is %s',
  async (secret) => {
    await writeFile(join(home, secret), 'secret');
    await link(join(home, secret), join(site(), 'notes.txt'));
    expect(await secretTwin(await identity(join(site(), 'notes.txt')), places())).toContain(
      'the same file as',
    );
  },
);

it('leaves ordinary hard links alone, and does not follow links out of a secret folder', async () => {
  await writeFile(join(site(), 'a'), 'x');
  await link(join(site(), 'a'), join(site(), 'b'));
  await symlink(site(), join(home, '.ssh', 'site'));
  expect(await secretTwin(await identity(join(site(), 'a')), places())).toBeUndefined();
});
