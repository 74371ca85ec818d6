/** A waiting call as a person reads it in a terminal; nothing in it can move the cursor or hide. */
import type { StandingCard } from '../../src-shared/approval.ts';
import type { Origin } from '../../src-shared/call.ts';
import { type MaskedCount, maskedWords } from '../../src-shared/masking.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import { questionLines } from './reply-arguments.ts';

/** Several lines. `now` is Unix milliseconds. */
export function describeCard(card: StandingCard, now: number): string {
  const seconds = Math.max(0, Math.round((card.expiresAt - now) / 1000));
  const says = card.claimedReason ? [`  the agent says: "${visibleText(card.claimedReason)}"`] : [];
  if (card.question) {
    const head = `${card.callId}  A question from ${visibleText(originName(card.origin))}`;
    return [head, `  ${seconds} s left`, ...questionLines(card.question), ...says].join('\n');
  }
  return [
    `${card.callId}  ${visibleText(card.summary)}`,
    card.review
      ? `  it ran; send this result? ${seconds} s left${maskedNote(card.review.masked)}`
      : `  ${card.ask === 'must-look' ? 'must be looked at' : 'not on your list'}; ${seconds} s left; behind the wall: ${card.wall}`,
    ...card.reasons.map(
      ({ part, text }) =>
        `  because: ${part === undefined ? '' : `${visibleText(part)}: `}${visibleText(text)}`,
    ),
    ...visibleText(card.text, 'block')
      .split('\n')
      .map((line) => `  | ${line}`),
    ...says,
    ...equalCalls(card),
  ].join('\n');
}

/** Equal calls of one run are one card; each can be answered by its own ID. */
function equalCalls({ callIds, otherClaims }: StandingCard): readonly string[] {
  if (callIds.length < 2) return [];
  return [
    `  ${callIds.length} equal calls, the oldest first: ${callIds.map((id) => visibleText(id)).join(', ')}`,
    ...otherClaims.map((claim) => `  of another one it says: "${visibleText(claim)}"`),
  ];
}

/** What became of it, in one word. */
export function doneWord(
  { review, question }: Pick<StandingCard, 'review' | 'question'>,
  yes: boolean,
): string {
  if (review) return yes ? 'Sent' : 'Withheld';
  if (question) return yes ? 'Answered' : 'Declined';
  return yes ? 'Allowed' : 'Denied';
}

function maskedNote(masked: readonly MaskedCount[]): string {
  return masked.length === 0 ? '' : `; masked: ${maskedWords(masked)}`;
}

/** Who asks; all of it but the name of the runtime is a claim. */
function originName(origin: Origin): string {
  if (origin.door !== 'client-tools') return origin.door === 'direct' ? origin.name : origin.caller;
  const agent = origin.agentId === undefined ? '' : `, agent ${origin.agentId}`;
  const run = origin.runId === undefined ? '' : `, run ${origin.runId}`;
  return `${origin.profileName}${agent}${run}`;
}
