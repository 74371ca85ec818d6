import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { JournalReport } from '../../src-shared/journal-report.ts';
import {
  cliFile,
  doorman,
  makeScratch,
  type Scratch,
  type ServedHost,
  serveHost,
  until,
} from '../support/serve-host.ts';
import { watchProgram } from '../support/watched-program.ts';

const run = promisify(execFile);

let scratch: Scratch;
let host: ServedHost | undefined;

async function start(settings?: object, env?: object): Promise<ServedHost> {
  scratch = await makeScratch(settings);
  host = await serveHost(scratch, env);
  return host;
}

afterEach(async () => {
  await host?.stop();
  host = undefined;
  await scratch.remove();
});

const echo = { command: 'echo hi' };

/** The newest file of the journal. */
async function newest(): Promise<string> {
  const folder = join(scratch.doormanHome, 'journal');
  return join(folder, (await readdir(folder)).sort().at(-1) ?? '');
}

async function verify(env?: object): Promise<JournalReport & { code: number }> {
  const { code, stdout } = await doorman(scratch, ['journal', 'verify', '--json'], env);
  return { ...(JSON.parse(stdout) as JournalReport), code };
}

async function ended(calls: number): Promise<void> {
  await until(async () => {
    const entries = await host?.journal();
    return entries?.filter(({ step }) => step === 'ended').length === calls;
  });
}

/** Changes a word of the newest file by one letter. */
async function tamper(): Promise<void> {
  const file = await newest();
  await writeFile(file, (await readFile(file, 'utf8')).replace('echo hi', 'echo ho'));
}

// Several starts in one test.
describe('the journal of a host, with the key in a real keychain', { timeout: 60_000 }, () => {
  it('is proven while the host runs, after it ended, and after it was killed and started again', async () => {
    const { call, stop } = await start();
    expect((await call('shell_run', echo)).ok).toBe(true);
    await ended(1);
    expect(await verify()).toMatchObject({ code: 0, verdict: 'intact', findings: [], lines: 5 });
    await stop();
    expect(await verify()).toMatchObject({ code: 0, verdict: 'intact', afterHead: 0 });
    host = await serveHost(scratch);
    await host.call('shell_run', echo);
    await host.stop('SIGKILL');
    host = await serveHost(scratch);
    expect((await host.status()).state.journal).toMatchObject({ verified: true });
    await host.call('shell_run', echo);
    await ended(3);
    expect(await verify()).toMatchObject({ code: 0, verdict: 'intact', findings: [] });
  });

  it('is told to be broken, with file and line, at the start and by a check', async () => {
    const { call, stop } = await start();
    await call('shell_run', echo);
    await ended(1);
    await stop();
    await tamper();
    host = await serveHost(scratch);
    const { journal, notices } = (await host.status()).state;
    expect(journal.verified).toBe(false);
    const notice = notices.find(({ id }) => id === 'journal-damage');
    expect(notice).toMatchObject({ level: 'error', text: expect.stringContaining('line 2: edited') });
    await host.call('shell_run', echo);
    await ended(2);
    await host.stop();
    expect(await verify()).toMatchObject({
      code: 1,
      verdict: 'broken',
      findings: [{ line: 2, what: 'edited' }],
    });
    const told = await doorman(scratch, ['journal', 'verify']);
    expect(told.stdout).toContain('NOT as it was written');
    expect(told.stdout).toMatch(/00000001-\S+\.jsonl, line 2: edited/);
  });

  it('misses a file that was removed, even all of them', async () => {
    const { call, stop } = await start();
    await call('shell_run', echo);
    await ended(1);
    await stop();
    await rm(join(scratch.doormanHome, 'journal'), { recursive: true });
    host = await serveHost(scratch);
    expect((await host.status()).state.journal.verified).toBe(false);
    await host.call('shell_run', echo);
    await host.stop();
    expect(await verify()).toMatchObject({ code: 1, findings: [{ what: 'missing' }] });
  });

  it('says without a keychain what cannot be proven, and runs calls all the same', async () => {
    const without = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
    const { call, status, stop } = await start({}, without);
    expect((await call('shell_run', echo)).ok).toBe(true);
    expect((await status()).state.journal).toMatchObject({
      verified: false,
      text: expect.stringContaining('no usable keychain'),
    });
    await stop();
    const report = await verify(without);
    expect(report).toMatchObject({ code: 1, verdict: 'unproven', findings: [] });
    expect(report.limits[0]).toContain('keychain cannot be read');
  });
});

describe('the story of a call', () => {
  it('says what was asked and by whom, which rule spoke, who decided, what ran and what left', async () => {
    const { call, waiting } = await start();
    await call('shell_run', echo);
    const reply = call('shell_run', { command: 'touch made', reason: 'to make it' });
    const id = await waiting();
    await doorman(scratch, ['approvals', 'allow', id]);
    expect((await reply).ok).toBe(true);
    await ended(2);
    const shown = await doorman(scratch, ['journal', 'show', '--call', id.slice(0, 12)]);
    expect(shown.code).toBe(0);
    for (const part of [
      `${id}  shell_run`,
      '{"command":"touch made","reason":"to make it"}',
      'the rules say ask, no rule names it',
      'allow, by the person, on the command line',
      'ran behind the guarded wall',
      'ended: done',
      'left this machine (delivered)',
    ]) {
      expect(shown.stdout).toContain(part);
    }
    const all = await doorman(scratch, ['journal', 'show', '--since', '1h', '--json']);
    const calls = all.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { call: string; steps: { step: string }[] });
    expect(calls.map(({ steps }) => steps.map(({ step }) => step))).toEqual([
      ['received', 'decided', 'started', 'ended'],
      ['received', 'decided', 'asked', 'answered', 'started', 'ended'],
    ]);
    expect(await doorman(scratch, ['journal', 'show', '--call', 'c-none'])).toMatchObject({ code: 1 });
    for (const wrong of [
      ['journal'],
      ['journal', 'show', '--since', 'soon'],
      ['journal', 'verify', '--call', 'c'],
    ]) {
      expect((await doorman(scratch, wrong)).code, wrong.join(' ')).toBe(2);
    }
  });
});

describe('the lines of the journal for other programs', () => {
  it('are shown as they are written, and given as they stand with a word on whether they can be trusted', async () => {
    const { call, journal } = await start();
    await call('shell_run', echo);
    await ended(1);
    const tail = watchProgram(scratch, process.execPath, [
      cliFile,
      'journal',
      'tail',
      '--last',
      '2',
      '--json',
    ]);
    await tail.printed('"step":"ended"');
    await call('shell_run', { command: 'echo again' });
    await tail.printed('"step":"ended"', 2);
    tail.child.kill();
    const tailed = tail.text().trim().split('\n');
    const all = await journal();
    expect(tailed.map((line) => JSON.parse(line))).toEqual(all.slice(2));

    const exported = await doorman(scratch, ['journal', 'export']);
    expect(exported).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^The journal is as it was written/),
    });
    expect(exported.stdout).toBe(await readFile(await newest(), 'utf8'));
    const file = join(scratch.root, 'export.jsonl');
    expect(await doorman(scratch, ['journal', 'export', '--out', file])).toMatchObject({
      code: 0,
      stdout: '',
    });
    expect(await readFile(file, 'utf8')).toBe(exported.stdout);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const again = await doorman(scratch, ['journal', 'export', '--out', file, '--to', '2001-01-01']);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is there already') });
    expect(await readFile(file, 'utf8')).toBe(exported.stdout);
    await tamper();
    const told = await doorman(scratch, ['journal', 'export', '--to', '2001-01-01']);
    expect(told).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('NOT as it was written'),
    });
    for (const wrong of [
      ['tail', '--last', 'all'],
      ['tail', '--out', 'x'],
      ['export', '--from', 'monday'],
    ]) {
      expect((await doorman(scratch, ['journal', ...wrong])).code, wrong.join(' ')).toBe(2);
    }
  });
});

describe('a disk that is full', () => {
  // A disk of its own to fill takes root to mount.
  it.runIf(process.getuid?.() === 0)(
    'runs nothing unrecorded, says so, and goes on when there is room',
    async () => {
      const disk = await smallDisk();
      try {
        host = await serveHost(scratch);
        const { call, status } = host;
        // Each touches a file of its own, so that what ran can be seen.
        const touch = (name: string) => call('shell_run', { command: `touch ${name}` });
        expect((await touch('first')).ok).toBe(true);
        await disk.fill();
        let refused = '';
        let count = 0;
        await until(async () => {
          count += 1;
          refused = `made-${count}`;
          const reply = await touch(refused);
          return !reply.ok && reply.error.includes('nothing runs unrecorded');
        });
        expect(existsSync(join(scratch.site, refused))).toBe(false);
        const { notices } = (await status()).state;
        expect(notices.find(({ id }) => id === 'journal')?.text).toContain('cannot be written');
        await disk.makeRoom();
        expect((await touch('after')).ok).toBe(true);
        expect((await status()).state.notices.find(({ id }) => id === 'journal')).toBeUndefined();
        expect(await verify()).toMatchObject({ code: 0, verdict: 'intact' });
      } finally {
        await host?.stop();
        host = undefined;
        await disk.remove();
      }
    },
  );
});

/** A disk of 64 KiB under the journal of a home in which harmless commands run unasked. */
async function smallDisk() {
  scratch = await makeScratch({ mode: 'auto' });
  const folder = join(scratch.doormanHome, 'journal');
  const ballast = join(folder, 'ballast');
  await mkdir(folder, { mode: 0o700 });
  await run('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=700', 'tmpfs', folder]);
  return {
    // It ends with an error, when there is no more room.
    fill: () => run('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=1k']).catch(() => undefined),
    makeRoom: () => rm(ballast),
    remove: () => run('umount', [folder]),
  };
}
