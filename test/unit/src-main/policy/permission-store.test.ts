import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rename, rm, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BLIND_MS } from '../../../../src-main/policy/file-watch.ts';
import {
  createPermissionReader,
  type PermissionReader,
} from '../../../../src-main/policy/permission-reader.ts';
import { openPermissions, type PermissionState } from '../../../../src-main/policy/permission-store.ts';
import { SHIPPED_RULES } from '../../../../src-main/policy/shipped-rules.ts';
import { ruleSuggestion } from '../../../support/rule-suggestion.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorman-permissions-'));
  file = join(folder, 'host.yaml');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const own = (state: PermissionState): string[] =>
  state.rules
    .filter((source) => source.from === 'person')
    .flatMap((source) => source.rules.map((rule) => rule.key));

const good = 'permissions:\n  "Bash(make *)": { allowed: true }\n';
const broken = 'permissions:\n  "Bash(make *)": [\n';

const adding = (key: string) => ({ kind: 'add' as const, rules: [ruleSuggestion(key)] });

describe('the permission file on disk', () => {
  test('no file means no rules of the person, the shipped ones, and no problem', async () => {
    const state = await openPermissions({ file }).current();
    expect(state.problem).toBeUndefined();
    expect(own(state)).toEqual([]);
    expect(state.rules.find((source) => source.from === 'shipped')?.rules).toEqual(SHIPPED_RULES);
  });

  test('an edit is in force at the next look', async () => {
    const store = openPermissions({ file });
    await store.current();
    await writeFile(file, good);
    expect(own(await store.current())).toEqual(['Bash(make *)']);
    await unlink(file);
    expect(own(await store.current())).toEqual([]);
  });

  test('an edit that the system does not report is in force when the last look is 20 ms old, and not looked for before', async () => {
    const real = join(await mkdtemp(join(folder, 'elsewhere-')), 'host.yaml');
    await writeFile(real, good);
    await symlink(real, file);
    const clock = { ms: 0 };
    const store = openPermissions({ file, now: () => clock.ms });
    await store.current();
    await writeFile(real, good.replaceAll('make', 'cargo'));
    clock.ms = BLIND_MS - 1;
    expect(own(await store.current())).toEqual(['Bash(make *)']);
    clock.ms = BLIND_MS;
    expect(own(await store.current())).toEqual(['Bash(cargo *)']);
    await writeFile(real, good);
    store.close();
    expect(own(await store.current())).toEqual(['Bash(make *)']);
  });

  test('an edit that the system reports is in force for who asks next, however young the last look is', async () => {
    const store = openPermissions({ file, now: () => 0 });
    for (let turn = 0; turn < 50; turn += 1) {
      await writeFile(file, good.replaceAll('make', `make-${turn}`));
      expect(own(await store.current())).toEqual([`Bash(make-${turn} *)`]);
      await writeFile(`${file}.new`, good.replaceAll('make', `cargo-${turn}`));
      await rename(`${file}.new`, file);
      expect(own(await store.current())).toEqual([`Bash(cargo-${turn} *)`]);
    }
    store.close();
  });

  test('who asks while a changed file is still being read gets what is read', async () => {
    await writeFile(file, good);
    let go = () => {};
    const reading = new Promise<void>((resolve) => {
      go = resolve;
    });
    const reader = createPermissionReader();
    const slow: PermissionReader = {
      ...reader,
      read: (text) => (text.includes('cargo') ? reading.then(() => reader.read(text)) : reader.read(text)),
    };
    const store = openPermissions({ file, reader: slow, now: () => 0 });
    await store.current();
    await writeFile(file, good.replaceAll('make', 'cargo'));
    const first = store.current();
    await new Promise(setImmediate);
    const second = store.current();
    await new Promise(setImmediate);
    go();
    expect([own(await first), own(await second)]).toEqual([['Bash(cargo *)'], ['Bash(cargo *)']]);
    store.close();
  });

  test('a file that goes away takes its rules with it, but not its refusals', async () => {
    const store = openPermissions({ file });
    await writeFile(file, `${good}  "Bash(pwd)": { refused: true }\n`);
    await store.current();
    await unlink(file);
    const state = await store.current();
    expect(own(state)).toEqual(['Bash(pwd)']);
    expect(state.warnings.join()).toContain('is gone');
  });

  test.each(['a link that leads nowhere', 'a pipe'])('%s leaves no rule in force', async (kind) => {
    if (kind === 'a pipe') await promisify(execFile)('mkfifo', [file]);
    else await symlink(join(folder, 'nowhere'), file);
    const state = await openPermissions({ file }).current();
    expect(state.rules).toEqual([]);
    expect(state.problem?.noneInForce).toBe(true);
  });

  test('a file broken from the start leaves no rule in force, the shipped ones included', async () => {
    await writeFile(file, broken);
    const state = await openPermissions({ file }).current();
    expect(state.rules).toEqual([]);
    expect(state.problem).toMatchObject({ noneInForce: true, line: expect.any(Number) });
    expect(state.problem?.text).toContain(file);
  });

  test('a file broken later leaves the last good one in force, until it is repaired', async () => {
    await writeFile(file, good);
    const store = openPermissions({ file });
    await store.current();
    await writeFile(file, broken);
    const state = await store.current();
    expect(own(state)).toEqual(['Bash(make *)']);
    expect(state.problem?.noneInForce).toBe(false);
    await writeFile(file, 'permissions: {}\n');
    expect((await store.current()).problem).toBeUndefined();
  });

  test('bytes that are no text, and a folder in its place, are problems, not empty files', async () => {
    await writeFile(file, Buffer.from([0x70, 0xff, 0xfe]));
    expect((await openPermissions({ file }).current()).problem?.noneInForce).toBe(true);
    expect((await openPermissions({ file: folder }).current()).problem?.noneInForce).toBe(true);
  });

  test('adding keeps what is there, and the file is readable by its owner alone', async () => {
    await writeFile(file, `# mine\n${good}`);
    await chmod(file, 0o644);
    const store = openPermissions({ file });
    const done = ['Bash(one)', 'Bash(two)'].map((key) => store.change(adding(key)));
    // Whoever looks while it is being written finds it written.
    expect(own(await store.current())).toEqual(['Bash(make *)', 'Bash(one)', 'Bash(two)']);
    await Promise.all(done);
    expect(await readFile(file, 'utf8')).toContain('# mine');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('adding to a broken file is refused with its place, and touches nothing', async () => {
    await writeFile(file, broken);
    await expect(openPermissions({ file }).change(adding('Bash(one)'))).rejects.toThrow(/line \d+/);
    expect(await readFile(file, 'utf8')).toBe(broken);
  });

  test("a key of the person's takes the place of the shipped rule of the same key", async () => {
    await writeFile(file, 'permissions:\n  "Bash(ls *)": { allowed: false }\n');
    const state = await openPermissions({ file }).current();
    const shipped = state.rules.find((source) => source.from === 'shipped')?.rules ?? [];
    expect(shipped.some((rule) => rule.key === 'Bash(ls *)')).toBe(false);
    expect(shipped.some((rule) => rule.key === 'Bash(cat *)')).toBe(true);
  });
});
