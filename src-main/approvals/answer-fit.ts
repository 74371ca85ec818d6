/** Whether an answer fits what it is given to: the very action, on a snapshot that showed it, and only what the card offers. */
import type { Answer, AnswerRequest, ApprovalCard } from '../../src-shared/approval.ts';
import { replyProblem } from '../../src-shared/question.ts';
import { editProblem } from '../../src-shared/review.ts';

interface Facts {
  /** The number of the newest snapshot that a window can have drawn. */
  snapshot(): number;
  /** Whether these lines are one of the rules that this card offers. */
  isOffered(callId: string, lines: string): boolean;
}

export const ANOTHER_ACTION = 'The action is not the one that was shown. Look at the card again.';

/** A no needs no proof of what was seen; a yes or a reply is bound to the very action and to a snapshot that showed it. */
export function whyNotNow(
  question: { readonly card: ApprovalCard; readonly firstSnapshot: number },
  request: AnswerRequest,
  { snapshot, isOffered }: Facts,
): string | undefined {
  const { card } = question;
  if (request.answer.kind === 'deny') return undefined;
  if (request.digest !== card.digest) return ANOTHER_ACTION;
  if (request.snapshot < question.firstSnapshot || request.snapshot > snapshot()) {
    return 'The answer was given on a picture that did not show this card. Look at the card again.';
  }
  return whyNotFit(card, request.answer, isOffered);
}

/** A question is replied to, anything else allowed; and each only as the card offers it. */
function whyNotFit(
  card: ApprovalCard,
  answer: Exclude<Answer, { kind: 'deny' }>,
  isOffered: Facts['isOffered'],
): string | undefined {
  if ((answer.kind === 'send') !== (card.ask === 'review')) {
    return card.ask === 'review' ? 'A result is sent or withheld.' : 'This call has no result yet.';
  }
  if (answer.kind === 'send') {
    return answer.edited === undefined ? undefined : editProblem(card.review?.kind ?? 'image', answer.edited);
  }
  if (answer.kind === 'reply') {
    return card.question ? replyProblem(card.question, answer) : 'This call asks for no answer in words.';
  }
  if (card.ask === 'question') return 'A question is answered, not allowed.';
  const { grant, rule } = answer;
  if (grant === 'next') return 'It still waits: allow it now.';
  if (grant && !card.scopes.includes(grant)) return 'This call can only be allowed once.';
  if (grant === 'always' && (rule === undefined || !isOffered(card.callId, rule)))
    return 'This rule is not one of those that the card offers. Look at the card again.';
  if (answer.withoutWall && !card.canDropWall) return 'This call has no wall that could be left out.';
  return undefined;
}

/** What an answer to several calls may not do, whatever each of them would take by itself. */
export function whyNotForAll(answer: Answer, cards: number): string | undefined {
  if (answer.kind === 'deny') return undefined;
  if (answer.kind === 'reply') return cards > 1 ? 'A reply is to one question.' : undefined;
  if (answer.kind === 'send') return cards > 1 ? 'Results are sent one at a time.' : undefined;
  if (answer.withoutWall) return 'Leaving out the wall is for one call at a time.';
  if (answer.grant && cards > 1) return 'Several cards can only be allowed once each.';
  return undefined;
}
