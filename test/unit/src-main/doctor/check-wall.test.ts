import { describe, expect, it } from 'vitest';
import { checkWallKind, type Tried } from '../../../../src-main/doctor/check-wall.ts';
import { ATTEMPTS, type Attempt, attemptsIn, LET_THROUGH } from '../../../../src-main/doctor/wall-probe.ts';
import type { Wall } from '../../../../src-shared/action.ts';

const ALL = new Set(Object.keys(ATTEMPTS) as Attempt[]);
const KINDS = Object.keys(LET_THROUGH) as Exclude<Wall, 'none'>[];
const worked = (attempts: Iterable<Attempt>): Tried => ({ ran: true, worked: new Set(attempts) });

describe('what a trial of a wall comes to', () => {
  it('is a problem for each single thing that gets through, and for a wall that cannot be built', () => {
    for (const kind of KINDS) {
      const letThrough = LET_THROUGH[kind];
      expect(checkWallKind(kind, worked(letThrough), ALL).level).toBe('ok');
      for (const attempt of ALL) {
        if (letThrough.includes(attempt)) continue;
        const finding = checkWallKind(kind, worked([...letThrough, attempt]), ALL);
        expect(finding).toMatchObject({
          level: 'problem',
          text: expect.stringContaining(ATTEMPTS[attempt]),
          todo: expect.stringContaining('Stop'),
        });
      }
      expect(checkWallKind(kind, { ran: false, why: 'no luck.' }, ALL)).toMatchObject({ level: 'problem' });
    }
  });

  it('is no proof of what does not work without a wall either, or where the wall shuts too much', () => {
    const bare = new Set([...ALL].filter((attempt) => attempt !== 'network'));
    expect(checkWallKind('read-only', worked([]), bare)).toMatchObject({
      level: 'warning',
      text: expect.stringContaining(ATTEMPTS.network),
    });
    expect(checkWallKind('guarded', worked(['workspace']), ALL)).toMatchObject({
      level: 'warning',
      text: expect.stringContaining(ATTEMPTS.shared),
    });
  });

  it('is read from whole lines only', () => {
    expect([...attemptsIn('outside\nmy own\n secret\nprocess\n\n')]).toEqual(['outside', 'process']);
  });
});
