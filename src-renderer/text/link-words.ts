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
    case 'waiting': {
      const left = status.retryAt - now;
      const when =
        left < 1_000
          ? strings.link.retryNow
          : strings.link.retryIn(spanWords(left), clockWords(status.retryAt));
      return { words: strings.link.waiting(visibleText(status.why), when), shape: 'ring' };
    }
    case 'blocked':
      return { words: strings.link.blocked(visibleText(status.why)), shape: 'warning' };
    default:
      return assertNever(status);
  }
}
