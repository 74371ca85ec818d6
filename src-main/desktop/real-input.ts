/** Tells a person's press in a window from a call that a script made by itself. */

/** How long one press lets the page act, in milliseconds (DESIGN.md, 'The safe yes': input "at that moment"). */
export const INPUT_LASTS_MS = 1000;

/**
 * Presses only: moving the pointer over a window, or scrolling it, is no decision. A page hears of a click when the
 * button comes up, so that counts; of a key it can hear when it goes down, and its way up must not stand for a second act.
 */
const PRESSES = new Set(['mouseDown', 'mouseUp', 'rawKeyDown', 'keyDown', 'touchStart', 'touchEnd']);

export interface RealInput {
  /** Notes an `input-event` of the window, by its type. */
  note(type: string): void;
  /** True when a press came just before. Uses it up: one press stands for one act. */
  take(): boolean;
}

/** @param now milliseconds of a clock that never goes back */
export function createRealInput(now: () => number): RealInput {
  let pressedAt: number | undefined;
  return {
    note(type) {
      if (PRESSES.has(type)) pressedAt = now();
    },
    take() {
      const recent = pressedAt !== undefined && now() - pressedAt <= INPUT_LASTS_MS;
      pressedAt = undefined;
      return recent;
    },
  };
}
