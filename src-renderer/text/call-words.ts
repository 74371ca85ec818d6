/** What became of a call, in words and as a shape: for the list of calls, and for a card that ended while it was shown. */
import type { CallView, WaitingView } from '../../src-shared/app-state.ts';
import { assertNever, type OutcomeKind } from '../../src-shared/outcome.ts';
import type { ShapeKind } from '../parts/shape.tsx';
import { strings } from '../strings.ts';

export interface CallWords {
  readonly words: string;
  readonly shape: ShapeKind;
}

/** How the call stands or ended. */
export function callWords(call: Pick<CallView, 'state' | 'outcome'>): CallWords {
  if (call.state === 'waiting') return { words: strings.calls.waiting, shape: 'diamond' };
  if (call.state === 'reviewing') return { words: strings.calls.reviewing, shape: 'diamond' };
  if (call.state === 'running') return { words: strings.calls.running, shape: 'half' };
  if (call.outcome === undefined) return { words: strings.calls.ended, shape: 'ring' };
  return { words: strings.outcomes[call.outcome], shape: outcomeShape(call.outcome) };
}

/** Who or what decided; empty while nobody has. */
export function answeredByWords(by: CallView['answeredBy']): string {
  return by === undefined ? '' : strings.answeredBy[by];
}

/** What an ended card says in place. `call` is its entry among the last calls, if it is there. */
export function endedWords(call: Pick<CallView, 'state' | 'outcome'> | undefined): string {
  if (call === undefined) return strings.ended.gone;
  if (call.state === 'waiting') return strings.ended.gone;
  if (call.state === 'reviewing') return strings.ended.reviewing;
  if (call.state === 'running' || call.outcome === undefined) return strings.ended.running;
  if (call.outcome === 'answered') return strings.ended.answered;
  return strings.ended.as(strings.outcomes[call.outcome], ranAtAll(call.outcome));
}

/** The same of a card of equal calls: how each of them ended, told once for those that ended alike. */
export function endedCardWords(
  { callIds }: Pick<WaitingView, 'callIds'>,
  recent: readonly CallView[],
): string {
  const counts = new Map<string, number>();
  for (const callId of callIds) {
    const words = endedWords(recent.find((call) => call.callId === callId));
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  if (callIds.length === 1) return [...counts.keys()].join('');
  return [...counts].map(([words, count]) => strings.ended.equal(count, words)).join(' ');
}

function outcomeShape(outcome: OutcomeKind): ShapeKind {
  if (outcome === 'done' || outcome === 'answered') return 'check';
  return ranAtAll(outcome) ? 'warning' : 'cross';
}

function ranAtAll(outcome: OutcomeKind): boolean {
  switch (outcome) {
    case 'done':
    case 'tool-failed':
    case 'out-of-time':
    case 'ended-by-person':
    case 'withheld':
      return true;
    // A stop, a lost connection or a fault can meet a call before or during its run: not said to have run.
    case 'answered':
    case 'declined':
    case 'unanswered':
    case 'internal-error':
    case 'withdrawn':
    case 'stopped':
    case 'bad-input':
    case 'unknown-tool':
    case 'denied-by-rule':
    case 'not-listed':
    case 'denied-by-person':
    case 'refused-before':
    case 'expired':
    case 'paused':
    case 'too-many-waiting':
    case 'too-many-questions':
    case 'run-paused':
    case 'shutting-down':
    case 'not-recorded':
      return false;
    default:
      return assertNever(outcome);
  }
}
