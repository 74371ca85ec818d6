import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSettings, parseSettings } from '../../../../src-main/settings/settings-store.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settings-'));
  file = join(folder, 'settings.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('starts from the defaults and keeps what was set, readable by this user alone', async () => {
  const store = await openSettings(file);
  expect(store.current()).toMatchObject({ mode: 'confirm', stopped: false, profiles: [] });
  expect(await store.update((settings) => ({ ...settings, mode: 'auto' }))).toBeUndefined();
  expect((await openSettings(file)).current().mode).toBe('auto');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it('writes changes that come at once in their order', async () => {
  const store = await openSettings(file);
  const add = (name: string) =>
    store.update((settings) => ({ ...settings, folders: [...settings.folders, `/${name}`] }));
  await Promise.all([add('a'), add('b'), add('c')]);
  expect((await openSettings(file)).current().folders).toEqual(['/a', '/b', '/c']);
});

it('tells when a change that nobody waited for is on disk', async () => {
  const store = await openSettings(file);
  const update = store.update((settings) => ({ ...settings, stopped: true }));
  await store.saved();
  expect((await openSettings(file)).current().stopped).toBe(true);
  await update;
});

it.each([
  ['a missing comma', '{\n  "version": 1\n  "mode": "auto"\n}\n', 'line 3, column 3'],
  ['a cut file', '{\n  "mode": "auto"', 'line 2, column 17'],
  ['a value that is not known', '{\n  "mode":\n    "yolo"\n}', 'line 3, column 5'],
  ['an empty file', '', 'line 1, column 1'],
])('reports %s with its place, keeps the file as it is, and holds Stop in force', async (_, text, place) => {
  await writeFile(file, text);
  const store = await openSettings(file);
  expect(store.problem).toContain(`${file}, ${place}`);
  expect(store.current().stopped).toBe(true);
  expect(await store.update((settings) => ({ ...settings, mode: 'auto' }))).toContain('this run only');
  expect(store.current().mode).toBe('auto');
  expect(await readFile(file, 'utf8')).toBe(text);
});

it.each([
  ['two runtimes share', ['a', 'a']],
  ['a runtime has taken from the embedded one', ['embedded']],
])('says so of an id that %s', (_name, ids) => {
  const profiles = ids.map((id) => ({ id, name: 'R', url: 'http://127.0.0.1' }));
  const read = parseSettings(JSON.stringify({ profiles }), 's.json');
  expect(read).toMatchObject({
    ok: false,
    problem: expect.stringMatching(/profiles: each runtime needs an id/),
  });
});
