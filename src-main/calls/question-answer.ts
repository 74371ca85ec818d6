/** What becomes of a question that an agent put to the person: the answer is the result, and nothing is run. */
import type { Action } from '../../src-shared/action.ts';
import type { AnsweredBy, ApprovalCard } from '../../src-shared/approval.ts';
import type { Call } from '../../src-shared/call.ts';
import { hasPassed } from '../../src-shared/clock.ts';
import type { JournalStep } from '../../src-shared/journal-entry.ts';
import type { Outcome } from '../../src-shared/outcome.ts';
import { type Question, type Reply, replyOutput } from '../../src-shared/question.ts';
import type { CallRooms } from './call-rooms.ts';
import { endedEarly } from './ended-early.ts';
import type { LiveCall } from './live-calls.ts';

/** The question that an action is, if it is one. */
export function questionOf(action: Pick<Action, 'effects'>): Question | undefined {
  const [effect] = action.effects;
  return effect?.kind === 'question' ? effect.question : undefined;
}

/** From the person's reply to the outcome: on record first, as whatever leaves this machine, and still in time after that. */
export async function takeReply(
  call: Call,
  card: ApprovalCard,
  { reply, by }: { readonly reply: Reply; readonly by: AnsweredBy },
  live: LiveCall,
  rooms: CallRooms,
): Promise<Outcome> {
  const { question } = card;
  if (!question) throw new Error('a reply was taken for a card without a question');
  const step = { step: 'answered' as const, answer: 'reply' as const, by, reply: keptOf(question, reply) };
  if (!(await rooms.recordNow(card.callId, step))) return { kind: 'not-recorded' };
  const early = endedEarly(live.signal, rooms.gate(call.origin));
  if (early) return early;
  if (hasPassed(call.answerBy, rooms.clock.now())) return { kind: 'unanswered' };
  return { kind: 'answered', output: replyOutput(question, reply) };
}

/**
 * What the journal keeps of a reply: which options, and how much was written, but never the words and no digest of them
 * (a short code is soon found from its digest). Where a secret was asked for, not even that.
 */
function keptOf(question: Question, { choices, text }: Reply): KeptReply {
  if (question.secret !== undefined) return 'withheld';
  return { choices, characters: [...(text?.trim() ?? '')].length };
}

type KeptReply = NonNullable<Extract<JournalStep, { step: 'answered' }>['reply']>;
