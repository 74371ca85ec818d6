/** What an answer leaves behind: grants, rules, refusals of what was over already; and how the person ends a grant. */

import type { Answer, AnsweredBy, ApprovalCard, GrantScope } from '../src-shared/approval.ts';
import { type Denial, denialOf } from '../src-shared/denial.ts';
import type { GrantView } from '../src-shared/grant-view.ts';
import type { ActionReply } from '../src-shared/ipc-contract.ts';
import type { AlwaysRules } from './always-rules.ts';
import type { LateAnswer } from './approvals/ended-questions.ts';
import type { Grants } from './approvals/grants.ts';
import type { Refusals } from './approvals/refusals.ts';
import type { RuleOffers } from './rule-offers.ts';
import { type JournalRooms, sayWritten } from './say-written.ts';

/** The rooms that answers leave something in. */
export interface LastingRooms extends JournalRooms {
  readonly grants: Grants;
  readonly refusals: Refusals;
  readonly offers: RuleOffers;
  readonly always: AlwaysRules;
}

type Allowed = Extract<Answer, { kind: 'allow' }>;

/** The yes stands even where its rule cannot be saved; the person is told. */
export function rememberAnswer(rooms: LastingRooms, card: ApprovalCard, { grant, rule }: Allowed): void {
  const { grants, offers, always, notices } = rooms;
  if (grant === 'always') {
    const rules = offers.told(card.callId, rule ?? '') ?? [];
    always.add(rules, card).catch((error: Error) => {
      const text = `What you always allow was not saved: ${error.message}.`;
      notices.set('rule-not-saved', { level: 'error', text });
    });
  } else if (grant !== undefined) {
    const { callId, meaning: digest, summary, origin } = card;
    grants.add({ callId, digest, summary, origin, scope: grant });
  }
}

/** Puts an answer that came too late on record; then a no counts in its run from now on, and a yes for the next asking. */
export function rememberLate(rooms: LastingRooms, { card, said, by }: LateAnswer): boolean {
  const { journal, grants, refusals } = rooms;
  const { callId, meaning: digest, summary, origin } = card;
  const record = (answer: 'allow' | 'deny', more: Denial & { readonly grant?: 'next' } = {}) =>
    sayWritten(rooms, journal.append(callId, { step: 'answered-late', answer, by, ...more }));
  switch (said.kind) {
    case 'too-late':
      return record('allow');
    case 'next':
      if (!record('allow', { grant: 'next' })) return false;
      refusals.takeBack(digest, origin);
      grants.add({ callId, digest, summary, origin, scope: 'next' });
      return true;
    default: {
      const denial = denialOf(said);
      if (!record('deny', denial)) return false;
      grants.takeBack(digest, origin);
      refusals.add({ ...card, digest, ...denial });
      return true;
    }
  }
}

/** Ends one grant or rule by its id, or all that the answer to one call gave. What runs goes on. */
export async function endGrant(rooms: LastingRooms, ref: string, by: AnsweredBy): Promise<ActionReply> {
  const { grants, always } = rooms;
  const rules = always.find(ref);
  const ended = grants.end(ref);
  for (const { callId, scope, summary } of ended) recordEnd(rooms, callId, { grant: scope, by, summary });
  if (rules.length === 0) {
    if (ended.length > 0) return { ok: true };
    return { ok: false, error: 'It is not in force any more.' };
  }
  try {
    await always.remove(rules);
  } catch (error) {
    return { ok: false, error: `It is still in force: ${(error as Error).message}.` };
  }
  for (const { callId, id, line } of rules)
    recordEnd(rooms, callId ?? id, { grant: 'always', by, rule: line });
  return { ok: true };
}

interface GrantEnd {
  readonly grant: GrantScope;
  readonly by: AnsweredBy;
  readonly summary?: string;
  readonly rule?: string;
}

/** Ending only narrows, so it holds even where it cannot be written down. */
function recordEnd(rooms: LastingRooms, callId: string, end: GrantEnd): void {
  sayWritten(rooms, rooms.journal.append(callId, { step: 'grant-ended', ...end }));
}

/** What is in force, those in memory first. */
export function grantViews({
  grants,
  always,
}: Pick<LastingRooms, 'grants' | 'always'>): readonly GrantView[] {
  return [...grants.views(), ...always.views()];
}
