/** `doorman doctor` as a person runs it, in a home of its own, with one fault planted at a time. */
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { DoctorReport, Finding } from '../../src-shared/doctor.ts';
import { doorman, makeScratch, type Scratch, serveHost } from '../support/serve-host.ts';

let scratch: Scratch;
afterEach(() => scratch.remove());

interface Looked extends DoctorReport {
  readonly code: number;
  finding(id: string): Finding | undefined;
}

async function doctor(env: object = {}): Promise<Looked> {
  const { code, stdout, stderr } = await doorman(scratch, ['doctor', '--json'], env);
  if (!stdout.startsWith('{')) throw new Error(stderr);
  const report = JSON.parse(stdout) as DoctorReport;
  return { ...report, code, finding: (id) => report.findings.find((finding) => finding.id === id) };
}

/** Makes the login shell say this PATH. */
async function loginPath(path: string): Promise<void> {
  for (const name of ['.bash_profile', '.profile']) {
    await writeFile(join(scratch.home, name), `PATH="${path}"\n`);
  }
}

const WALLS = ['wall.read-only', 'wall.workspace-write', 'wall.guarded'];

describe('a machine that is in order', () => {
  it('has no problem, and each wall was built and held against what was tried', async () => {
    scratch = await makeScratch();
    const cache = join(scratch.root, 'cache');
    const { code, findings, finding } = await doctor({ XDG_CACHE_HOME: cache });
    expect(findings.filter(({ level }) => level === 'problem')).toEqual([]);
    expect(code).toBe(0);
    for (const id of ['node', 'home', 'host', 'keychain', 'wall', 'journal', 'settings', 'display']) {
      expect(finding(id), id).toMatchObject({ level: 'ok' });
    }
    for (const id of WALLS) {
      expect(finding(id)).toMatchObject({ level: 'ok', text: expect.stringMatching(/^Tried, and holds/) });
    }
    expect(await readdir(cache)).toEqual([]);
  });

  it('is told in plain lines too, and wrong use is said', async () => {
    scratch = await makeScratch();
    const said = await doorman(scratch, ['doctor']);
    expect(said.stdout).toMatch(/^ok +Wall, guarded +Tried, and holds/m);
    expect((await doorman(scratch, ['doctor', 'x'])).code).toBe(2);
  });
});

describe('the wall', () => {
  it('that lets through what it must stop is found out', async () => {
    scratch = await makeScratch();
    const bin = join(scratch.home, 'bin');
    await mkdir(bin);
    // Takes bubblewrap's options and builds nothing.
    const fake =
      '#!/bin/bash\n[ "$1" = --version ] && exec echo fake 1\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n';
    await writeFile(join(bin, 'bwrap'), fake, { mode: 0o755 });
    await loginPath(`${bin}:/usr/bin:/bin`);
    const { code, finding } = await doctor();
    expect(code).toBe(1);
    for (const id of WALLS) {
      expect(finding(id)).toMatchObject({
        level: 'problem',
        text: expect.stringMatching(/write outside.*read secret.*Doorman's own.*loopback.*processes/),
      });
    }
  });

  it('is a problem where bubblewrap is missing, and says what that means for each setting', async () => {
    for (const [sandbox, effect] of [
      ['auto', /without being asked for/],
      ['required', /No shell command runs at all/],
    ] as const) {
      scratch = await makeScratch({ sandbox });
      const bin = join(scratch.home, 'bin');
      await mkdir(bin);
      await symlink('/usr/bin/bash', join(bin, 'bash'));
      await loginPath(bin);
      const { code, finding } = await doctor();
      expect(code).toBe(1);
      expect(finding('wall')).toMatchObject({
        level: 'problem',
        text: expect.stringMatching(effect),
        todo: expect.stringMatching(/Install bubblewrap/),
      });
      expect(finding('wall.bubblewrap')).toMatchObject({ level: 'problem' });
      expect(finding('wall.contain')).toMatchObject({ level: 'warning' });
      expect(finding('program.git')).toMatchObject({ level: 'warning' });
      expect(finding('program.bash')).toMatchObject({ level: 'ok' });
      if (sandbox === 'auto') await scratch.remove();
    }
  });

  it('is not called sound where it could not be tried', async () => {
    scratch = await makeScratch();
    const { code, finding } = await doctor({ XDG_CACHE_HOME: join(scratch.doormanHome, 'settings.json') });
    expect(finding('wall.tried')).toMatchObject({ level: 'warning' });
    expect(finding('wall.guarded')).toBeUndefined();
    expect(code).toBe(0);
  });

  it('that the person switched off is a warning', async () => {
    scratch = await makeScratch({ sandbox: 'off' });
    const { code, finding } = await doctor();
    expect(finding('wall')).toMatchObject({ level: 'warning', text: expect.stringMatching(/switched off/) });
    expect(finding('wall.guarded')).toBeUndefined();
    expect(code).toBe(0);
  });
});

describe('the home and its files', () => {
  it('that others could read or change are problems', async () => {
    scratch = await makeScratch();
    await chmod(scratch.doormanHome, 0o755);
    expect((await doctor()).finding('home')).toMatchObject({
      level: 'problem',
      text: expect.stringMatching(/read by other users \(mode 0755\)/),
      todo: `chmod 700 ${scratch.doormanHome}`,
    });
    await chmod(scratch.doormanHome, 0o770);
    await chmod(join(scratch.doormanHome, 'settings.json'), 0o666);
    const { code, finding } = await doctor();
    expect(finding('home')?.text).toMatch(/changed, rules and all/);
    expect(finding('home.files')).toMatchObject({
      level: 'problem',
      text: expect.stringMatching(/settings\.json/),
    });
    expect(code).toBe(1);
  });

  it('are read as a start would read them: faults with line and column, settings that mean nothing', async () => {
    scratch = await makeScratch({}, 'permissions:\n  "Bash(ls)":\n    allowed: yes please\n');
    await writeFile(join(scratch.doormanHome, 'settings.json'), '{\n  "mode": auto\n}');
    const broken = await doctor();
    expect(broken.finding('settings')).toMatchObject({
      level: 'problem',
      text: expect.stringMatching(/line 2, column 11/),
    });
    expect(broken.finding('permissions')).toMatchObject({
      level: 'problem',
      text: expect.stringMatching(/line \d+, column \d+/),
    });
    await writeFile(join(scratch.doormanHome, 'settings.json'), '{ "sandbx": "required" }');
    expect((await doctor()).finding('settings')).toMatchObject({
      level: 'warning',
      text: expect.stringMatching(/"sandbx"/),
    });
  });

  it('name folders that are gone or lead elsewhere, and projects whose rules changed', async () => {
    scratch = await makeScratch();
    const [gone, link] = [join(scratch.root, 'gone'), join(scratch.root, 'link')];
    await symlink(scratch.site, link);
    await mkdir(join(scratch.site, '.co'));
    await writeFile(join(scratch.site, '.co', 'host.yaml'), 'permissions: {}\n');
    const trusted = [{ path: scratch.site, rulesText: 'permissions:\n' }];
    const settings = { folders: [scratch.site, gone, link], trusted };
    await writeFile(join(scratch.doormanHome, 'settings.json'), JSON.stringify(settings));
    const { finding } = await doctor();
    expect(finding('folders')).toMatchObject({
      level: 'warning',
      text: expect.stringMatching(`${gone} is not there.*${link} leads to ${scratch.site}`),
    });
    expect(finding('trusted')).toMatchObject({ level: 'warning', text: expect.stringMatching(/suspended/) });
  });

  it('have a journal whose chain is checked with its key, and a line that was edited is a problem', async () => {
    scratch = await makeScratch();
    expect((await doctor()).finding('journal-chain')).toBeUndefined();
    const host = await serveHost(scratch);
    await host.call('shell_run', { command: 'pwd' });
    await host.stop();
    expect((await doctor()).finding('journal-chain')).toMatchObject({
      level: 'ok',
      text: expect.stringContaining('as it was written'),
    });
    const folder = join(scratch.doormanHome, 'journal');
    const [name = ''] = await readdir(folder);
    const text = await readFile(join(folder, name), 'utf8');
    await writeFile(join(folder, name), text.replace('"pwd"', '"ls"'));
    expect((await doctor()).finding('journal-chain')).toMatchObject({
      level: 'problem',
      text: expect.stringContaining(`${name}, line`),
    });
  }, 90_000);

  it('are a problem where no journal can be written', async () => {
    scratch = await makeScratch();
    await writeFile(join(scratch.doormanHome, 'journal'), '');
    expect((await doctor()).finding('journal')).toMatchObject({
      level: 'problem',
      text: expect.stringMatching(/no call can run/),
    });
  });
});

describe('the session', () => {
  it('without a keychain is told', async () => {
    scratch = await makeScratch();
    const { finding } = await doctor({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' });
    expect(finding('keychain')).toMatchObject({
      level: 'warning',
      text: expect.stringMatching(/this run only/),
    });
  });

  it('with a keychain that never answers is told all the same, and the command ends', async () => {
    scratch = await makeScratch();
    const silent = createServer();
    onTestFinished(() => void silent.close());
    const bus = join(scratch.root, 'bus');
    await new Promise<void>((resolve) => silent.listen(bus, resolve));
    const hanging = await doctor({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}` });
    expect(hanging.finding('keychain')).toMatchObject({
      level: 'warning',
      text: expect.stringMatching(/did not answer/),
    });
    expect(hanging.code).toBe(0);
  });

  it('has its program folders listed, with what was left out and why', async () => {
    scratch = await makeScratch();
    const open = join(scratch.home, 'open');
    await mkdir(open);
    await chmod(open, 0o777);
    await mkdir(join(scratch.site, 'bin'));
    await loginPath(`/usr/bin:bin:${open}:/none:${scratch.site}/bin`);
    const text = (await doctor()).finding('path')?.text;
    expect(text).toContain('/usr/bin. Left out: "bin" (relative)');
    expect(text).toContain(`"${open}" (everybody may write to it), "/none" (missing)`);
    expect(text).toContain(`"${scratch.site}/bin" (in a shared folder)`);
  });
});

describe('with a running host', () => {
  it('says who runs and what that has in force, and where the file or the machine say otherwise', async () => {
    scratch = await makeScratch();
    const host = await serveHost(scratch, { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' });
    onTestFinished(() => void host.stop());
    const before = await doctor({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' });
    expect(before.code).toBe(0);
    expect(before.finding('host')?.text).toContain(`serve, process ${host.process.pid}`);
    expect(before.finding('socket')).toMatchObject({
      level: 'ok',
      text: expect.stringMatching(/mode 0600/),
    });
    expect(before.finding('embedded-runtime')).toMatchObject({ level: 'ok' });
    expect(before.findings.filter(({ id }) => id.startsWith('host.'))).toEqual([]);

    const file = join(scratch.doormanHome, 'settings.json');
    const settings = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...settings, sandbox: 'required', mode: 'auto' }));
    await chmod(join(scratch.doormanHome, 'doorman.sock'), 0o666);
    const after = await doctor();
    expect(after.finding('host.settings')?.text).toMatch(/sandbox is auto there and required in the file/);
    expect(after.finding('host.keychain')?.text).toMatch(/no keychain in force .* there is a keychain now/);
    expect(after.finding('socket')).toMatchObject({ level: 'problem' });
    expect(after.code).toBe(1);
  });

  it('that hangs is told apart from one that is gone', async () => {
    scratch = await makeScratch();
    const host = await serveHost(scratch);
    const lock = await readFile(join(scratch.doormanHome, 'lock.json'), 'utf8');
    host.process.kill('SIGSTOP');
    const hanging = await doctor();
    expect(hanging.finding('host')).toMatchObject({
      level: 'problem',
      text: expect.stringMatching(`Process ${host.process.pid} .* does not answer`),
    });
    host.process.kill('SIGCONT');
    await host.stop('SIGKILL');
    await writeFile(join(scratch.doormanHome, 'lock.json'), lock);
    expect((await doctor()).finding('host')).toMatchObject({
      level: 'ok',
      text: expect.stringMatching(/left its lock/),
    });
  });
});
