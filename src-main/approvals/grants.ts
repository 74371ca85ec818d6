/** What the person allowed for longer than once, in memory: the very same action again, for a run or for 15 minutes. */
import type { Origin } from '../../src-shared/call.ts';
import { type Clock, hasPassed, type Instant, later } from '../../src-shared/clock.ts';

/** The one length of a timed grant. */
export const GRANT_MS = 15 * 60_000;

export interface Grants {
  add(digest: string, scope: 'run' | 'minutes', origin: Origin): void;
  /** The grant that covers this action from this origin, in words, or nothing. */
  covering(digest: string, origin: Origin): string | undefined;
  clear(): void;
}

interface Grant {
  /** The runtime that asked: another one is another asker. */
  readonly asker: string;
  readonly run?: string;
  readonly until?: Instant;
}

export function createGrants(clock: Clock): Grants {
  const grants = new Map<string, Grant[]>();
  return {
    add(digest, scope, origin) {
      const run = runOf(origin);
      if (scope === 'run' && run === undefined) return;
      const asker = askerOf(origin);
      const grant: Grant =
        scope === 'run' && run ? { asker, run } : { asker, until: later(clock.now(), GRANT_MS) };
      grants.set(digest, [...(grants.get(digest) ?? []), grant]);
    },
    covering(digest, origin) {
      const now = clock.now();
      const live = (grants.get(digest) ?? []).filter((grant) => !grant.until || !hasPassed(grant.until, now));
      if (live.length > 0) grants.set(digest, live);
      else grants.delete(digest);
      const mine = live.filter((grant) => grant.asker === askerOf(origin));
      if (mine.some((grant) => grant.until)) return 'allowed by you for 15 minutes';
      const run = runOf(origin);
      if (run && mine.some((grant) => grant.run === run)) return 'allowed by you for this run';
      return undefined;
    },
    clear: () => grants.clear(),
  };
}

function askerOf(origin: Origin): string {
  return origin.door === 'client-tools' ? origin.profileId : `${origin.door}/${origin.caller}`;
}

/** Run ids are only unique within the connection's runtime, so the profile belongs to the name of a run. */
function runOf(origin: Origin): string | undefined {
  if (origin.door !== 'client-tools' || origin.runId === undefined) return undefined;
  return `${origin.profileId}/${origin.runId}`;
}
