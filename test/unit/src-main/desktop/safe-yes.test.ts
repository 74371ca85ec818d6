/** The last check on a yes, with a clock turned by hand. */
import { beforeEach, describe, expect, it } from 'vitest';
import { MIN_VIEW_MS, SafeYes } from '../../../../src-main/desktop/safe-yes.ts';
import type { WaitingView } from '../../../../src-shared/app-state.ts';
import type { Answer, AnswerRequest } from '../../../../src-shared/approval.ts';
import { waitingView } from '../../../support/waiting-view.ts';

const digestA = 'a'.repeat(64);
const digestB = 'b'.repeat(64);
const pressed = () => true;
const notPressed = () => false;

const waiting = (callId: string, digest: string) =>
  waitingView(`card of ${callId}`, 1, { callId, callIds: [callId], digest });

function yes(changes: Partial<AnswerRequest> = {}): AnswerRequest {
  return { callId: 'c1', digest: digestA, snapshot: 7, answer: { kind: 'allow' }, ...changes };
}

describe('a yes in the approval window', () => {
  let now = 0;
  let safeYes: SafeYes;

  beforeEach(() => {
    now = 1000;
    safeYes = new SafeYes(() => now);
    safeYes.pushed({ seq: 7, waiting: [waiting('c1', digestA)] });
    safeYes.shown({ cardId: 'card of c1', digest: digestA });
    now += MIN_VIEW_MS;
  });

  it('is accepted for a card that was shown whole for half a second, right after a press', () => {
    expect(safeYes.check(yes(), pressed)).toEqual({ kind: 'accepted' });
  });

  it('is refused a millisecond before the half second is over', () => {
    now -= 1;
    expect(refusalOf(safeYes, yes())).toMatch(/only just appeared/);
  });

  it('counts the half second from the first snapshot that held the card, not from each', () => {
    safeYes.pushed({ seq: 8, waiting: [waiting('c1', digestA)] });
    expect(safeYes.check(yes({ snapshot: 8 }), pressed).kind).toBe('accepted');
  });

  it('is refused without a press in the window', () => {
    expect(refusalOf(safeYes, yes(), notPressed)).toMatch(/no key or button/);
  });

  it('does not use up the press when it is refused for another reason', () => {
    let asked = 0;
    safeYes.check(yes({ digest: digestB }), () => {
      asked += 1;
      return true;
    });
    expect(asked).toBe(0);
  });

  it('is refused for an action that changed since it was shown', () => {
    expect(refusalOf(safeYes, yes({ digest: digestB }))).toMatch(/not been shown this card/);
  });

  it('is refused when it names a snapshot that did not hold the card', () => {
    safeYes.pushed({ seq: 8, waiting: [] });
    expect(refusalOf(safeYes, yes({ snapshot: 8 }))).toMatch(/did not hold this card/);
    expect(refusalOf(safeYes, yes({ snapshot: 9 }))).toMatch(/did not hold this card/);
  });

  it('is refused until the whole text was reported as shown', () => {
    safeYes.pushed({ seq: 8, waiting: [waiting('c1', digestA), waiting('c2', digestB)] });
    now += MIN_VIEW_MS;
    const second = yes({ callId: 'c2', digest: digestB, snapshot: 8 });
    expect(refusalOf(safeYes, second)).toMatch(/whole text/);
    safeYes.shown({ cardId: 'card of c2', digest: digestB });
    expect(refusalOf(safeYes, second)).toMatch(/only just appeared/);
    now += MIN_VIEW_MS;
    expect(safeYes.check(second, pressed).kind).toBe('accepted');
  });

  it('forgets cards that left long ago, and keeps the ones that still wait', () => {
    for (let seq = 8; seq < 600; seq++) {
      const gone = seq === 8 ? [waiting('c2', digestB)] : [];
      safeYes.pushed({ seq, waiting: [waiting('c1', digestA), ...gone] });
    }
    expect(safeYes.shown({ cardId: 'card of c2', digest: digestB })).toBe(false);
    expect(safeYes.check(yes({ snapshot: 599 }), pressed).kind).toBe('accepted');
    expect(refusalOf(safeYes, yes({ snapshot: 7 }))).toMatch(/did not hold this card/);
  });
});

describe('a yes for several calls', () => {
  let now = 0;
  let safeYes: SafeYes;
  const three = { ...waiting('c1', digestA), count: 3, callIds: ['c1', 'c2', 'c3'] };
  const call = (callId: string, digest = digestA) => ({ callId, digest });
  const all = (calls: readonly { callId: string; digest: string }[], snapshot = 7) => ({
    calls: [...calls],
    snapshot,
    answer: { kind: 'allow' as const },
  });
  const kinds = (request: ReturnType<typeof all>, press = pressed) =>
    safeYes.checkSeveral(request, press).map(({ kind }) => kind);
  const show = (...views: WaitingView[]) => {
    safeYes.pushed({ seq: 7, waiting: views });
    for (const { cardId, digest } of views) safeYes.shown({ cardId, digest });
    now += MIN_VIEW_MS;
  };

  beforeEach(() => {
    now = 1000;
    safeYes = new SafeYes(() => now);
  });

  it('takes all of one card with one press', () => {
    show(three);
    let presses = 1;
    const press = () => presses-- > 0;
    expect(kinds(all([call('c1'), call('c2'), call('c3')]), press)).toEqual([
      'accepted',
      'accepted',
      'accepted',
    ]);
    expect(presses).toBe(0);
  });

  it('takes none that joined the card less than half a second ago, nor one that no snapshot held', () => {
    show(three);
    safeYes.pushed({ seq: 8, waiting: [{ ...three, count: 4, callIds: [...three.callIds, 'c4'] }] });
    now += MIN_VIEW_MS - 1;
    expect(kinds(all([call('c3'), call('c4'), call('c5')], 8))).toEqual(['accepted', 'refused', 'refused']);
  });

  it('takes one that joined after the card was shown, once that is half a second ago', () => {
    show(three);
    safeYes.pushed({ seq: 8, waiting: [{ ...three, count: 4, callIds: [...three.callIds, 'c4'] }] });
    now += MIN_VIEW_MS;
    expect(kinds(all([call('c4')], 8))).toEqual(['accepted']);
    expect(kinds(all([call('c4')], 7))).toEqual(['refused']);
  });

  it('lets the card arm anew for those that are left, so that a double click is one yes', () => {
    show(three);
    expect(safeYes.check(yes(), pressed).kind).toBe('accepted');
    now += MIN_VIEW_MS - 1;
    expect(refusalOf(safeYes, yes({ callId: 'c2' }))).toMatch(/only just/);
    now += 1;
    expect(safeYes.check(yes({ callId: 'c2' }), pressed).kind).toBe('accepted');
  });

  it('takes those of several cards that were each shown, and refuses the rest one by one', () => {
    show(three, waiting('d1', digestB));
    safeYes.pushed({ seq: 8, waiting: [three, waiting('d1', digestB), waiting('e1', digestA)] });
    now += MIN_VIEW_MS;
    const calls = [call('c1'), call('d1', digestB), call('e1')];
    expect(safeYes.checkSeveral(all(calls, 8), pressed)).toEqual([
      { kind: 'accepted' },
      { kind: 'accepted' },
      { kind: 'refused', why: expect.stringContaining('whole text') },
    ]);
  });

  it('takes what must be looked at by its own card only', () => {
    show({ ...three, ask: 'must-look' }, waiting('d1', digestB));
    const mixed = all([call('d1', digestB), call('c1')]);
    expect(safeYes.checkSeveral(mixed, pressed)).toEqual([
      { kind: 'accepted' },
      { kind: 'refused', why: expect.stringContaining('by itself') },
    ]);
    expect(kinds(all([call('c1'), call('c2')]))).toEqual(['accepted', 'accepted']);
  });

  it('is refused without a press, whatever was shown', () => {
    show(three);
    expect(kinds(all([call('c1'), call('c2')]), notPressed)).toEqual(['refused', 'refused']);
  });
});

describe('a card that leaves the stretch that the window looks at, and comes back', () => {
  it('can be allowed on every snapshot that held it, however many lie between', () => {
    let now = 1000;
    const safeYes = new SafeYes(() => now);
    for (let seq = 1; seq < 600; seq++) {
      safeYes.pushed({ seq, waiting: seq % 100 === 0 ? [waiting('c1', digestA)] : [] });
      if (seq === 100) safeYes.shown({ cardId: 'card of c1', digest: digestA });
    }
    now += MIN_VIEW_MS;
    expect(safeYes.check(yes({ snapshot: 500 }), pressed).kind).toBe('accepted');
    expect(refusalOf(safeYes, yes({ snapshot: 501 }))).toMatch(/did not hold this card/);
  });
});

describe('a no in the approval window', () => {
  it('is accepted at once, whatever was shown and pressed', () => {
    const no: Answer = { kind: 'deny', reason: 'not now' };
    expect(new SafeYes(() => 0).check(yes({ answer: no }), notPressed)).toEqual({ kind: 'accepted' });
  });
});

describe('a report that a card was shown', () => {
  it('counts only for a card that was sent to this window', () => {
    const safeYes = new SafeYes(() => 0);
    expect(safeYes.shown({ cardId: 'card of c1', digest: digestA })).toBe(false);
    safeYes.pushed({ seq: 1, waiting: [waiting('c1', digestA)] });
    expect(safeYes.shown({ cardId: 'card of c1', digest: digestA })).toBe(true);
  });
});

function refusalOf(safeYes: SafeYes, request: AnswerRequest, press = pressed): string {
  const receipt = safeYes.check(request, press);
  return receipt.kind === 'refused' ? receipt.why : 'accepted';
}
