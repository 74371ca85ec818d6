/** One job from its start until it is forgotten: what is known of it, and its one end. */
import type { JobView } from '../../src-shared/app-state.ts';
import { type Origin, ownerOf } from '../../src-shared/call.ts';
import { type Clock, type Instant, later } from '../../src-shared/clock.ts';
import type { Job, JobEnd, JobEndedBy, JobStart } from '../../src-shared/job.ts';

export class KnownJob<Content> implements Job<Content> {
  readonly id: string;
  readonly owner: string;
  /** The profile that it counts for; nothing for callers of this machine. */
  readonly profileId: string | undefined;
  readonly callId: string;
  readonly content: Content;
  readonly endBy: Instant;
  readonly over: Promise<void>;
  /** When its run was last heard of. */
  heardAt: Instant;
  /** Since when its runtime is gone. */
  awaySince: Instant | undefined;
  kept = false;
  end: JobEnd | undefined;
  endedAt: Instant | undefined;
  readonly #start: JobStart<Content>;
  readonly #from: string;
  readonly #startedAt: Instant;
  #endedBy: JobEndedBy | undefined;

  constructor(
    id: string,
    start: JobStart<Content>,
    asked: { readonly origin: Origin; readonly from: string },
    clock: Clock,
  ) {
    const now = clock.now();
    this.id = id;
    this.owner = ownerOf(asked.origin);
    this.profileId = asked.origin.door !== 'client-tools' ? undefined : asked.origin.profileId;
    this.callId = start.callId;
    this.content = start.content;
    this.endBy = later(now, start.budgetMs);
    this.heardAt = now;
    this.#start = start;
    this.#from = asked.from;
    this.#startedAt = now;
    this.over = start.gone.then(({ exitCode, killedBy, over }) => {
      this.endedAt = clock.now();
      const durationMs = Math.round(this.endedAt.mono - now.mono);
      const by = this.#endedBy ?? (over === undefined ? 'itself' : 'too-much');
      this.end = { by, exitCode, signal: killedBy, durationMs };
    });
  }

  get state(): JobView['state'] {
    if (this.end) return 'ended';
    return this.#endedBy ? 'ending' : 'running';
  }

  /** The first reason counts. */
  stop(by: JobEndedBy): Promise<void> {
    if (this.state === 'running') {
      this.#endedBy = by;
      this.#start.kill();
    }
    return this.over;
  }

  view(): JobView {
    return {
      jobId: this.id,
      callId: this.callId,
      summary: this.#start.summary,
      from: this.#from,
      wall: this.#start.wall,
      startedAt: this.#startedAt.wall,
      endsBy: this.endBy.wall,
      kept: this.kept,
      state: this.state,
      ...(this.end ? { end: this.end } : {}),
    };
  }
}
