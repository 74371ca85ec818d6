/** The setting of the wall through a composed host: what each value does to commands, and that a change counts at once. */
import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { composeHost } from '../../src-main/compose-host.ts';
import type { Host, WideningQuestion } from '../../src-main/host.ts';
import { doormanPaths } from '../../src-main/paths.ts';
import type { Answer } from '../../src-shared/approval.ts';
import type { Sandbox } from '../../src-shared/settings.ts';
import { doorman, makeScratch, type Scratch, serveHost } from '../support/serve-host.ts';
import { untilState } from '../support/until-state.ts';

const workerFile = fileURLToPath(new URL('../../out/shell-parser-worker.js', import.meta.url));

let scratch: Scratch;

describe('a change of the wall setting', () => {
  let host: Host;
  let asked: WideningQuestion[];
  let confirms: boolean;

  beforeEach(async () => {
    scratch = await makeScratch();
    asked = [];
    confirms = true;
    const composed = await composeHost({
      paths: doormanPaths({ DOORMAN_HOME: scratch.doormanHome }),
      kind: 'desktop',
      env: process.env,
      workerFile,
      log: () => {},
      confirm: async (question) => {
        asked.push(question);
        return confirms;
      },
    });
    if (!composed.ok) throw new Error(composed.problem);
    host = composed.host;
    await untilState(host, ({ runtimes }) => runtimes.some((runtime) => runtime.status.kind === 'open'));
  });
  afterEach(async () => {
    await host.shutdown();
    await scratch.remove();
  });

  async function untilWaiting() {
    await untilState(host, ({ waitingCount }) => waitingCount > 0);
    const [waiting] = host.state().waiting;
    const card = waiting && host.card(waiting.callId);
    if (!card) throw new Error('nothing waits');
    return card;
  }

  function answer(card: { callId: string; digest: string }, given: Answer) {
    const { callId, digest } = card;
    return host.answer({ callId, digest, snapshot: host.state().seq, answer: given }, 'window');
  }

  const setting = () => host.state().wall;

  it('to off takes the wall away without a restart: each command waits, and says that it has none', async () => {
    expect((await host.playground('shell_run', { command: 'echo hi' })).ok).toBe(true);
    expect(await host.setSandbox('off')).toEqual({ ok: true });
    expect(setting()).toMatchObject({ setting: 'off', available: false });
    expect(host.state().notices).toContainEqual(expect.objectContaining({ id: 'wall' }));

    const reply = host.playground('shell_run', { command: `touch ${scratch.root}/outside; echo hi` });
    const card = await untilWaiting();
    expect(card).toMatchObject({ ask: 'must-look', wall: 'none' });
    expect(existsSync(join(scratch.root, 'outside'))).toBe(false);
    expect(answer(card, { kind: 'allow' })).toEqual({ kind: 'accepted' });
    expect(await reply).toMatchObject({ ok: true, output: { exit_code: 0, stdout: 'hi\n' } });
    expect(existsSync(join(scratch.root, 'outside'))).toBe(true);
  });

  it('back from off builds one again, and is not asked about', async () => {
    await host.setSandbox('off');
    expect(await host.setSandbox('auto')).toEqual({ ok: true });
    expect(asked.map(({ yes }) => yes)).toEqual(['Switch the wall off']);
    expect(setting()).toMatchObject({ setting: 'auto', available: true });
    expect(host.state().notices.filter(({ id }) => id === 'wall')).toEqual([]);
    expect((await host.playground('shell_run', { command: 'echo hi' })).ok).toBe(true);
  });

  it('to required takes the way around the wall off the card, and refuses a yes that was given to one', async () => {
    const before = host.playground('shell_run', { command: 'touch made' });
    const open = await untilWaiting();
    expect(open).toMatchObject({ wall: 'guarded', canDropWall: true });
    expect(await host.setSandbox('required')).toEqual({ ok: true });
    expect(asked).toEqual([]);
    answer(open, { kind: 'allow', withoutWall: true });
    const refused = await before;
    expect(refused).toEqual({ ok: false, error: expect.stringContaining('a wall around every command') });
    expect(existsSync(join(scratch.site, 'made'))).toBe(false);

    const after = host.playground('shell_run', { command: 'touch made' });
    const card = await untilWaiting();
    expect(card).toMatchObject({ wall: 'guarded', canDropWall: false });
    answer(card, { kind: 'allow' });
    expect(await after).toMatchObject({ ok: true, output: { exit_code: 0 } });
    expect(existsSync(join(scratch.site, 'made'))).toBe(true);
  });

  it('that lets more happen is left undone where the person says no', async () => {
    confirms = false;
    const nothing = { ok: false, cancelled: true };
    expect(await host.setSandbox('off')).toMatchObject(nothing);
    expect(setting()).toMatchObject({ setting: 'auto', available: true });
    expect(await host.setSandbox('required')).toEqual({ ok: true });
    expect(await host.setSandbox('auto')).toMatchObject(nothing);
    expect(setting()).toMatchObject({ setting: 'required', available: true });
    expect(asked.map(({ yes }) => yes)).toEqual(['Switch the wall off', 'No longer require it']);
  });

  it('is in the settings file afterwards', async () => {
    await host.setSandbox('required');
    const saved = await doorman(scratch, ['status', '--json']);
    expect(JSON.parse(saved.stdout).state.wall.setting).toBe('required' satisfies Sandbox);
    await host.shutdown();
    const again = await serveHost(scratch);
    expect((await again.status()).state.wall).toMatchObject({ setting: 'required', available: true });
    await again.stop();
  });
});

/** A login shell whose PATH has bash and no bubblewrap. */
async function withoutBubblewrap(): Promise<void> {
  const bin = join(scratch.home, 'few-programs');
  await mkdir(bin);
  for (const name of ['bash', 'touch']) await symlink(join('/usr/bin', name), join(bin, name));
  await writeFile(join(scratch.home, '.bash_profile'), `PATH=${bin}\n`);
  await writeFile(join(scratch.home, '.profile'), `PATH=${bin}\n`);
}

describe('where no wall can be built', () => {
  afterEach(() => scratch.remove());

  it('required runs nothing, and asks nobody either', async () => {
    scratch = await makeScratch({ sandbox: 'required', mode: 'auto' });
    await withoutBubblewrap();
    const host = await serveHost(scratch);
    expect((await host.status()).state.wall).toMatchObject({
      available: false,
      setting: 'required',
      text: expect.stringMatching(/bubblewrap is not installed.*No shell command runs at all/),
    });
    for (const command of ['echo hi', 'touch made']) {
      expect(await host.call('shell_run', { command })).toEqual({
        ok: false,
        error: expect.stringContaining('commands need a wall, and this machine has none'),
      });
    }
    expect(existsSync(join(scratch.site, 'made'))).toBe(false);
    await host.stop();
  });

  it('auto lets every command wait, in Auto mode too, and runs it without a wall after a yes', async () => {
    scratch = await makeScratch({ sandbox: 'auto', mode: 'auto' });
    await withoutBubblewrap();
    const host = await serveHost(scratch);
    const reply = host.call('shell_run', { command: 'touch made' });
    const id = await host.waiting();
    expect((await host.status()).state.waiting[0]).toMatchObject({ ask: 'must-look' });
    expect(existsSync(join(scratch.site, 'made'))).toBe(false);
    expect((await doorman(scratch, ['approvals', 'allow', id])).code).toBe(0);
    expect(await reply).toMatchObject({ ok: true, output: { exit_code: 0 } });
    expect(existsSync(join(scratch.site, 'made'))).toBe(true);
    await host.stop();
  });
});
