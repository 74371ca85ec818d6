import { describe, expect, it } from 'vitest';
import { lookFor } from '../../../../src-renderer/approval/look-for.ts';
import { FIRST_LOOK, MOST_LOOKED_AT } from '../../../../src-shared/app-state.ts';

describe('the stretch that a window asks for', () => {
  it('stays as it is while enough rows are left on both sides', () => {
    expect(lookFor(FIRST_LOOK, { first: 0, last: 9 }, 10_000)).toEqual(FIRST_LOOK);
    expect(lookFor({ from: 100, count: 60 }, { first: 115, last: 130 }, 10_000)).toEqual({
      from: 100,
      count: 60,
    });
  });

  it('moves before the view reaches its end, in both directions', () => {
    expect(lookFor(FIRST_LOOK, { first: 15, last: 24 }, 10_000)).toEqual({ from: 0, count: 49 });
    expect(lookFor({ from: 100, count: 60 }, { first: 105, last: 118 }, 10_000)).toEqual({
      from: 81,
      count: 62,
    });
  });

  it('does not move for rows that the queue does not have', () => {
    expect(lookFor(FIRST_LOOK, { first: 20, last: 31 }, 32)).toEqual(FIRST_LOOK);
    expect(lookFor(FIRST_LOOK, { first: 0, last: 0 }, 0)).toEqual(FIRST_LOOK);
  });

  it('jumps with the view, and never asks for more than main gives', () => {
    const far = lookFor(FIRST_LOOK, { first: 9_000, last: 9_012 }, 10_000);
    expect(far).toEqual({ from: 8_976, count: 61 });
    expect(lookFor(FIRST_LOOK, { first: 0, last: 400 }, 10_000).count).toBeLessThanOrEqual(MOST_LOOKED_AT);
  });
});
