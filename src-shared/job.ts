/** Work that outlives the call that started it: what is kept of it, how it ends, and what the agent reads about that. */
import type { Wall } from './action.ts';
import { assertNever } from './outcome.ts';

/** Who or what ended a job. */
export type JobEndedBy =
  | 'itself'
  /** Its own budget. */
  | 'time'
  /** Its budget of processes or memory. */
  | 'too-much'
  /** The agent, by the tool for it. */
  | 'agent'
  | 'person'
  /** The person's Stop. */
  | 'stopped'
  /** The call that started it was over before it could be told which job it has. */
  | 'call-over'
  /** With its run: the runtime went away and did not come back. */
  | 'disconnected'
  /** With its run: no call came any more. */
  | 'quiet'
  | 'runtime-removed'
  | 'shutting-down';

export interface JobEnd {
  readonly by: JobEndedBy;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly durationMs: number;
}

/** How what a job started came to its end. */
export interface ProcessGone {
  readonly exitCode: number | null;
  readonly killedBy: string | null;
  /** What it took too much of, in a few words, where it was ended for that. */
  readonly over?: string | undefined;
  /** Bytes. */
  readonly printed: { readonly stdout: number; readonly stderr: number };
}

/** What was started, for the one place that knows all jobs. */
export interface JobStart<Content> {
  /** The call that started it. */
  readonly callId: string;
  readonly summary: string;
  readonly wall: Wall;
  readonly budgetMs: number;
  /** Resolves when nothing of it runs any more; never rejects. */
  readonly gone: Promise<ProcessGone>;
  /** Ends all of it. */
  kill(): void;
  /** What can be read of it. */
  readonly content: Content;
}

export interface Job<Content> {
  readonly id: string;
  /** Whose it is, as `ownerOf` says it. */
  readonly owner: string;
  readonly content: Content;
  /** Set once nothing of it runs any more. */
  readonly end: JobEnd | undefined;
  /** Resolves when `end` is set. */
  readonly over: Promise<void>;
  /** Ends all of it, the first reason counts. Resolves with `over`. */
  stop(by: JobEndedBy): Promise<void>;
}

/** One of the places for running jobs, taken before anything is started: to be used or given back. */
export interface JobPlace<Content> {
  readonly ok: true;
  start(job: JobStart<Content>): Job<Content>;
  /** Does nothing once it was used. */
  giveBack(): void;
}

/** Why a job ended, as one sentence for the agent; nothing where it came to its own end. */
export function jobEndSentence(by: JobEndedBy): string | undefined {
  switch (by) {
    case 'itself':
      return undefined;
    case 'time':
      return 'its budget was over, so it was ended.';
    case 'too-much':
      return 'it took more of this machine than a command may, so it was ended.';
    case 'agent':
      return 'it was ended by shell_stop.';
    case 'person':
      return 'the person at this machine ended it. Do not start it again unless you are asked to.';
    case 'stopped':
      return 'the person at this machine pressed Stop. Do not start it again until the person starts again.';
    case 'call-over':
      return 'the call that started it was over before it could be answered, so it was ended.';
    case 'disconnected':
      return 'the runtime that started it was gone for too long, so it was ended.';
    case 'quiet':
      return 'the run that started it made no call for too long, so it was ended.';
    case 'runtime-removed':
      return 'the person removed the runtime that started it, so it was ended.';
    case 'shutting-down':
      return 'Doorman ended on this machine, and its jobs with it.';
    default:
      return assertNever(by);
  }
}
