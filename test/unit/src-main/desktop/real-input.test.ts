/** A person's press is told from what a script does, stands for one act, and is known by key or place and by its length. */
import { beforeEach, describe, expect, it } from 'vitest';
import { INPUT_LASTS_MS, type KeyInput, RealInput } from '../../../../src-main/desktop/real-input.ts';

let now = 0;
let pointer = { x: 0, y: 0 };
let input: RealInput;

beforeEach(() => {
  now = 0;
  pointer = { x: 10, y: 20 };
  input = new RealInput(
    () => now,
    () => pointer,
  );
});

function key(type: 'keyDown' | 'keyUp', name: string, more: Partial<KeyInput> = {}): void {
  const none = { shift: false, control: false, alt: false, meta: false };
  input.noteKey({ type, key: name, isAutoRepeat: false, isComposing: false, ...none, ...more });
}

function down(...modifiers: string[]): void {
  input.note({ type: 'mouseDown', modifiers });
}

describe('an act', () => {
  it.each(['mouseDown', 'mouseUp', 'rawKeyDown', 'keyDown', 'touchStart'])('may follow on %s', (type) => {
    input.note({ type });
    expect(input.take()).toBe(true);
  });

  it.each(['mouseMove', 'mouseEnter', 'mouseWheel', 'gestureScrollBegin', 'keyUp'])(
    'may not follow on %s',
    (type) => {
      input.note({ type });
      expect(input.take()).toBe(false);
    },
  );

  it('may not come before any press', () => {
    expect(input.take()).toBe(false);
  });

  it('may come up to one second after the press', () => {
    down('leftbuttondown');
    now = INPUT_LASTS_MS + 1;
    expect(input.take()).toBe(false);
  });

  it('uses the press up', () => {
    down('leftbuttondown');
    input.take();
    expect(input.take()).toBe(false);
    expect(input.press).toBeUndefined();
  });

  it('may not follow on what was pressed before the window lost the keyboard', () => {
    down('leftbuttondown');
    input.forget();
    expect(input.take()).toBe(false);
  });
});

describe('a press that may carry a yes', () => {
  it('has a place and a time on its way down and on its way up', () => {
    now = 100;
    down('leftbuttondown');
    now = 300;
    pointer = { x: 11, y: 21 };
    input.note({ type: 'mouseUp', modifiers: ['leftbuttondown'] });
    expect(input.press).toEqual({
      by: 'pointer',
      downAt: 100,
      downPoint: { x: 10, y: 20 },
      upAt: 300,
      upPoint: { x: 11, y: 21 },
    });
  });

  it('is of the left button alone', () => {
    down('rightbuttondown');
    expect(input.press).toBeUndefined();
    down('leftbuttondown');
    down('leftbuttondown', 'rightbuttondown');
    expect(input.press).toBeUndefined();
  });

  it('is never a touch, which has no place', () => {
    down('leftbuttondown');
    input.note({ type: 'touchStart' });
    expect(input.press).toBeUndefined();
  });

  it.each([
    ['Enter', { control: true }, 'Ctrl+Enter'],
    [' ', {}, undefined],
    ['Enter', {}, undefined],
    ['Enter', { control: true, shift: true }, undefined],
    ['Enter', { control: true, isComposing: true }, undefined],
    ['j', {}, undefined],
    ['Control', { control: true }, undefined],
  ] as const)('of the key %j with %j is %s', (name, modifiers, by) => {
    key('keyDown', name, modifiers);
    expect(input.press?.by).toBe(by);
  });

  it('is taken back by another key', () => {
    key('keyDown', 'Enter', { control: true });
    key('keyDown', 'j');
    expect(input.press).toBeUndefined();
  });

  it('begins once, however often the key repeats', () => {
    now = 100;
    key('keyDown', 'Enter', { control: true });
    for (now = 600; now < 1200; now += 30) key('keyDown', 'Enter', { control: true, isAutoRepeat: true });
    expect(input.press).toMatchObject({ downAt: 100, upAt: undefined });
  });

  it('does not begin with a repeat', () => {
    key('keyDown', 'Enter', { control: true, isAutoRepeat: true });
    expect(input.press).toBeUndefined();
  });

  it.each(['Enter', 'Control'])('of Ctrl+Enter ends with the way up of %s', (name) => {
    key('keyDown', 'Enter', { control: true });
    now = 700;
    key('keyUp', name);
    now = 900;
    key('keyUp', 'Enter');
    expect(input.press?.upAt).toBe(700);
  });

  it('does not end with another key', () => {
    key('keyDown', 'Enter', { control: true });
    key('keyUp', 'Shift');
    expect(input.press?.upAt).toBeUndefined();
  });
});
