/**
 * Work that outlives its call: who it belongs to, how much of it there may be, and when it ends. What a job is made of
 * (a process, its output) is the business of whoever starts it.
 */
import type { JobView } from '../../src-shared/app-state.ts';
import type { AnsweredBy } from '../../src-shared/approval.ts';
import { type Origin, ownerOf } from '../../src-shared/call.ts';
import { type Clock, type Instant, remaining } from '../../src-shared/clock.ts';
import type { Job, JobEndedBy, JobPlace, JobStart, ProcessGone } from '../../src-shared/job.ts';
import type { JournalStep } from '../../src-shared/journal-entry.ts';
import { dueEnd, LOOK_MS } from './job-ends.ts';
import { KnownJob } from './known-job.ts';

/** Jobs that may run at once for one runtime (or for all callers of this machine together), and over all. */
export const MOST_OF_ONE = 8;
export const MOST_AT_ALL = 16;

/** How long an ended job can still be read. Milliseconds. */
export const READABLE_MS = 15 * 60_000;

/** How many ended jobs of one runtime can still be read, the newest ones: their output is kept in memory. */
export const MOST_READABLE = 8;

/** A tree that cannot be ended in this time is left to the system, and nobody waits for it. Milliseconds. */
const GIVE_UP_MS = 5_000;

export interface JobsOptions {
  readonly clock: Clock;
  newId(): string;
  /** Writes a step of the call that started the job; false when it could not be written. */
  record(callId: string, step: JournalStep): boolean;
  /** Whether the runtime of this profile is connected now. */
  isConnected(profileId: string): boolean;
  /** Whether every call is refused now: the silence of a run then says nothing. */
  isPaused(): boolean;
  /** Who asks, in a few words. */
  label(origin: Origin): string;
  onChange(): void;
}

export class Jobs<Content> {
  readonly #options: JobsOptions;
  readonly #jobs = new Map<string, KnownJob<Content>>();
  /** Places that are taken, but where nothing runs yet. */
  readonly #reserved = new Set<{ readonly profileId: string | undefined }>();
  /** How many calls are under way, by owner. */
  readonly #calls = new Map<string, number>();
  #stopLooking = (): void => {};

  constructor(options: JobsOptions) {
    this.#options = options;
  }

  /** Takes a place before anything is started, so that no two starts can share the last one. A refusal is for the agent. */
  reserve(origin: Origin): JobPlace<Content> | { readonly ok: false; readonly message: string } {
    const place = { profileId: origin.door !== 'client-tools' ? undefined : origin.profileId };
    const full = this.#whyFull(place.profileId);
    if (full) return { ok: false, message: full };
    this.#reserved.add(place);
    return {
      ok: true,
      giveBack: () => void this.#reserved.delete(place),
      start: (start) => {
        this.#reserved.delete(place);
        return this.#start(start, origin);
      },
    };
  }

  /** A job of the same owner; for everybody else there is none. */
  find(jobId: string, origin: Origin): Job<Content> | undefined {
    const job = this.#jobs.get(jobId);
    return job?.owner === ownerOf(origin) ? job : undefined;
  }

  /** Ids of the jobs that this caller may read, the newest first. */
  idsFor(origin: Origin): readonly string[] {
    return this.#newestFirst().flatMap((job) => (job.owner === ownerOf(origin) ? [job.id] : []));
  }

  /** A call of any tool came; to be called once, the returned function says that it is over. */
  heard(origin: Origin): () => void {
    const owner = ownerOf(origin);
    this.#calls.set(owner, (this.#calls.get(owner) ?? 0) + 1);
    return () => {
      const left = (this.#calls.get(owner) ?? 1) - 1;
      if (left > 0) this.#calls.set(owner, left);
      else this.#calls.delete(owner);
      const now = this.#options.clock.now();
      for (const job of this.#running()) if (job.owner === owner) job.heardAt = now;
    };
  }

  /** To be called whenever a runtime connected or went away. */
  linksChanged(): void {
    for (const job of this.#running()) this.#seeLink(job);
  }

  /** Lets a running job go on without its run. `none`: nothing runs under that id. */
  keep(jobId: string, by: AnsweredBy): 'kept' | 'not-recorded' | 'none' {
    const job = this.#jobs.get(jobId);
    if (job?.state !== 'running') return 'none';
    if (job.kept) return 'kept';
    if (!this.#options.record(job.callId, { step: 'job-kept', job: job.id, by })) return 'not-recorded';
    job.kept = true;
    this.#options.onChange();
    return 'kept';
  }

  /** Ends one. `ending`: not all of it is gone even now. `none`: nothing runs under that id. */
  async end(jobId: string, by: JobEndedBy): Promise<'ended' | 'ending' | 'none'> {
    const job = this.#jobs.get(jobId);
    if (!job || job.end) return 'none';
    await this.#endThese([job], by);
    return job.end ? 'ended' : 'ending';
  }

  /** Ends those of one profile, or all. Resolves when nothing of them runs any more. */
  async endAll(by: JobEndedBy, profileId?: string): Promise<void> {
    const all = this.#running();
    await this.#endThese(
      profileId === undefined ? all : all.filter((job) => job.profileId === profileId),
      by,
    );
  }

  /** Ends all of them with Doorman, and forgets them. */
  async close(): Promise<void> {
    await this.endAll('shutting-down');
    this.#stopLooking();
    this.#jobs.clear();
  }

  /** What is kept of a job, for the person. */
  contentOf(jobId: string): Content | undefined {
    return this.#jobs.get(jobId)?.content;
  }

  /** What runs comes first, the newest first. */
  views(): readonly JobView[] {
    const all = this.#newestFirst().map((job) => job.view());
    return [...all.filter(({ end }) => !end), ...all.filter(({ end }) => end)];
  }

  #whyFull(profileId: string | undefined): string | undefined {
    const taken = [...this.#reserved, ...this.#running()];
    const own = taken.filter((one) => one.profileId === profileId).length;
    if (own >= MOST_OF_ONE) {
      return `${own} jobs run already, which is the most. End one with shell_stop, or wait until one ends.`;
    }
    if (taken.length < MOST_AT_ALL) return undefined;
    return `${taken.length} jobs run on this machine, which is the most. Try again when some have ended.`;
  }

  #start(start: JobStart<Content>, origin: Origin): Job<Content> {
    const { clock, label, newId } = this.#options;
    let id = newId();
    while (this.#jobs.has(id)) id = newId();
    const job = new KnownJob(id, start, { origin, from: label(origin) }, clock);
    this.#jobs.set(id, job);
    void start.gone.then((gone) => this.#ended(job, gone));
    this.#seeLink(job);
    this.#look();
    this.#options.onChange();
    return job;
  }

  #seeLink(job: KnownJob<Content>): void {
    const { clock, isConnected } = this.#options;
    if (job.profileId === undefined || isConnected(job.profileId)) job.awaySince = undefined;
    else job.awaySince ??= clock.now();
  }

  /** Ends what is due, and goes on looking as long as anything is known. */
  #look(): void {
    const { clock } = this.#options;
    this.#stopLooking();
    const now = clock.now();
    const paused = this.#options.isPaused();
    for (const job of this.#running()) {
      if (paused) job.heardAt = now;
      const by = dueEnd(job, this.#calls.has(job.owner), now);
      if (by && job.state === 'running') void this.#endThese([job], by);
    }
    this.#forget(now);
    if (this.#jobs.size === 0) return;
    const budgets = this.#running().flatMap((job) =>
      job.state === 'running' ? [remaining(job.endBy, now)] : [],
    );
    this.#stopLooking = clock.after(Math.min(LOOK_MS, ...budgets), () => this.#look());
  }

  async #endThese(jobs: readonly KnownJob<Content>[], by: JobEndedBy): Promise<void> {
    const over = Promise.all(jobs.map((job) => job.stop(by)));
    this.#options.onChange();
    let stopWaiting = () => {};
    const enough = new Promise<void>((resolve) => {
      stopWaiting = this.#options.clock.after(GIVE_UP_MS, resolve);
    });
    await Promise.race([over, enough]);
    stopWaiting();
  }

  #ended(job: KnownJob<Content>, { printed }: ProcessGone): void {
    const { callId, id, end } = job;
    if (!end) return;
    const { signal, ...how } = end;
    const step = { step: 'job-ended' as const, job: id, ...how, printed };
    this.#options.record(callId, signal === null ? step : { ...step, signal });
    this.#forget(this.#options.clock.now());
    this.#options.onChange();
  }

  /** Drops what ended too long ago, or is one too many to be kept. */
  #forget(now: Instant): void {
    const counts = new Map<string | undefined, number>();
    for (const { id, endedAt, profileId } of this.#newestFirst()) {
      if (!endedAt) continue;
      const count = (counts.get(profileId) ?? 0) + 1;
      counts.set(profileId, count);
      if (count <= MOST_READABLE && now.mono - endedAt.mono < READABLE_MS) continue;
      this.#jobs.delete(id);
      this.#options.onChange();
    }
  }

  #running(): readonly KnownJob<Content>[] {
    return [...this.#jobs.values()].filter((job) => !job.end);
  }

  #newestFirst(): readonly KnownJob<Content>[] {
    return [...this.#jobs.values()].reverse();
  }
}
