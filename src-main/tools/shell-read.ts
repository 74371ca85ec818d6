/** The tool that says how a job stands and what it printed since the last look, waiting for news if asked to. */
import { z } from 'zod';
import type { EndSignal } from '../../src-shared/end-signal.ts';
import type { Json } from '../../src-shared/json.ts';
import { defineTool, type Ran, type RunContext, reasonField, type Tool } from './define-tool.ts';
import { jsonBytes } from './fit-output.ts';
import { KEPT_BYTES } from './job-output.ts';
import { cutsOfPage, type OutputPage, readPages } from './output-page.ts';
import { named, say } from './say.ts';
import { type JobKeeper, jobEffect, jobState, noSuchJob, type ShellJob } from './shell-jobs.ts';
import { cutsIn } from './text-cuts.ts';

/** Milliseconds kept from the budget for sending. */
const ENDING_MS = 300;

/** What comes this soon after the first news is sent along with it. Milliseconds. */
const GATHER_MS = 50;

/** How long the rest of a line is waited for at most. Milliseconds. */
const MOST_UNSETTLED_MS = 1_000;

/** Bytes kept free for what stands around the two streams and the state. */
const RESERVED_BYTES = 1024;

const DEFAULT_LIMIT = 64 * 1024;

export const jobIdField = z.string().min(1).max(40).describe('The job_id that shell_start returned.');

const inputSchema = z.strictObject({
  job_id: jobIdField,
  offset: z
    .string()
    .regex(/^[0-9]{1,15}\.[0-9]{1,15}$/)
    .optional()
    .describe('The next_offset of the last look. Default: from the start of what is kept.'),
  wait_ms: z
    .int()
    .min(0)
    .max(3_600_000)
    .optional()
    .describe('Waits this long at most for more output or the end. Never longer than a call may take.'),
  limit: z
    .int()
    .min(1024)
    .max(KEPT_BYTES)
    .optional()
    .describe(`Bytes of output to return at most. Default: ${DEFAULT_LIMIT}.`),
  reason: reasonField,
});
type Input = z.infer<typeof inputSchema>;

export interface ReadTarget {
  readonly job: ShellJob;
  readonly offsets: { readonly stdout: number; readonly stderr: number };
  readonly waitMs: number;
  readonly limit: number;
}

export function createShellRead(jobs: JobKeeper): Tool<Input, ReadTarget> {
  return defineTool<Input, ReadTarget>({
    name: 'shell_read',
    description:
      'Says how a job of this run stands (state: running or ended, then with exit_code and ended_by) and returns ' +
      'stdout and stderr since offset. Send the next_offset of the result to go on from there; more is true when ' +
      'there is more already. With wait_ms it waits for news. Of each stream the last 1 MiB is kept; dropped says ' +
      'how many bytes were lost before they were read.',
    input: inputSchema,
    async resolve(input, context) {
      const job = context && jobs.find(input.job_id, context.origin);
      if (!job) return noSuchJob(input.job_id, jobs, context?.origin);
      const { offset = '0.0', wait_ms: waitMs = 0, limit = DEFAULT_LIMIT } = input;
      const [stdout = 0, stderr = 0] = offset.split('.').map(Number);
      const action = {
        tool: 'shell_read',
        ...say`Read what the job ${named(job.id)} has printed`,
        text: job.id,
        effects: [jobEffect('read', job, context.origin)],
        frozen: { job_id: job.id, offset, wait_ms: waitMs, limit },
        target: { job, offsets: { stdout, stderr }, waitMs, limit },
      };
      return { ok: true, action: Object.freeze(action) };
    },
    async run({ target }, context) {
      const waitMs = Math.min(target.waitMs, context.budgetMs - ENDING_MS);
      const { job } = target;
      if (waitMs > 0 && !hasNews(target)) await waitForNews(job, waitMs, context.signal);
      // Half a line may be half a credential, which nobody could recognise.
      const end = performance.now() + Math.min(MOST_UNSETTLED_MS, context.budgetMs - ENDING_MS);
      while (!isSettled(job) && performance.now() < end) await waitForNews(job, GATHER_MS, context.signal);
      return readNow(target, context);
    },
  });
}

function isSettled(job: ShellJob): boolean {
  return job.end !== undefined || job.content.output.settled();
}

function hasNews({ job, offsets }: ReadTarget): boolean {
  const { stdout, stderr } = job.content.output;
  return job.end !== undefined || stdout.total() > offsets.stdout || stderr.total() > offsets.stderr;
}

/** Resolves with the first output and what comes right behind it, with the end, or when the time or the call is over. */
function waitForNews(job: ShellJob, ms: number, signal: EndSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      stopListening();
      signal.removeEventListener('abort', stop);
      resolve();
    };
    let timer = setTimeout(stop, ms);
    const stopListening = job.content.output.onMore(() => {
      stopListening();
      clearTimeout(timer);
      timer = setTimeout(stop, Math.min(ms, GATHER_MS));
    });
    signal.addEventListener('abort', stop, { once: true });
    void job.over.then(stop);
    if (signal.aborted) stop();
  });
}

function readNow({ job, offsets, limit }: ReadTarget, context: RunContext): Ran {
  const state = jobState(job);
  const reserved = RESERVED_BYTES + jsonBytes(JSON.stringify(state));
  const budget = Math.max(0, Math.min(limit, context.maxResultBytes - reserved));
  const { output } = job.content;
  const { stdout, stderr } = readPages(output, offsets, budget, job.end !== undefined);
  const more = stdout.next < output.stdout.total() || stderr.next < output.stderr.total();
  const value: { [key: string]: Json } = {
    ...state,
    stdout: stdout.text,
    stderr: stderr.text,
    next_offset: `${stdout.next}.${stderr.next}`,
    ...(more ? { more } : {}),
    ...both('dropped', stdout.dropped || undefined, stderr.dropped || undefined),
    ...both('binary', described(stdout), described(stderr)),
  };
  const cuts = [
    ...cutsIn('/stdout', stdout.binary ? [] : cutsOfPage(output.stdout, stdout)),
    ...cutsIn('/stderr', stderr.binary ? [] : cutsOfPage(output.stderr, stderr)),
  ];
  return { ok: true, result: { kind: 'data', value }, cuts };
}

function described({ binary }: OutputPage): Json | undefined {
  return binary && { size: binary.size, media_type: binary.media_type };
}

/** One field for what is to be said of either stream, or none. */
function both(name: string, stdout: Json | undefined, stderr: Json | undefined): { [key: string]: Json } {
  if (stdout === undefined && stderr === undefined) return {};
  const said = { ...(stdout === undefined ? {} : { stdout }), ...(stderr === undefined ? {} : { stderr }) };
  return { [name]: said };
}
