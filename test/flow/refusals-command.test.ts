import { exec } from 'node:child_process';
import { afterEach, expect, it } from 'vitest';
import { invokeTool } from '../support/invoke-tool.ts';
import {
  cliFile,
  doorman,
  makeScratch,
  type Scratch,
  type ServedHost,
  serveHost,
} from '../support/serve-host.ts';

let scratch: Scratch;
let host: ServedHost | undefined;

async function start(): Promise<ServedHost> {
  host = await serveHost(scratch);
  return host;
}

/** Each starts hosts and many commands, one after the other. Milliseconds. */
const LIMIT_MS = 90_000;

afterEach(async () => {
  await host?.stop();
  host = undefined;
  await scratch.remove();
});

it(
  'lists what was refused, and forgives it',
  async () => {
    scratch = await makeScratch();
    const { call, waiting } = await start();
    expect((await doorman(scratch, ['refusals'])).stdout).toContain('Nothing is refused');
    const ask = () => call('shell_run', { command: 'touch made' });
    const first = ask();
    await doorman(scratch, ['approvals', 'deny', await waiting()]);
    await first;
    expect(await ask()).toMatchObject({ ok: false, error: expect.stringContaining('refused already') });

    const { stdout } = await doorman(scratch, ['refusals', 'list', '--json']);
    const [refusal] = JSON.parse(stdout) as readonly { id: string; times: number }[];
    expect(refusal).toMatchObject({ times: 2, summary: expect.stringContaining('touch made') });
    const listed = await doorman(scratch, ['refusals']);
    expect(listed.stdout).toContain('refused 2 times');
    expect((await doorman(scratch, ['refusals', 'forgive', 'no-such'])).code).toBe(1);
    expect((await doorman(scratch, ['refusals', 'forgive'])).code).toBe(2);
    const forgiven = await doorman(scratch, ['refusals', 'forgive', refusal?.id ?? '']);
    expect(forgiven).toMatchObject({ code: 0, stdout: expect.stringContaining('Forgiven') });

    const again = ask();
    await doorman(scratch, ['approvals', 'allow', await waiting()]);
    expect(await again).toMatchObject({ ok: true });
  },
  LIMIT_MS,
);

it(
  'keeps a paused run paused over a restart, until it is resumed',
  async () => {
    scratch = await makeScratch();
    const callAs = ({ url, bearer }: ServedHost, runId: string) =>
      invokeTool(url, bearer, { tool: 'shell_run', input: { command: 'pwd' }, run_id: runId });
    const before = await start();
    for (const run of ['r-1', 'r-2']) expect(await callAs(before, run)).toMatchObject({ ok: true });
    expect((await doorman(scratch, ['pause', '--run', 'r-1'])).code).toBe(0);
    await before.stop();

    const after = await start();
    expect((await after.status()).state.runs).toMatchObject([{ what: 'run', paused: true }]);
    expect(await callAs(after, 'r-1')).toMatchObject({ ok: false, error: /has paused the run r-1/ });
    expect(await callAs(after, 'r-2')).toMatchObject({ ok: true });
    expect((await doorman(scratch, ['resume', '--run', 'r-1'])).code).toBe(0);
    await after.stop();
    const last = await start();
    expect(await callAs(last, 'r-1')).toMatchObject({ ok: true });
  },
  LIMIT_MS,
);

it('takes a reader that leaves early for no fault', async () => {
  scratch = await makeScratch();
  const lines = Array.from({ length: 3000 }, (_, at) =>
    JSON.stringify({ id: `${at}`, command: 'ls', cwd: '/', whitelist: ['x'.repeat(100)] }),
  );
  const ended = await new Promise<string>((resolve) => {
    const env = { ...process.env, DOORMAN_HOME: scratch.doormanHome };
    const child = exec(
      `"${process.execPath}" "${cliFile}" check --json | head -1 > /dev/null; echo "\${PIPESTATUS[0]}"`,
      { env, shell: '/bin/bash' },
      (_error, stdout, stderr) => resolve(`${stdout}${stderr}`),
    );
    child.stdin?.end(lines.join('\n'));
  });
  expect(ended).toBe('0\n');
});
