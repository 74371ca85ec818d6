/** The last check on a yes, with a clock turned by hand. */
import { beforeEach, describe, expect, it } from 'vitest';
import { MIN_VIEW_MS, SafeYes } from '../../../../src-main/desktop/safe-yes.ts';
import type { WaitingView } from '../../../../src-shared/app-state.ts';
import type { Answer, AnswerRequest } from '../../../../src-shared/approval.ts';

const digestA = 'a'.repeat(64);
const digestB = 'b'.repeat(64);
const pressed = () => true;
const notPressed = () => false;

function waiting(callId: string, digest: string): WaitingView {
  return {
    callId,
    digest,
    tool: 'shell_run',
    summary: 'Run make',
    from: 'Work',
    ask: 'no-rule',
    askedAt: 0,
    expiresAt: 9e9,
  };
}

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
    safeYes.shown({ callId: 'c1', digest: digestA });
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
    safeYes.shown({ callId: 'c2', digest: digestB });
    expect(refusalOf(safeYes, second)).toMatch(/only just appeared/);
    now += MIN_VIEW_MS;
    expect(safeYes.check(second, pressed).kind).toBe('accepted');
  });

  it('forgets cards that left long ago, and keeps the ones that still wait', () => {
    for (let seq = 8; seq < 600; seq++) {
      const gone = seq === 8 ? [waiting('c2', digestB)] : [];
      safeYes.pushed({ seq, waiting: [waiting('c1', digestA), ...gone] });
    }
    expect(safeYes.shown({ callId: 'c2', digest: digestB })).toBe(false);
    expect(safeYes.check(yes({ snapshot: 599 }), pressed).kind).toBe('accepted');
    expect(refusalOf(safeYes, yes({ snapshot: 7 }))).toMatch(/did not hold this card/);
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
    expect(safeYes.shown({ callId: 'c1', digest: digestA })).toBe(false);
    safeYes.pushed({ seq: 1, waiting: [waiting('c1', digestA)] });
    expect(safeYes.shown({ callId: 'c1', digest: digestA })).toBe(true);
  });
});

function refusalOf(safeYes: SafeYes, request: AnswerRequest, press = pressed): string {
  const receipt = safeYes.check(request, press);
  return receipt.kind === 'refused' ? receipt.why : 'accepted';
}
