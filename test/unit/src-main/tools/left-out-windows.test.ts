import { describe, expect, it } from 'vitest';
import { isLeftOut } from '../../../../src-main/tools/left-out-windows.ts';
import type { ScreenCapture } from '../../../../src-main/tools/screen.ts';
import { noise, plainScreen, PLAIN_WINDOW as WINDOW } from '../../../support/plain-screen.ts';
import { callTool, dataOf, messageOf, runContext, toolsEnv } from './tools-fixture.ts';

describe('windows that the person keeps out', () => {
  const mail = { id: 'window:8:0', title: 'Mail: the bank', program: 'Thunderbird' };
  const both = async () => [WINDOW, mail];
  const envWith = (leftOut: readonly string[], changes: Partial<ScreenCapture> = {}) =>
    toolsEnv('/home/tester', {
      screen: plainScreen(noise(10, 10), { windows: both, inSight: both, ...changes }),
      leftOutWindows: () => leftOut,
    });
  const LEFT_OUT = /keeps some windows out of pictures/;

  it.each([
    ['a part of a title, in any case', 'THE BANK', true],
    ['a whole title with gaps', 'mail*bank', true],
    ['a program', 'thunderbird', true],
    ['a program with gaps', 'thunder*', true],
    ['a part of a program', 'bird', false],
    ['an end that is no end', 'mail*the', false],
    ['gaps that overlap', 'mail: the bank*bank', false],
    ['another', 'vault', false],
  ])('are named by %s', (_what, pattern, isOut) => {
    expect(isLeftOut(mail, [pattern])).toBe(isOut);
  });

  it('are in no list and cannot be asked for, whatever they are called by then', async () => {
    const listed = dataOf(await callTool(envWith(['bank']), 'screen_list', {}, runContext()));
    expect(listed.windows).toEqual([WINDOW]);
    expect(messageOf(await callTool(envWith(['bank']), 'screen_capture', { window: mail.id }))).toMatch(
      /no window "window:8:0"/,
    );
    const renamed = { png: Buffer.alloc(1), width: 1, height: 1, title: 'The bank' };
    const env = envWith(['bank'], { captureWindow: async () => renamed });
    expect(messageOf(await callTool(env, 'screen_capture', { window: WINDOW.id }))).toMatch(/no window/);
    expect(await callTool(envWith(['bank']), 'screen_capture', { window: WINDOW.id })).toMatchObject({
      ok: true,
    });
  });

  it('keep displays from being taken while one is open, also where nobody can say', async () => {
    let taken = 0;
    const captureDisplay = async () => {
      taken += 1;
      return { png: Buffer.alloc(1), width: 1, height: 1 };
    };
    const call = (leftOut: readonly string[], changes: Partial<ScreenCapture> = {}) =>
      callTool(envWith(leftOut, { captureDisplay, ...changes }), 'screen_capture', {});
    const message = messageOf(await call(['bank']));
    expect(message).toMatch(LEFT_OUT);
    expect(message).not.toMatch(/bank|Mail/);
    const inSight = async () => Promise.reject(new Error('no list'));
    expect(messageOf(await call(['bank'], { inSight }))).toMatch(LEFT_OUT);
    expect(taken).toBe(0);
    expect(await call(['vault'])).toMatchObject({ ok: true });
    expect(await call([], { inSight })).toMatchObject({ ok: true });
  });

  it('are not in a picture either where one came up while it was taken', async () => {
    let open = [WINDOW];
    const captureDisplay = async () => {
      open = [WINDOW, mail];
      return { png: Buffer.alloc(1), width: 1, height: 1 };
    };
    const env = envWith(['bank'], { inSight: async () => open, captureDisplay });
    expect(messageOf(await callTool(env, 'screen_capture', {}))).toMatch(LEFT_OUT);
  });
});
