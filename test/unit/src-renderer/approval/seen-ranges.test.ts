import { describe, expect, it } from 'vitest';
import { addSeen, coversAll, type Range } from '../../../../src-renderer/approval/seen-ranges.ts';

function seen(...stretches: readonly [number, number][]): readonly Range[] {
  return stretches.reduce<readonly Range[]>((ranges, [from, to]) => addSeen(ranges, { from, to }), []);
}

describe('which stretches of a text were on screen', () => {
  it('counts a text as shown when the stretches leave no gap, in any order', () => {
    expect(coversAll(seen([0, 200], [400, 600], [150, 420]), 600)).toBe(true);
  });

  it('does not count a text whose middle was jumped over', () => {
    expect(coversAll(seen([0, 200], [400, 600]), 600)).toBe(false);
  });

  it('does not count a text whose start or end was not on screen', () => {
    expect(coversAll(seen([50, 600]), 600)).toBe(false);
    expect(coversAll(seen([0, 560]), 600)).toBe(false);
    expect(coversAll([], 600)).toBe(false);
  });

  it('forgives fractions of a pixel, and adds nothing for what was out of view', () => {
    expect(coversAll(seen([0.4, 199.6], [200.2, 599.5]), 600)).toBe(true);
    expect(seen([300, 300], [20, -40])).toEqual([]);
  });
});
