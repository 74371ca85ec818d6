/** A yes that wants its press held, with a clock turned by hand. */
import { beforeEach, describe, expect, it } from 'vitest';
import { INPUT_LASTS_MS } from '../../../../src-main/desktop/real-input.ts';
import { MIN_VIEW_MS } from '../../../../src-main/desktop/safe-yes.ts';
import { HOLD_MS } from '../../../../src-shared/approval.ts';
import { digestA, onButton, onDeny, place, SafeYesRig, waiting, yes } from '../../../support/safe-yes-rig.ts';

let rig: SafeYesRig;

describe.each([
  ['what must be looked at', 'must-look', { kind: 'allow' }],
  ['a run without the wall', 'no-rule', { kind: 'allow', withoutWall: true }],
] as const)('a yes to %s', (_what, ask, answer) => {
  const held = { callId: 'c3', digest: digestA };
  const request = () => yes({ ...held, snapshot: 8, answer });

  beforeEach(() => {
    rig = new SafeYesRig();
    rig.safeYes.pushed({ seq: 8, waiting: [waiting('c3', digestA, ask)] });
    rig.shown('c3', digestA);
    rig.arm({ calls: [held], answer });
    rig.now += MIN_VIEW_MS;
    rig.pointer = onButton;
  });

  it('wants the button held for a second', () => {
    rig.click();
    expect(rig.refusal(request())).toMatch(/held for a second/);
    rig.down();
    rig.now += HOLD_MS - 1;
    expect(rig.refusal(request())).toMatch(/held for a second/);
    rig.now += 1;
    expect(rig.refusal(request())).toBe('accepted');
    rig.now += HOLD_MS;
    expect(rig.refusal(request())).toMatch(/no key or button/);
  });

  it('may come just after the button was let go', () => {
    rig.down();
    rig.now += HOLD_MS;
    rig.up();
    rig.now += INPUT_LASTS_MS + 1;
    expect(rig.refusal(request())).toMatch(/no key or button/);
    rig.now -= 1;
    expect(rig.refusal(request())).toBe('accepted');
  });

  it('is off where the pointer left the button, or the button moved', () => {
    rig.down();
    rig.now += HOLD_MS;
    rig.pointer = onDeny;
    expect(rig.refusal(request())).toMatch(/not on the button/);
    rig.pointer = onButton;
    rig.arm({ calls: [held], answer, place: { ...place, x: 310 } });
    rig.now += MIN_VIEW_MS;
    expect(rig.refusal(request())).toMatch(/press began before/);
  });

  it('wants Ctrl+Enter held as well', () => {
    rig.key('keyDown', 'Enter', true);
    rig.now += HOLD_MS - 1;
    expect(rig.refusal(request())).toMatch(/held for a second/);
    rig.key('keyUp', 'Control');
    rig.now += 10;
    expect(rig.refusal(request())).toMatch(/held for a second/);
    rig.key('keyDown', 'Enter', true);
    rig.now += HOLD_MS;
    expect(rig.refusal(request())).toBe('accepted');
  });
});
