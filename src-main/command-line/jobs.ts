/** `doorman jobs`: see what runs on after its call, end a job, or let it run on without its run. */
import type { JobView } from '../../src-shared/app-state.ts';
import type { JobEnd } from '../../src-shared/job.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import { control } from './client.ts';
import {
  type Command,
  type CommandContext,
  type ExitCode,
  readArguments,
  saying,
  usageError,
} from './command.ts';
import { pickById } from './pick-by-id.ts';

const help = `Usage: doorman jobs [list] [--json]
       doorman jobs stop ID [--json]
       doorman jobs keep ID [--json]

Shows the jobs that run and those that ended in the last quarter of an hour, ends one with all that it started, or
keeps one: it is then ended by its budget, by you or by Stop, and no longer when the run that started it is over.
ID may be shortened as long as it stays unique. While the desktop runs, keeping from here must first be switched on
in its window.

Example: doorman jobs stop j-3f2a`;

const about = { name: 'jobs', help };

export const jobsCommand: Command = {
  ...about,
  async run(args, context) {
    const read = readArguments(args, { json: { type: 'boolean', default: false } });
    if (!read.ok) return usageError(context, about, read.message);
    const [verb = 'list', id, ...rest] = read.positionals;
    if (verb === 'list' && id === undefined) return list(context, read.values.json === true);
    if ((verb !== 'stop' && verb !== 'keep') || rest.length > 0) {
      return usageError(context, about, `unknown use: ${read.positionals.join(' ')}`);
    }
    if (id === undefined) return usageError(context, about, `${verb} needs the ID of a running job`);
    return act(saying(context, read.values.json), verb, id);
  },
};

async function list(context: CommandContext, json: boolean): Promise<ExitCode> {
  const reply = await control<'jobs'>(context.paths.socket, { command: 'jobs' });
  if (!reply.ok) return failed(context, reply.error);
  if (json) context.out(JSON.stringify(reply.value));
  else if (reply.value.length === 0) context.out('No job runs.');
  else for (const job of reply.value) context.out(describeJob(job, Date.now()));
  return 0;
}

async function act(context: CommandContext, verb: 'stop' | 'keep', id: string): Promise<ExitCode> {
  const jobs = await control<'jobs'>(context.paths.socket, { command: 'jobs' });
  if (!jobs.ok) return failed(context, jobs.error);
  const running = jobs.value.filter((job) => !job.end);
  const picked = pickById(running, (job) => job.jobId, id, ['running job', 'jobs']);
  if (!picked.ok) return failed(context, picked.problem);
  const { jobId, summary } = picked.item;
  const reply =
    verb === 'stop'
      ? await control<'stop-job'>(context.paths.socket, { command: 'stop-job', jobId })
      : await control<'keep-job'>(context.paths.socket, { command: 'keep-job', jobId });
  if (!reply.ok) return failed(context, reply.error);
  context.out(`${verb === 'stop' ? 'Ended' : 'Kept'}: ${visibleText(summary)}`);
  return 0;
}

function failed(context: CommandContext, error: string): ExitCode {
  context.error(`doorman jobs: ${error}`);
  return 1;
}

/** One job as a person reads it in a terminal; nothing in it can move the cursor or hide. `now` is Unix milliseconds. */
function describeJob(job: JobView, now: number): string {
  const minutes = (ms: number) => Math.max(0, Math.round(ms / 60_000));
  const time = job.end
    ? `ended (${endWords(job.end)}), after ${minutes(job.end.durationMs)} min`
    : `${job.state}${job.kept ? ', kept' : ''}; for ${minutes(now - job.startedAt)} min, ` +
      `${minutes(job.endsBy - now)} min left`;
  return [
    `${job.jobId}  ${visibleText(job.summary)}`,
    `  ${time}; behind the wall: ${job.wall}; started by ${visibleText(job.from)}`,
  ].join('\n');
}

function endWords({ by, exitCode, signal }: JobEnd): string {
  if (by !== 'itself') return `by: ${by}`;
  return signal === null ? `exit code ${exitCode}` : signal;
}
