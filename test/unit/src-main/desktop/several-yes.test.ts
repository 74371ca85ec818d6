/** A yes for several calls at once, with a clock turned by hand. */
import { beforeEach, describe, expect, it } from 'vitest';
import { MIN_VIEW_MS } from '../../../../src-main/desktop/safe-yes.ts';
import type { WaitingView } from '../../../../src-shared/app-state.ts';
import { HOLD_MS } from '../../../../src-shared/approval.ts';
import { digestA, digestB, onButton, SafeYesRig, waiting, yes } from '../../../support/safe-yes-rig.ts';

const three = waiting('c1', digestA, 'no-rule', ['c1', 'c2', 'c3']);
const four = waiting('c1', digestA, 'no-rule', ['c1', 'c2', 'c3', 'c4']);
const call = (callId: string, digest = digestA) => ({ callId, digest });
const all = (calls: readonly { callId: string; digest: string }[], snapshot = 7) => ({
  calls: [...calls],
  snapshot,
  answer: { kind: 'allow' as const },
});

let rig: SafeYesRig;

beforeEach(() => {
  rig = new SafeYesRig();
});

function show(...views: WaitingView[]): void {
  rig.safeYes.pushed({ seq: 7, waiting: views });
  for (const { callId, digest } of views) rig.shown(callId, digest);
  rig.now += MIN_VIEW_MS;
}

/** The button for exactly these calls stands for half a second, and is clicked. */
function press(request: ReturnType<typeof all>): void {
  rig.arm({ calls: request.calls });
  rig.now += MIN_VIEW_MS;
  rig.click();
}

function kinds(request: ReturnType<typeof all>): readonly string[] {
  return rig.safeYes.checkSeveral(request).map(({ kind }) => kind);
}

describe('a yes for several calls', () => {
  it('takes all of one card with one press', () => {
    show(three);
    const request = all([call('c1'), call('c2'), call('c3')]);
    press(request);
    expect(kinds(request)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(rig.input.press).toBeUndefined();
  });

  it('wants its own button pressed, not that of fewer or other calls', () => {
    show(three);
    press(all([call('c1'), call('c2')]));
    expect(kinds(all([call('c1'), call('c2'), call('c3')]))).toEqual(['refused', 'refused', 'refused']);
    expect(rig.refusal()).toMatch(/not known to be on screen/);
  });

  it('takes none that joined the card less than half a second before the press, nor one that no snapshot held', () => {
    show(three);
    const request = all([call('c3'), call('c4'), call('c5')], 8);
    rig.safeYes.pushed({ seq: 8, waiting: [four] });
    expect(rig.arm({ calls: request.calls })).toMatchObject({ kind: 'refused' });
    const known = all([call('c3'), call('c4')], 9);
    press(known);
    rig.safeYes.pushed({ seq: 9, waiting: [waiting('c1', digestA, 'no-rule', [...four.callIds, 'c6'])] });
    rig.now += MIN_VIEW_MS;
    expect(kinds(known)).toEqual(['accepted', 'accepted']);
  });

  it('refuses one that joined after the press began', () => {
    show(three);
    press(all([call('c1'), call('c4')], 8));
    rig.safeYes.pushed({ seq: 8, waiting: [four] });
    rig.arm({ calls: [call('c4')] });
    rig.now += MIN_VIEW_MS;
    expect(kinds(all([call('c4')], 8))).toEqual(['refused']);
    rig.click();
    expect(kinds(all([call('c4')], 7))).toEqual(['refused']);
    expect(kinds(all([call('c4')], 8))).toEqual(['accepted']);
  });

  it('lets the card arm anew for those that are left, so that a double click is one yes', () => {
    show(three);
    press(all([call('c1')]));
    expect(rig.refusal()).toBe('accepted');
    rig.arm({ calls: [call('c2')] });
    rig.now += MIN_VIEW_MS - 1;
    rig.click();
    expect(rig.refusal(yes({ callId: 'c2' }))).toMatch(/only just/);
    rig.now += 1;
    rig.click();
    expect(rig.refusal(yes({ callId: 'c2' }))).toBe('accepted');
  });

  it('takes those of several cards that were each shown, and refuses the rest one by one', () => {
    show(three, waiting('d1', digestB));
    rig.safeYes.pushed({ seq: 8, waiting: [three, waiting('d1', digestB), waiting('e1', digestA)] });
    const request = all([call('c1'), call('d1', digestB), call('e1')], 8);
    expect(rig.arm({ calls: request.calls })).toEqual({ kind: 'waits', for: 'text' });
    rig.now += MIN_VIEW_MS;
    rig.click();
    expect(rig.safeYes.checkSeveral(request)).toEqual([
      { kind: 'accepted' },
      { kind: 'accepted' },
      { kind: 'refused', why: expect.stringContaining('whole text') },
    ]);
  });

  it('takes what must be looked at by its own card only, and held', () => {
    show({ ...three, ask: 'must-look' }, waiting('d1', digestB));
    const mixed = all([call('d1', digestB), call('c1')]);
    press(mixed);
    expect(rig.safeYes.checkSeveral(mixed)).toEqual([
      { kind: 'accepted' },
      { kind: 'refused', why: expect.stringContaining('by itself') },
    ]);
    const both = all([call('c1'), call('c2')]);
    press(both);
    expect(kinds(both)).toEqual(['refused', 'refused']);
    rig.pointer = onButton;
    rig.down();
    rig.now += HOLD_MS;
    expect(kinds(both)).toEqual(['accepted', 'accepted']);
  });

  it('is refused without a press, whatever was shown', () => {
    show(three);
    const request = all([call('c1'), call('c2')]);
    rig.arm({ calls: request.calls });
    rig.now += MIN_VIEW_MS;
    expect(kinds(request)).toEqual(['refused', 'refused']);
  });
});

describe('a reply to a question', () => {
  const reply = { kind: 'reply' as const, choices: [], text: 'yes' };

  beforeEach(() => show(waiting('q1', digestB, 'question')));

  const request = yes({ callId: 'q1', digest: digestB, answer: reply });

  it('comes by any press in the window, since it runs nothing', () => {
    expect(rig.refusal(request)).toMatch(/no key or button/);
    rig.input.note({ type: 'rawKeyDown' });
    expect(rig.refusal(request)).toBe('accepted');
  });

  it('wants an unlocked screen', () => {
    rig.input.note({ type: 'rawKeyDown' });
    rig.unlockedSince = undefined;
    expect(rig.refusal(request)).toMatch(/locked/);
  });
});
