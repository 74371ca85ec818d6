/** The tool that ends a job with all that it started, and says how it ended. */
import { z } from 'zod';
import { defineTool, reasonField, type Tool } from './define-tool.ts';
import { named, say } from './say.ts';
import { type JobKeeper, jobEffect, jobState, noSuchJob, type ShellJob } from './shell-jobs.ts';
import { jobIdField } from './shell-read.ts';

/** Milliseconds kept from the budget for sending. */
const ENDING_MS = 300;

const inputSchema = z.strictObject({ job_id: jobIdField, reason: reasonField });
type Input = z.infer<typeof inputSchema>;

export function createShellStop(jobs: JobKeeper): Tool<Input, ShellJob> {
  return defineTool<Input, ShellJob>({
    name: 'shell_stop',
    description:
      'Ends a job of this run at once, with everything that it started, and says how it ended. What it printed can ' +
      'still be read with shell_read for some minutes.',
    input: inputSchema,
    async resolve({ job_id: jobId }, context) {
      const job = context && jobs.find(jobId, context.origin);
      if (!job) return noSuchJob(jobId, jobs, context?.origin);
      const action = {
        tool: 'shell_stop',
        ...say`End the job ${named(job.id)} and all that it started`,
        text: job.id,
        effects: [jobEffect('stop', job, context.origin)],
        frozen: { job_id: job.id },
        target: job,
      };
      return { ok: true, action: Object.freeze(action) };
    },
    async run({ target: job }, { budgetMs }) {
      await atMost(job.stop('agent'), budgetMs - ENDING_MS);
      if (job.end) return { ok: true, result: { kind: 'data', value: jobState(job) } };
      return {
        ok: false,
        message: 'it is being ended, but not all of it is gone yet. Look with shell_read.',
      };
    },
  });
}

/** Waits for `work`, but no longer than `ms` milliseconds. */
async function atMost(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, enough]);
  clearTimeout(timer);
}
