/** A person's press is told from what a script does, and stands for one act. */
import { describe, expect, it } from 'vitest';
import { createRealInput, INPUT_LASTS_MS } from '../../../../src-main/desktop/real-input.ts';

describe('real input', () => {
  it.each(['mouseDown', 'mouseUp', 'rawKeyDown', 'keyDown', 'touchStart'])(
    'lets the page act after %s',
    (type) => {
      const input = createRealInput(() => 0);
      input.note(type);
      expect(input.take()).toBe(true);
    },
  );

  it.each(['mouseMove', 'mouseEnter', 'mouseWheel', 'gestureScrollBegin', 'keyUp'])(
    'takes %s for no press',
    (type) => {
      const input = createRealInput(() => 0);
      input.note(type);
      expect(input.take()).toBe(false);
    },
  );

  it('lets nothing happen before any press', () => {
    expect(createRealInput(() => 0).take()).toBe(false);
  });

  it('ends one second after the press', () => {
    let now = 0;
    const input = createRealInput(() => now);
    input.note('mouseDown');
    now = INPUT_LASTS_MS + 1;
    expect(input.take()).toBe(false);
  });

  it('is used up by one act', () => {
    const input = createRealInput(() => 0);
    input.note('mouseDown');
    input.take();
    expect(input.take()).toBe(false);
  });
});
