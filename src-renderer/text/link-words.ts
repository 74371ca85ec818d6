/** Where a connection stands, in words and as a shape. */
import type { LinkStatus } from '../../src-shared/app-state.ts';
import { assertNever } from '../../src-shared/outcome.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import type { ShapeKind } from '../parts/shape.tsx';
import { strings } from '../strings.ts';
import { clockWords, spanWords } from './duration-words.ts';

export interface LinkWords {
  readonly words: string;
  readonly shape: ShapeKind;
}

/** `now` is main's time in Unix milliseconds, for the wait until the next try. */
export function linkWords(status: LinkStatus, now: number): LinkWords {
  switch (status.kind) {
    case 'idle':
      return { words: strings.link.idle, shape: 'ring' };
    case 'connecting':
      return { words: strings.link.connecting, shape: 'half' };
    case 'handshaking':
      return { words: strings.link.handshaking, shape: 'half' };
    case 'open':
      return { words: strings.link.open, shape: 'dot' };
    case 'waiting':
      return {
        words: strings.link.waiting(visibleText(status.why), whenWords(status.retryAt, now)),
        shape: 'ring',
      };
    case 'blocked': {
      const when = status.retryAt === undefined ? '' : whenWords(status.retryAt, now);
      return { words: strings.link.blocked(visibleText(status.why), when), shape: 'warning' };
    }
    default:
      return assertNever(status);
  }
}

function whenWords(retryAt: number, now: number): string {
  const left = retryAt - now;
  return left < 1_000 ? strings.link.retryNow : strings.link.retryIn(spanWords(left), clockWords(retryAt));
}
