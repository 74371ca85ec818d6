/** Combinations of keys in one spelling, and changes of the desktop's settings. */
import { describe, expect, it } from 'vitest';
import { accelerator } from '../../../src-shared/accelerator.ts';
import {
  desktopChangeSchema,
  desktopSettingsSchema,
  withDesktopChange,
} from '../../../src-shared/desktop-settings.ts';

describe('a combination of keys', () => {
  it.each([
    ['ctrl + alt+d', 'Ctrl+Alt+D'],
    ['Shift+Control+F12', 'Ctrl+Shift+F12'],
    ['Cmd+Shift+space', 'Super+Shift+Space'],
    ['alt+pagedown', 'Alt+PageDown'],
  ])('"%s" is %s', (text, keys) => {
    expect(accelerator(text)).toBe(keys);
  });

  it.each(['', 'D', 'Shift+D', 'Ctrl', 'Ctrl+', 'Ctrl+Alt', 'Ctrl+Foo+D', 'Ctrl+F25', 'F5', 'Ctrl+DD'])(
    '"%s" is none that Doorman takes',
    (text) => {
      expect(accelerator(text)).toBeUndefined();
    },
  );
});

describe('the settings of the desktop', () => {
  const before = desktopSettingsSchema.parse({});

  it('make no sound, tell of no finished job, start nothing, take no key and follow the system unless told', () => {
    expect(before).toEqual({
      notify: { needsYou: true, question: true, finished: false, sound: false },
      startAtLogin: false,
      startHidden: false,
      shortcuts: {},
      characterKeys: true,
      theme: 'system',
      language: 'system',
      firstSteps: 'connect',
    });
  });

  it('change in what is named alone, and a key can be taken away', () => {
    const changed = withDesktopChange(
      before,
      desktopChangeSchema.parse({ notify: { sound: true }, shortcuts: { stop: 'alt+ctrl+s' } }),
    );
    expect(changed).toEqual({
      ...before,
      notify: { ...before.notify, sound: true },
      shortcuts: { stop: 'Ctrl+Alt+S' },
    });
    expect(withDesktopChange(changed, { shortcuts: { open: 'Ctrl+Alt+O', stop: null } }).shortcuts).toEqual({
      open: 'Ctrl+Alt+O',
    });
  });
});
