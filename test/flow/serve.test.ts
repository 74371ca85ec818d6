import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  doorman,
  makeScratch,
  type Scratch,
  type ServedHost,
  serveHost,
  until,
} from '../support/serve-host.ts';

let scratch: Scratch;
let host: ServedHost | undefined;

async function start(settings?: object, permissions?: string, env?: object): Promise<ServedHost> {
  scratch = await makeScratch(settings, permissions);
  host = await serveHost(scratch, env);
  return host;
}

afterEach(async () => {
  await host?.stop();
  host = undefined;
  await scratch.remove();
});

describe('a host without a desktop', () => {
  it('answers a command on the list with nobody deciding, and keeps every step in the journal', async () => {
    const { call, journal } = await start();
    const reply = await call('shell_run', { command: 'echo "hello  there" && pwd' });
    expect(reply).toMatchObject({
      ok: true,
      output: { exit_code: 0, stdout: `hello  there\n${scratch.site}\n` },
    });
    await until(async () => (await journal()).length >= 4);
    const entries = await journal();
    expect(entries.map((entry) => entry.step)).toEqual(['received', 'decided', 'started', 'ended']);
    expect(entries[1]).toMatchObject({ verdict: 'allow', wall: 'read-only' });
    expect(entries[3]).toMatchObject({ outcome: 'done', ran: true, delivered: true });
    expect(new Set(entries.map((entry) => entry.call)).size).toBe(1);
  });

  it('lets an unlisted command wait, runs it after a yes, and sends its real output back', async () => {
    const { call, waiting, journal } = await start();
    const made = join(scratch.site, 'made');
    const reply = call('shell_run', { command: `touch made && stat -c %s made`, reason: 'to make it' });
    const id = await waiting();
    const list = await doorman(scratch, ['approvals', 'list']);
    expect(list.stdout).toContain('touch made && stat -c %s made');
    expect(list.stdout).toContain('the agent says: "to make it"');
    expect(existsSync(made)).toBe(false);
    expect((await doorman(scratch, ['approvals', 'allow', id])).code).toBe(0);
    expect(await reply).toMatchObject({ ok: true, output: { exit_code: 0, stdout: '0\n' } });
    expect(existsSync(made)).toBe(true);
    await until(async () => (await journal()).some((entry) => entry.step === 'ended'));
    expect(await journal()).toContainEqual(
      expect.objectContaining({ step: 'answered', answer: 'allow', by: 'command-line' }),
    );
  });

  it('tells the caller why the person said no', async () => {
    const { call, waiting } = await start();
    const reply = call('shell_run', { command: 'touch made' });
    const id = await waiting();
    await doorman(scratch, ['approvals', 'deny', id, '--reason', 'use the staging copy']);
    expect(await reply).toEqual({ ok: false, error: expect.stringContaining('use the staging copy') });
    expect(existsSync(join(scratch.site, 'made'))).toBe(false);
  });

  it('answers an expired call, and does not run it after a late yes', async () => {
    const { call, waiting } = await start({}, undefined, { LOOMCYCLE_CLIENT_TOOL_TIMEOUT_MS: '6000' });
    const reply = call('shell_run', { command: 'touch made' });
    const id = await waiting();
    expect(await reply).toEqual({ ok: false, error: expect.stringContaining('expired') });
    const late = await doorman(scratch, ['approvals', 'allow', id]);
    expect(late.code).toBe(1);
    expect(existsSync(join(scratch.site, 'made'))).toBe(false);
  });

  it('withdraws a call when its caller goes away, and does not run it', async () => {
    const { call, waiting, status, journal } = await start();
    const leaving = new AbortController();
    const reply = call('shell_run', { command: 'touch made' }, leaving.signal);
    await waiting();
    leaving.abort();
    await expect(reply).rejects.toThrow();
    await until(async () => (await status()).state.waitingCount === 0);
    await until(async () => (await journal()).some((entry) => entry.step === 'ended'));
    expect((await journal()).at(-1)).toMatchObject({ outcome: 'withdrawn', ran: false });
    expect(existsSync(join(scratch.site, 'made'))).toBe(false);
  });

  it('reads inside an added folder, asks outside, looks twice at secrets, refuses its own files', async () => {
    const { call, waiting, status } = await start();
    await writeFile(join(scratch.site, 'notes.md'), 'inside');
    await writeFile(join(scratch.home, 'outside.md'), 'outside');
    await mkdir(join(scratch.home, '.ssh'));
    await writeFile(join(scratch.home, '.ssh', 'id_ed25519'), 'key');
    expect(await call('fs_read_file', { path: 'notes.md' })).toMatchObject({ ok: true, output: 'inside' });
    const own = await call('fs_read_file', { path: join(scratch.doormanHome, 'settings.json') });
    expect(own).toMatchObject({ ok: false, error: expect.stringContaining('refused by a rule') });
    for (const [path, ask] of [
      ['~/outside.md', 'no-rule'],
      ['~/.ssh/id_ed25519', 'must-look'],
    ] as const) {
      const reply = call('fs_read_file', { path });
      const id = await waiting();
      expect((await status()).state.waiting[0]).toMatchObject({ callId: id, ask });
      await doorman(scratch, ['approvals', 'deny', id]);
      expect((await reply).ok).toBe(false);
    }
  });

  it('lets a sensitive read wait in Auto mode too, while an unlisted command runs', async () => {
    const { call, waiting } = await start({ mode: 'auto' });
    await writeFile(join(scratch.site, '.env'), 'SECRET=1');
    expect(await call('shell_run', { command: 'mkdir made' })).toMatchObject({ ok: true });
    expect(existsSync(join(scratch.site, 'made'))).toBe(true);
    const reply = call('fs_read_file', { path: '.env' });
    await doorman(scratch, ['approvals', 'deny', await waiting()]);
    expect(await reply).toMatchObject({ ok: false, error: expect.stringContaining('denied by the person') });
  });

  it('tells the agent, the journal and the list of calls what a command made that other programs obey', async () => {
    const { call, status, journal } = await start({ mode: 'auto' });
    await mkdir(join(scratch.site, 'old'));
    await writeFile(join(scratch.site, 'old', 'CLAUDE.md'), 'rules');
    const reply = await call('shell_run', { command: 'cp -r old new' });
    const remark = expect.stringContaining('site/new/CLAUDE.md');
    expect(reply).toMatchObject({ ok: true, output: { exit_code: 0, wall_gaps: [remark] } });
    expect((await status()).state.recent[0]).toMatchObject({ wall: 'guarded', remark });
    expect(await journal()).toContainEqual(expect.objectContaining({ step: 'remarked', remarks: [remark] }));
  });

  it('lists the processes of the machine for who may list them, though the wall shows none', async () => {
    const served = await start();
    const pid = served.process.pid;
    const command = `ps -o args= -p ${pid} | head -n 1; ls /proc | wc -l`;
    const reply = await served.call('shell_run', { command });
    expect(reply).toMatchObject({ ok: true, output: { stdout: expect.stringMatching(/cli\.js serve/) } });
    expect((await served.journal()).at(1)).toMatchObject({ verdict: 'allow', wall: 'read-only' });
  });

  it('keeps Stop in force over a restart, until it is lifted', async () => {
    const first = await start();
    const waiting = first.call('shell_run', { command: 'touch made' });
    await first.waiting();
    expect((await doorman(scratch, ['stop'])).code).toBe(0);
    expect(await waiting).toMatchObject({ ok: false, error: expect.stringContaining('pressed Stop') });
    await first.stop();
    host = await serveHost(scratch);
    const refused = await host.call('shell_run', { command: 'echo hi' });
    expect(refused).toMatchObject({ ok: false, error: expect.stringContaining('Do not retry') });
    expect((await doorman(scratch, ['resume'])).code).toBe(0);
    expect((await host.call('shell_run', { command: 'echo hi' })).ok).toBe(true);
  });

  it('leaves no allow rule in force while the permission file is broken, and takes the mended one', async () => {
    const broken = 'permissions:\n  "Bash(echo *)":\n    allowed: true\n   reason: bad indent\n';
    const { call, waiting, status } = await start({}, broken);
    const reply = call('shell_run', { command: 'echo hi' });
    await doorman(scratch, ['approvals', 'deny', await waiting()]);
    expect((await reply).ok).toBe(false);
    const notice = (await status()).state.notices.find(({ id }) => id === 'permissions');
    expect(notice?.text).toMatch(/line \d+, column \d+/);
    expect(await readFile(join(scratch.doormanHome, 'host.yaml'), 'utf8')).toBe(broken);
    await writeFile(join(scratch.doormanHome, 'host.yaml'), 'permissions: {}\n');
    expect((await call('shell_run', { command: 'echo hi' })).ok).toBe(true);
  });

  it('starts with a broken settings file, keeps it, says where it is broken, and runs nothing', async () => {
    const { status, call } = await start();
    await host?.stop();
    await writeFile(join(scratch.doormanHome, 'settings.json'), '{\n  "mode": auto\n}');
    host = await serveHost(scratch);
    expect((await host.status()).state.notices.find(({ id }) => id === 'settings')?.text).toContain(
      'line 2, column 11',
    );
    expect((await host.call('shell_run', { command: 'echo hi' })).ok).toBe(false);
    expect(await readFile(join(scratch.doormanHome, 'settings.json'), 'utf8')).toContain('"mode": auto');
    void [status, call];
  });

  it('gives the home to one host, tells a second who holds it, and cleans up when it ends', async () => {
    const first = await start();
    const second = await doorman(scratch, ['serve']);
    expect(second).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`process ${first.process.pid}`),
    });
    expect((await stat(join(scratch.doormanHome, 'runtime-bearer'))).mode & 0o777).toBe(0o600);
    expect(await first.stop()).toBe(0);
    for (const leftover of ['runtime-bearer', 'lock.json', 'doorman.sock']) {
      expect(existsSync(join(scratch.doormanHome, leftover)), leftover).toBe(false);
    }
    host = undefined;
    expect(await doorman(scratch, ['status'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npm start'),
    });
  });

  it('takes over the home of a host that was killed', async () => {
    const first = await start();
    await first.stop('SIGKILL');
    host = await serveHost(scratch);
    expect((await host.call('shell_run', { command: 'echo hi' })).ok).toBe(true);
  });

  it('calls wrong use by its name and exits with 2', async () => {
    await start();
    for (const args of [
      ['approvals', '--frobnicate'],
      ['approvals', 'allow'],
      ['nonsense'],
      ['status', 'x'],
    ]) {
      expect((await doorman(scratch, args)).code, args.join(' ')).toBe(2);
    }
  });
});
