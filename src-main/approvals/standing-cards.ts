/**
 * Which waiting calls stand together as one card: equal ones of one run, and nothing that merely looks alike. A card keeps
 * its name and its place while calls join it and leave it.
 */
import { createHash } from 'node:crypto';
import type { ApprovalCard, StandingCard } from '../../src-shared/approval.ts';
import type { Origin } from '../../src-shared/call.ts';
import { OrderedList } from '../../src-shared/ordered-list.ts';

export interface Standing {
  readonly cardId: string;
  /** Rises from each to the next. */
  readonly order: number;
  /** When its first call was asked: its place in the queue. Unix milliseconds. */
  readonly since: number;
  /** What each of its calls would show, by the id of the call, the oldest first. Never empty. */
  readonly calls: ReadonlyMap<string, ApprovalCard>;
}

interface Card extends Standing {
  key: string;
  calls: Map<string, ApprovalCard>;
}

export class StandingCards {
  /** In the order in which they came to stand. */
  readonly #cards = new OrderedList<Card>();
  readonly #byKey = new Map<string, Card>();
  readonly #byCall = new Map<string, Card>();
  readonly #byId = new Map<string, Card>();

  /** Whether a card stands that this call would join. */
  has(card: ApprovalCard): boolean {
    return this.#byKey.has(equalKey(card));
  }

  of(callId: string): Standing | undefined {
    return this.#byCall.get(callId);
  }

  /** The card at this place, counted from 0, the oldest. */
  at(place: number): Standing | undefined {
    return this.#cards.at(place);
  }

  placeOf(cardId: string): number | undefined {
    const card = this.#byId.get(cardId);
    return card && this.#cards.placeOf(card.order);
  }

  get size(): number {
    return this.#cards.size;
  }

  add(call: ApprovalCard): void {
    const key = equalKey(call);
    const card = this.#byKey.get(key) ?? this.#newCard(key, call.askedAt);
    card.calls.set(call.callId, call);
    this.#byCall.set(call.callId, card);
  }

  remove(callId: string): void {
    const card = this.#byCall.get(callId);
    if (!card) return;
    this.#byCall.delete(callId);
    card.calls.delete(callId);
    if (card.calls.size > 0) return;
    this.#cards.remove(card.order);
    this.#byId.delete(card.cardId);
    this.#byKey.delete(card.key);
  }

  /**
   * What a call would do has changed. It keeps the card and its place, alone; those that were equal to it until now stand
   * right behind it as a new card.
   */
  replace(call: ApprovalCard): void {
    const card = this.#byCall.get(call.callId);
    if (!card) return;
    const { key, since } = card;
    card.calls.delete(call.callId);
    const others = card.calls;
    this.#byKey.delete(key);
    card.key = equalKey(call);
    card.calls = new Map([[call.callId, call]]);
    this.#byKey.set(card.key, card);
    if (others.size === 0) return;
    const rest = this.#cards.addBehind(card.order, (order) => newCard(order, key, since));
    rest.calls = others;
    for (const callId of others.keys()) this.#byCall.set(callId, rest);
    this.#byId.set(rest.cardId, rest);
    this.#byKey.set(key, rest);
  }

  #newCard(key: string, since: number): Card {
    const card = this.#cards.add((order) => newCard(order, key, since));
    this.#byId.set(card.cardId, card);
    this.#byKey.set(key, card);
    return card;
  }
}

/** What is shown of it. */
export function wholeCard({ cardId, calls }: Standing): StandingCard | undefined {
  const [oldest, ...others] = calls.values();
  if (!oldest) return undefined;
  const claims = new Set(others.flatMap(({ claimedReason }) => claimedReason ?? []));
  if (oldest.claimedReason !== undefined) claims.delete(oldest.claimedReason);
  return { ...oldest, cardId, callIds: [...calls.keys()], otherClaims: [...claims] };
}

function newCard(order: number, key: string, since: number): Card {
  return { cardId: `card-${order}`, order, since, key, calls: new Map() };
}

/** One name for all that is one question: the same asker, the same frozen action, judged the same, with the same answers. */
export function equalKey(card: ApprovalCard): string {
  // A result is this one's alone.
  if (card.ask === 'review') return `review ${card.callId}`;
  // What a person edited is their own, and stands alone.
  if (card.edited) return `edited ${card.callId}`;
  const { digest, tool, ask, wall, canDropWall, reasons, scopes } = card;
  const judged = [ask, wall, canDropWall, reasons, scopes];
  const whole = JSON.stringify([asker(card.origin), tool, digest, judged]);
  // One is kept for each card, and reasons are long.
  return createHash('sha256').update(whole).digest('base64');
}

/** As the card names it. A run may ask over more than one connection; what names no run is known by the connection alone. */
function asker(origin: Origin): readonly unknown[] {
  if (origin.door !== 'client-tools') return [origin.door, origin.caller];
  const { door, profileId, runId, connectionId, agentId } = origin;
  return [door, profileId, runId === undefined ? { connectionId } : { runId }, agentId];
}
