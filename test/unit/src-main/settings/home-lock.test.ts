import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeHomeLock } from '../../../../src-main/settings/home-lock.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'));
  file = join(folder, 'home', 'lock.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('gives the home to one host and tells the second who holds it', async () => {
  const first = await takeHomeLock(file, 'serve');
  expect(first.ok).toBe(true);
  const second = await takeHomeLock(file, 'desktop');
  expect(second).toEqual({ ok: false, heldBy: expect.stringContaining(`process ${process.pid} (serve`) });
  if (first.ok) await first.release();
  expect((await takeHomeLock(file, 'desktop')).ok).toBe(true);
});

it('takes over from a process that is gone, and from one whose number was given again', async () => {
  const stale = { kind: 'serve', since: '2026-01-01T00:00:00Z', nonce: 'old' };
  const first = await takeHomeLock(file, 'serve');
  if (first.ok) await first.release();
  for (const holder of [
    { ...stale, pid: 4_194_303, born: '1' },
    { ...stale, pid: process.pid, born: '1' },
  ]) {
    await writeFile(file, JSON.stringify(holder));
    const lock = await takeHomeLock(file, 'desktop');
    expect(lock.ok).toBe(true);
    if (lock.ok) await lock.release();
  }
  expect(await readdir(join(folder, 'home'))).toEqual([]);
});

it('has one winner when many start at once over a stale lock', async () => {
  const first = await takeHomeLock(file, 'serve');
  if (first.ok) await first.release();
  await writeFile(file, 'not even JSON');
  const locks = await Promise.all(Array.from({ length: 8 }, () => takeHomeLock(file, 'serve')));
  expect(locks.filter((lock) => lock.ok)).toHaveLength(1);
});
