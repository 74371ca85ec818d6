/** Whether a press in the approval window is the yes that was sent with it: on its button or its key, in time, held if it must be. */
import { HOLD_MS } from '../../src-shared/approval.ts';
import { assertNever } from '../../src-shared/outcome.ts';
import { INPUT_LASTS_MS, type Point, type Press } from './real-input.ts';
import { contains, type Standing } from './yes-places.ts';

export interface PressCase {
  readonly press: Press | undefined;
  /** Where the pointer is now. */
  readonly point: Point;
  /** The button, as it was reported. */
  readonly standing: Standing;
  /** It must be held for a second. */
  readonly hold: boolean;
  /** A press that began earlier cannot have meant it. */
  readonly armedSince: number;
  readonly now: number;
}

export const NO_PRESS = 'no key or button that allows it was pressed in this window just now';

/** The reason for the person, or nothing where the press will do. */
export function whyNoPress({ press, point, standing, hold, armedSince, now }: PressCase): string | undefined {
  if (press === undefined) return NO_PRESS;
  if (press.downAt < armedSince) return 'the press began before it could be answered; press once more';
  if (!fits(press, point, standing)) return 'the press was not on the button of this answer';
  if (hold && (press.upAt ?? now) - press.downAt < HOLD_MS) {
    return 'this one wants a press that is held for a second';
  }
  // A held button counts while it is down; a click when it came up; a key that need not be held when it goes down.
  if (!hold && press.by === 'pointer' && press.upAt === undefined) return NO_PRESS;
  const last = press.upAt ?? (hold ? now : press.downAt);
  return now - last > INPUT_LASTS_MS ? NO_PRESS : undefined;
}

function fits(press: Press, point: Point, { place, shortcut }: Standing): boolean {
  switch (press.by) {
    case 'Ctrl+Enter':
      return shortcut;
    case 'pointer': {
      const end = press.upPoint ?? point;
      return press.downPoint !== undefined && contains(place, press.downPoint) && contains(place, end);
    }
    default:
      return assertNever(press.by);
  }
}
