/** The tool that starts one shell text as a job: decided like a run, but it goes on after the call is answered. */
import { z } from 'zod';
import type { Action } from '../../src-shared/action.ts';
import type { JobPlace } from '../../src-shared/job.ts';
import { defineTool, type Ran, type RunContext, reasonField, type Tool } from './define-tool.ts';
import { createJobOutput } from './job-output.ts';
import { type RunningProcess, startProcess } from './run-process.ts';
import { say } from './say.ts';
import type { JobContent, JobKeeper } from './shell-jobs.ts';
import { commandField, cwdField, type ReadyShell, type Shell, type ShellTarget } from './shell-text.ts';
import type { RaisedWall } from './wall.ts';

const HOUR_MS = 3_600_000;
const DEFAULT_BUDGET_MS = HOUR_MS;
const MOST_BUDGET_MS = 12 * HOUR_MS;

/**
 * Of a stream that prints more, nobody could read more than the last moments, and it would keep Doorman busy for as long
 * as the job lasts. Bytes.
 */
const MOST_PER_SECOND = 4 * 1024 * 1024;

const inputSchema = z.strictObject({
  command: commandField,
  cwd: cwdField,
  budget_ms: z
    .int()
    .min(1_000)
    .max(MOST_BUDGET_MS)
    .optional()
    .describe('Milliseconds after which it is ended. Default: one hour. At most twelve hours.'),
  reason: reasonField,
});
type Input = z.infer<typeof inputSchema>;

export function createShellStart(shell: Shell, jobs: JobKeeper): Tool<Input, ShellTarget> {
  return defineTool<Input, ShellTarget>({
    name: 'shell_start',
    description:
      'Starts a command with bash as a job, for work longer than a call (a build, a server), and returns its job_id ' +
      'at once. Read it with shell_read, end it with shell_stop. It is decided on and walled off like shell_run. It is ' +
      'ended when its budget is over, and soon after the run that started it is over or stays silent.',
    input: inputSchema,
    resolve: ({ budget_ms: ms = DEFAULT_BUDGET_MS, ...input }, context) =>
      shell.resolve(
        input,
        {
          tool: 'shell_start',
          line: ({ command, size, cwd }) =>
            say`Start a job: ${command}${size} in ${cwd}, for at most ${spanWords(ms)}`,
          limit: { field: 'budget_ms', ms },
        },
        context,
      ),
    async run(action, context) {
      const place = jobs.reserve(context.call.origin);
      if (!place.ok) return place;
      try {
        const ready = await shell.makeReady(action.target, context);
        return ready.ok ? await startJob(action, ready, place, context) : ready;
      } finally {
        place.giveBack();
      }
    },
    release: (action) => action.target.cwd.handle.close(),
  });
}

/** The process has its own hold on the folder, so the job needs none on the action's. */
async function startJob(
  { summary, target }: Action<ShellTarget>,
  { start, wall }: ReadyShell,
  place: JobPlace<JobContent>,
  context: RunContext,
): Promise<Ran> {
  const output = createJobOutput();
  const running = await startProcess({
    ...start,
    mostPerSecond: MOST_PER_SECOND,
    onStdout: (chunk) => output.take('stdout', chunk),
    onStderr: (chunk) => output.take('stderr', chunk),
  });
  if (running.kind === 'not-started') {
    await wall.lower();
    return { ok: false, message: `not run: ${running.why}.` };
  }
  const content: JobContent = {
    output,
    wall: context.wall,
    raised: wall,
    gaps: wall.gaps,
    left: [],
    over: undefined,
  };
  const budgetMs = target.limitMs ?? DEFAULT_BUDGET_MS;
  const job = place.start({
    callId: context.call.id,
    summary,
    wall: context.wall,
    budgetMs,
    gone: cleanedUp(running, wall, content),
    kill: running.kill,
    content,
  });
  if (context.signal.aborted) {
    // Nobody would ever hear of it.
    await job.stop('call-over');
    return { ok: false, message: 'it was ended, because its call was over before it could be answered.' };
  }
  const gaps = wall.gaps.length > 0 ? { wall_gaps: [...wall.gaps] } : {};
  return {
    ok: true,
    result: { kind: 'data', value: { job_id: job.id, started: true, budget_ms: budgetMs, ...gaps } },
  };
}

/** A job is over only when its wall is down again. */
async function cleanedUp(running: RunningProcess, wall: RaisedWall, content: JobContent) {
  const { exitCode, killedBy, over, neverBegan = false, left = [] } = await running.end;
  const putBack = await wall.lower().catch(() => ['its wall could not be taken down wholly']);
  content.left = left;
  content.over = over;
  content.neverBegan = neverBegan;
  content.gaps = [...wall.gaps, ...putBack];
  const { stdout, stderr } = content.output;
  return { exitCode, killedBy, over, printed: { stdout: stdout.total(), stderr: stderr.total() } };
}

/** A length of time in the largest unit that says it exactly; under a second it is rounded up. */
function spanWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
