/** What a run printed so far can be read while it runs, by its end, and no longer. */
import { expect, it, vi } from 'vitest';
import { liveOutput } from '../../../../src-main/live-output.ts';
import { createMasker } from '../../../../src-main/masking/masker.ts';
import { RunOutputs } from '../../../../src-main/tools/run-outputs.ts';
import { plantCredentials } from '../../../support/planted-credentials.ts';
import { callTool, runContext, scratchFolder, toolsEnv } from './tools-fixture.ts';

it('has the last of what a run printed, until it is over', () => {
  const outputs = new RunOutputs();
  const { hears, over } = outputs.begin('call-1');
  hears.onStdout(Buffer.from(`${'x'.repeat(40_000)}end`));
  hears.onStderr(Buffer.from('oops'));
  expect(outputs.of('call-1')?.stdout.total()).toBe(40_003);
  expect(outputs.of('call-1')?.stdout.from(0).toString()).toMatch(/^x{16381}end$/);
  expect(outputs.of('call-1')?.stderr.from(0).toString()).toBe('oops');
  expect(outputs.of('call-2')).toBeUndefined();
  over();
  expect(outputs.of('call-1')).toBeUndefined();
});

it('shows what a real run printed without its credentials, and nothing once that ended', async () => {
  const token = plantCredentials().find(({ name }) => name === 'a GitHub token')?.secrets[0] ?? '';
  const home = await scratchFolder();
  const env = toolsEnv(home, { folders: () => [home] });
  const end = new AbortController();
  const context = runContext({ signal: end.signal });
  const ran = callTool(env, 'shell_run', { command: `echo login ${token}; sleep 600` }, context);
  const look = () => liveOutput(env.outputs.of(context.call.id), createMasker('/no/such/worker.js'));
  await vi.waitFor(
    async () =>
      expect(await look()).toMatchObject({
        ok: true,
        stdout: { text: 'login [masked by Doorman: GitHub token]\n' },
      }),
    10_000,
  );
  end.abort();
  expect(await ran).toMatchObject({ ok: false });
  expect(env.outputs.of(context.call.id)).toBeUndefined();
});
