/** What a job or a run prints is shown to the person by its end, and without credentials. */
import { expect, it } from 'vitest';
import { liveOutput } from '../../../src-main/live-output.ts';
import { createMasker } from '../../../src-main/masking/masker.ts';
import { createJobOutput } from '../../../src-main/tools/job-output.ts';
import { plantCredentials } from '../../support/planted-credentials.ts';

const token = plantCredentials().find(({ name }) => name === 'a GitHub token')?.secrets[0] ?? '';

function printed(stdout: string, stderr = '') {
  const output = createJobOutput();
  output.take('stdout', Buffer.from(stdout));
  output.take('stderr', Buffer.from(stderr));
  return output;
}

// Small texts are looked through in place, and no worker is there.
const masker = createMasker('/no/such/worker.js');

it('shows both streams, with a mark where a credential was', async () => {
  const shown = await liveOutput(printed(`login ${token}\n`, '\u001b[31moops\u001b[0m\n'), masker);
  expect(shown).toEqual({
    ok: true,
    stdout: { text: 'login [masked by Doorman: GitHub token]\n', before: 0 },
    stderr: { text: 'oops\n', before: 0 },
  });
});

it('shows the end of much, says how much was before, and looks beyond the cut for what begins there', async () => {
  const seen: unknown[] = [];
  const job = printed(`${'x'.repeat(20_000)}the end`);
  const shown = await liveOutput(job, {
    async mask({ result, cuts }) {
      seen.push(cuts.find(({ before }) => before)?.before?.length);
      return { result, masked: [], whole: [], prints: [] };
    },
  });
  expect(shown).toMatchObject({
    ok: true,
    stdout: { text: expect.stringMatching(/^x+the end$/), before: 20_007 - 16 * 1024 },
  });
  expect(seen).toEqual([20_007 - 16 * 1024]);
});

it('shows nothing that could not be looked through, nor anything of what is not kept', async () => {
  const job = printed(token);
  const withheld = await liveOutput(job, { mask: async () => undefined });
  expect(withheld).toEqual({ ok: false, error: expect.stringContaining('could not be looked through') });
  expect(await liveOutput(undefined, masker)).toMatchObject({ ok: false });
});
