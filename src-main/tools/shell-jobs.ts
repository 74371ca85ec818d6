/** What the three tools for jobs share: where jobs are kept, what is kept of one, and how its state is told. */
import type { Wall } from '../../src-shared/action.ts';
import { type Origin, ownerOf } from '../../src-shared/call.ts';
import { type Job, type JobPlace, jobEndSentence } from '../../src-shared/job.ts';
import type { Json } from '../../src-shared/json.ts';
import type { Failed } from './define-tool.ts';
import type { JobOutput } from './job-output.ts';
import type { LeftProcess } from './process-orphans.ts';
import type { RaisedWall } from './wall.ts';
import { trafficReport } from './wall-network.ts';
import { NEVER_BEGAN, wallNote } from './wall-note.ts';

export interface JobContent {
  readonly output: JobOutput;
  readonly wall: Wall;
  readonly raised: RaisedWall;
  /** What the wall could not keep or hide, each a sentence; more may come at the end. */
  gaps: readonly string[];
  /** What may run on after the end. */
  left: readonly LeftProcess[];
  /** What it took too much of, where it was ended for that. */
  over: string | undefined;
  /** Bubblewrap ended before the program began. */
  neverBegan?: boolean;
}

export type ShellJob = Job<JobContent>;

/** Where jobs are kept. */
export interface JobKeeper {
  reserve(origin: Origin): JobPlace<JobContent> | Failed;
  /** Only a job of the same run (see `ownerOf`); for everybody else there is none. */
  find(jobId: string, origin: Origin): ShellJob | undefined;
  idsFor(origin: Origin): readonly string[];
}

/** The same words for a job of others and for one that never was. */
export function noSuchJob(jobId: string, jobs: JobKeeper, origin: Origin | undefined): Failed {
  const own = origin ? jobs.idsFor(origin) : [];
  const list = own.length > 0 ? `The jobs of this run: ${own.join(', ')}.` : 'This run has no jobs.';
  return { ok: false, message: `no such job: ${jobId}. ${list}` };
}

/** What using a job does, for the judgement: it holds who started it against who asks. */
export function jobEffect(use: 'read' | 'stop', job: ShellJob, origin: Origin) {
  return { kind: 'job' as const, use, job: job.id, startedBy: job.owner, askedBy: ownerOf(origin) };
}

/** Bytes of the end of stderr that are looked through for signs of the wall. */
const LOOKED_THROUGH = 16 * 1024;

/** How the job stands, without its output. */
export function jobState({ id, end, content }: ShellJob): { readonly [key: string]: Json } {
  const { raised, wall, gaps, left, output, neverBegan = false } = content;
  const network = trafficReport(raised.network);
  const told = {
    ...(network === undefined ? {} : { network }),
    ...(gaps.length > 0 ? { wall_gaps: [...gaps] } : {}),
  };
  if (!end) return { job_id: id, state: 'running', ...told };
  const { stderr } = output;
  const errors = stderr.from(stderr.total() - LOOKED_THROUGH).toString('utf8');
  const note =
    neverBegan || end.exitCode === 0 || end.by !== 'itself' ? undefined : wallNote(wall, errors, raised);
  const itself = neverBegan ? NEVER_BEGAN : jobEndSentence(end.by);
  const why = content.over === undefined ? itself : `${content.over}, so it was ended.`;
  return {
    job_id: id,
    state: 'ended',
    exit_code: end.exitCode,
    ...(end.signal === null ? {} : { signal: end.signal }),
    ended_by: end.by,
    ...(why === undefined ? {} : { why }),
    duration_ms: end.durationMs,
    ...(note === undefined ? {} : { note }),
    ...told,
    ...(left.length > 0 ? { may_have_left_running: left.map(({ pid, name }) => ({ pid, name })) } : {}),
  };
}
