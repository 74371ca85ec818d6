/** The end of what a job, or a call that runs, printed so far, for the person: without credentials, as an agent would get it. */
import { EndSwitch } from '../src-shared/end-signal.ts';
import type { LiveOutputReply } from '../src-shared/ipc-contract.ts';
import type { Json } from '../src-shared/json.ts';
import type { Masker } from './masking/masker.ts';
import type { JobOutput } from './tools/job-output.ts';
import { cutsOfPage, readPages } from './tools/output-page.ts';
import { cutsIn } from './tools/text-cuts.ts';

/** Of each stream so much, which is some hundred lines. Bytes. */
const SHOWN_BYTES = 16 * 1024;

/** It shares its turns in the worker with no runtime. */
const ASKER = 'the window';

const gone: LiveOutputReply = { ok: false, error: 'What this printed is not kept any more.' };
const withheld: LiveOutputReply = {
  ok: false,
  error: 'It could not be looked through for credentials in time. It is tried again.',
};

export async function liveOutput(
  output: JobOutput | undefined,
  masker: Pick<Masker, 'mask'>,
): Promise<LiveOutputReply> {
  if (output === undefined) return gone;
  const { stdout, stderr } = output;
  const offsets = { stdout: lastOf(stdout.total()), stderr: lastOf(stderr.total()) };
  const pages = readPages(output, offsets, 2 * SHOWN_BYTES, true);
  const cuts = [
    ...cutsIn('/stdout', cutsOfPage(stdout, pages.stdout)),
    ...cutsIn('/stderr', cutsOfPage(stderr, pages.stderr)),
  ];
  const value = { stdout: pages.stdout.text, stderr: pages.stderr.text };
  const result = { kind: 'data' as const, value };
  const masked = await masker.mask({
    result,
    cuts,
    spared: [],
    asker: ASKER,
    signal: new EndSwitch().signal,
  });
  if (masked?.result.kind !== 'data') return withheld;
  const shown = masked.result.value as { readonly [stream in keyof typeof value]: Json };
  return {
    ok: true,
    stdout: { text: String(shown.stdout), before: pages.stdout.from },
    stderr: { text: String(shown.stderr), before: pages.stderr.from },
  };
}

function lastOf(total: number): number {
  return Math.max(0, total - SHOWN_BYTES);
}
