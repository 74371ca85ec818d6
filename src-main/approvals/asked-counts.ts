/** Counts how often each asker put each question, so that a card can say so. In memory: a start of Doorman begins anew. */
import type { AskedSoFar } from '../../src-shared/approval.ts';
import { type Origin, ownerOf } from '../../src-shared/call.ts';

/** Askers that are remembered, the last heard ones; and different questions of each. More are counted as new. */
const MOST_ASKERS = 200;
const MOST_QUESTIONS = 500;

interface Counts {
  all: number;
  readonly same: Map<string, number>;
}

export class AskedCounts {
  /** The one that asked last is last. */
  readonly #askers = new Map<string, Counts>();

  /** Counts one question; the digest says which action it is about. */
  count(digest: string, origin: Origin): AskedSoFar {
    const asker = ownerOf(origin);
    const counts = this.#askers.get(asker) ?? { all: 0, same: new Map<string, number>() };
    this.#askers.delete(asker);
    this.#askers.set(asker, counts);
    dropOldest(this.#askers, MOST_ASKERS);
    counts.all += 1;
    const same = (counts.same.get(digest) ?? 0) + 1;
    counts.same.delete(digest);
    counts.same.set(digest, same);
    dropOldest(counts.same, MOST_QUESTIONS);
    return { same, all: counts.all };
  }
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  const oldest = map.keys().next();
  if (map.size > most && !oldest.done) map.delete(oldest.value);
}
