/** The last check on a yes, with a clock turned by hand. */
import { beforeEach, describe, expect, it } from 'vitest';
import { INPUT_LASTS_MS } from '../../../../src-main/desktop/real-input.ts';
import { MIN_VIEW_MS } from '../../../../src-main/desktop/safe-yes.ts';
import type { Answer } from '../../../../src-shared/approval.ts';
import {
  digestA,
  digestB,
  onButton,
  onDeny,
  place,
  SafeYesRig,
  waiting,
  yes,
} from '../../../support/safe-yes-rig.ts';

let rig: SafeYesRig;

beforeEach(() => {
  rig = new SafeYesRig();
});

describe('a yes in the approval window', () => {
  it('is accepted for a card that was shown whole for half a second, by a click on its button', () => {
    expect(rig.arm()).toEqual({ kind: 'armed' });
    rig.click();
    expect(rig.refusal()).toBe('accepted');
  });

  it('is refused a millisecond before the half second is over, and main says how long it takes', () => {
    rig.now -= 1;
    expect(rig.arm()).toEqual({ kind: 'waits', for: 'moment', ms: 1 });
    rig.click();
    expect(rig.refusal()).toMatch(/only just appeared/);
  });

  it('is refused when the press began before the half second was over', () => {
    rig.now -= 1;
    rig.click();
    rig.now += 100;
    expect(rig.refusal()).toMatch(/only just appeared/);
  });

  it('counts the half second from the first snapshot that held the card, not from each', () => {
    rig.safeYes.pushed({ seq: 8, waiting: [waiting('c1', digestA)] });
    rig.click();
    expect(rig.refusal(yes({ snapshot: 8 }))).toBe('accepted');
  });

  it('is refused for an action that changed since it was shown', () => {
    rig.click();
    expect(rig.refusal(yes({ digest: digestB }))).toMatch(/not been shown this card/);
  });

  it('is refused when it names a snapshot that did not hold the card', () => {
    rig.safeYes.pushed({ seq: 8, waiting: [] });
    rig.click();
    expect(rig.refusal(yes({ snapshot: 8 }))).toMatch(/did not hold this card/);
    expect(rig.refusal(yes({ snapshot: 9 }))).toMatch(/did not hold this card/);
  });

  it('is refused until the whole text was reported as shown', () => {
    const second = { callId: 'c2', digest: digestB };
    rig.safeYes.pushed({ seq: 8, waiting: [waiting('c1', digestA), waiting('c2', digestB)] });
    expect(rig.arm({ calls: [second] })).toEqual({ kind: 'waits', for: 'text' });
    rig.now += MIN_VIEW_MS;
    rig.click();
    expect(rig.refusal(yes({ ...second, snapshot: 8 }))).toMatch(/whole text/);
    rig.shown('c2', digestB);
    expect(rig.refusal(yes({ ...second, snapshot: 8 }))).toMatch(/only just appeared/);
    rig.now += MIN_VIEW_MS;
    rig.click();
    expect(rig.refusal(yes({ ...second, snapshot: 8 }))).toBe('accepted');
  });

  it('forgets cards that left long ago, and keeps the ones that still wait', () => {
    for (let seq = 8; seq < 600; seq++) {
      const gone = seq === 8 ? [waiting('c2', digestB)] : [];
      rig.safeYes.pushed({ seq, waiting: [waiting('c1', digestA), ...gone] });
    }
    expect(rig.shown('c2', digestB)).toBe(false);
    rig.click();
    expect(rig.refusal(yes({ snapshot: 7 }))).toMatch(/did not hold this card/);
    expect(rig.refusal(yes({ snapshot: 599 }))).toBe('accepted');
  });
});

describe('a yes for the next asking', () => {
  const next: Answer = { kind: 'allow', grant: 'next' };
  const calls = [{ callId: 'c1', digest: digestA }];

  it('is given on the card that ended, with all that a yes wants, and names the last snapshot that held it', () => {
    rig.safeYes.pushed({ seq: 8, waiting: [] });
    expect(rig.arm({ calls, answer: next })).toMatchObject({ kind: 'waits', for: 'moment' });
    rig.click();
    expect(rig.refusal(yes({ answer: next }))).toMatch(/press began before/);
    rig.now += MIN_VIEW_MS;
    expect(rig.arm({ calls, answer: next })).toEqual({ kind: 'armed' });
    rig.click();
    expect(rig.refusal(yes({ answer: next, snapshot: 8 }))).toMatch(/did not hold this card/);
    expect(rig.refusal(yes({ answer: next }))).toBe('accepted');
  });

  it('wants a button of its own: one for this time means nothing once the card has ended', () => {
    rig.safeYes.pushed({ seq: 8, waiting: [] });
    expect(rig.arm()).toMatchObject({ kind: 'refused' });
    rig.click();
    expect(rig.refusal(yes({ answer: next }))).toMatch(/button is not known/);
  });

  it('is refused for a card whose whole text was never shown', () => {
    rig.safeYes.pushed({ seq: 8, waiting: [waiting('c2', digestB)] });
    rig.safeYes.pushed({ seq: 9, waiting: [] });
    const second = { callId: 'c2', digest: digestB };
    expect(rig.arm({ calls: [second], answer: next })).toEqual({ kind: 'waits', for: 'text' });
    rig.now += MIN_VIEW_MS;
    rig.click();
    expect(rig.refusal(yes({ ...second, snapshot: 8, answer: next }))).toMatch(/whole text/);
  });
});

describe('the press of a yes', () => {
  it('is needed, and used up by one yes', () => {
    expect(rig.refusal()).toMatch(/no key or button/);
    rig.click();
    expect(rig.refusal()).toBe('accepted');
    rig.now += MIN_VIEW_MS;
    expect(rig.refusal()).toMatch(/no key or button/);
  });

  it('is not used up by a yes that is refused for another reason', () => {
    rig.click();
    rig.refusal(yes({ digest: digestB }));
    expect(rig.refusal()).toBe('accepted');
  });

  it('lasts a second', () => {
    rig.click();
    rig.now += INPUT_LASTS_MS + 1;
    expect(rig.refusal()).toMatch(/no key or button/);
  });

  it('lies on the button from its way down to its way up', () => {
    rig.click(onDeny);
    expect(rig.refusal()).toMatch(/not on the button/);
    rig.pointer = onButton;
    rig.down();
    rig.pointer = onDeny;
    rig.up();
    expect(rig.refusal()).toMatch(/not on the button/);
  });

  it('is no yes before it came up, as a click is none', () => {
    rig.pointer = onButton;
    rig.down();
    expect(rig.refusal()).toMatch(/no key or button/);
  });

  it('lies on the button for this answer: one for once is none for always', () => {
    rig.click();
    const always: Answer = { kind: 'allow', grant: 'always' };
    expect(rig.refusal(yes({ answer: always }))).toMatch(/not known to be on screen/);
    rig.arm({ answer: always, place: { ...place, y: 500 }, shortcut: false });
    rig.now += MIN_VIEW_MS;
    rig.click();
    expect(rig.refusal(yes({ answer: always }))).toMatch(/not on the button/);
    rig.key('keyDown', 'Enter', true);
    expect(rig.refusal(yes({ answer: always }))).toMatch(/not on the button/);
    expect(rig.refusal()).toBe('accepted');
  });

  it('counts only half a second after the button came to stand there', () => {
    rig.arm({ place: { ...place, x: 320 } });
    rig.click();
    expect(rig.refusal()).toMatch(/press began before/);
    rig.now += MIN_VIEW_MS;
    expect(rig.refusal()).toMatch(/press began before/);
    rig.click();
    expect(rig.refusal()).toBe('accepted');
  });

  it('counts only half a second after the window got the keyboard', () => {
    rig.focusedSince = rig.now;
    rig.click();
    expect(rig.refusal()).toMatch(/press began before/);
    rig.focusedSince = undefined;
    expect(rig.refusal()).toMatch(/did not have the keyboard/);
    expect(rig.arm()).toEqual({ kind: 'waits', for: 'focus' });
  });

  it('counts only half a second after the screen was unlocked', () => {
    rig.unlockedSince = undefined;
    rig.click();
    expect(rig.refusal()).toMatch(/screen is locked/);
    expect(rig.arm()).toEqual({ kind: 'waits', for: 'unlock' });
    rig.unlockedSince = rig.now;
    rig.now += MIN_VIEW_MS;
    expect(rig.refusal()).toMatch(/press began before/);
    rig.click();
    expect(rig.refusal()).toBe('accepted');
  });

  it('may be Ctrl+Enter, and no other key', () => {
    for (const name of ['j', 'Enter', ' ']) {
      rig.key('keyDown', name);
      expect(rig.refusal()).toMatch(/no key or button/);
    }
    rig.key('keyDown', 'Enter', true);
    expect(rig.refusal()).toBe('accepted');
  });

  it('is of Ctrl+Enter for one button at a time', () => {
    const run: Answer = { kind: 'allow', grant: 'run' };
    rig.arm({ answer: run, place: { ...place, y: 500 } });
    rig.now += MIN_VIEW_MS;
    rig.key('keyDown', 'Enter', true);
    expect(rig.refusal()).toMatch(/not on the button/);
    expect(rig.refusal(yes({ answer: run }))).toBe('accepted');
  });
});

describe('a card that leaves the stretch that the window looks at, and comes back', () => {
  it('can be allowed on every snapshot that held it, however many lie between', () => {
    for (let seq = 8; seq < 600; seq++) {
      rig.safeYes.pushed({ seq, waiting: seq % 100 === 0 ? [waiting('c1', digestA)] : [] });
    }
    rig.click();
    expect(rig.refusal(yes({ snapshot: 501 }))).toMatch(/did not hold this card/);
    expect(rig.refusal(yes({ snapshot: 500 }))).toBe('accepted');
  });
});

describe('a no in the approval window', () => {
  it('is accepted at once, whatever was shown and pressed', () => {
    rig.unlockedSince = undefined;
    rig.focusedSince = undefined;
    const no: Answer = { kind: 'deny', reason: 'not now' };
    expect(rig.safeYes.check(yes({ callId: 'never seen', answer: no }))).toEqual({ kind: 'accepted' });
  });
});

describe('a report', () => {
  it('counts only for a card that was sent to this window', () => {
    const other = { callId: 'c2', digest: digestB };
    expect(rig.shown('c2', digestB)).toBe(false);
    expect(rig.arm({ calls: [other] })).toMatchObject({ kind: 'refused' });
    rig.safeYes.pushed({ seq: 8, waiting: [waiting('c2', digestB)] });
    expect(rig.shown('c2', digestB)).toBe(true);
    expect(rig.arm({ calls: [other] })).toMatchObject({ kind: 'waits' });
  });

  it('of a place that is no place is refused', () => {
    expect(rig.arm({ place: { ...place, x: 0, width: 460 } })).toMatchObject({ kind: 'refused' });
    rig.click();
    expect(rig.refusal()).toMatch(/not known to be on screen/);
  });
});
