/** `doorman approvals` with equal calls, and `approvals watch` on a pipe and in a real terminal, against a real host. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StandingCard } from '../../src-shared/approval.ts';
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

let scratch: Scratch;
let host: ServedHost;

beforeAll(async () => {
  scratch = await makeScratch();
  host = await serveHost(scratch);
});

afterAll(async () => {
  await host?.stop();
  await scratch?.remove();
});

const touch = (name: string) => host.call('shell_run', { command: `touch ${name}` });
const made = (name: string) => existsSync(join(scratch.site, name));

it('names each of several equal calls, and takes each by its own ID', async () => {
  const replies = [touch('equal'), touch('equal')];
  await until(async () => (await host.status()).state.waitingCount === 2);
  const [card] = JSON.parse((await doorman(scratch, ['approvals', '--json'])).stdout) as StandingCard[];
  const [first = '', second = ''] = card?.callIds ?? [];
  const { stdout } = await doorman(scratch, ['approvals']);
  expect(stdout).toContain(`2 equal calls, the oldest first: ${first}, ${second}`);
  expect(await doorman(scratch, ['approvals', 'deny', second])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Denied: /),
  });
  expect((await host.status()).state.waitingCount).toBe(1);
  expect((await doorman(scratch, ['approvals', 'allow', first])).code).toBe(0);
  expect((await Promise.all(replies)).map(({ ok }) => ok).sort()).toEqual([false, true]);
});

it('prints a line for each that comes and goes where there is no terminal, and takes no keys', async () => {
  const watch = watchProgram(scratch, process.execPath, [cliFile, 'approvals', 'watch', '--json']);
  const reply = touch('piped');
  await watch.printed('"waits"');
  watch.child.stdin?.end('aaaa\n');
  const [waits] = watch
    .text()
    .split('\n')
    .map((line) => JSON.parse(line || '{}'));
  expect(waits).toMatchObject({ event: 'waits', card: { summary: expect.stringContaining('touch piped') } });
  await doorman(scratch, ['approvals', 'deny', waits.card.callId]);
  await watch.printed(`{"event":"over","callId":"${waits.card.callId}"}\n`);
  expect(await reply).toMatchObject({ ok: false });
  expect(made('piped')).toBe(false);
  watch.child.kill();
});

it('shows each call as it comes in a terminal, and takes one key for it', async () => {
  const command = `'${process.execPath}' '${cliFile}' approvals watch`;
  const watch = watchProgram(scratch, 'script', ['-qec', command, '/dev/null']);
  await watch.printed('Nothing waits.');
  const press = async (key: string, done: () => boolean) => {
    for (let times = 0; !done(); times += 1) {
      expect(times).toBeLessThan(20);
      watch.child.stdin?.write(key);
      await doorman(scratch, ['status']);
    }
  };
  const denied = touch('denied');
  await watch.printed('touch denied');
  watch.child.stdin?.write('r');
  await watch.printed('Reason: ');
  watch.child.stdin?.write('not today\r');
  expect(await denied).toMatchObject({ ok: false, error: expect.stringContaining('not today') });
  const allowed = touch('allowed');
  await watch.printed('[a]llow', 2);
  // A press right after it came into sight does not count; another command takes about as long as that.
  await press('a', () => watch.text().includes('Allowed: '));
  expect(await allowed).toMatchObject({ ok: true });
  expect([made('denied'), made('allowed')]).toEqual([false, true]);
  // Two keys that arrive as one are a paste, and none.
  await press('q', () => watch.child.exitCode !== null);
  expect(watch.child.exitCode).toBe(0);
});
