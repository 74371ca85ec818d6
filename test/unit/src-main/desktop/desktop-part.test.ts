/** What the system must do for a setting is done first, and what fails is not kept. */
import { describe, expect, it } from 'vitest';
import { desktopPart } from '../../../../src-main/desktop/desktop-part.ts';
import type { LoginStart } from '../../../../src-main/desktop/login-start.ts';
import { whyNoKeys } from '../../../../src-main/desktop/why-no-keys.ts';
import {
  type DesktopSettings,
  desktopSettingsSchema,
  type Theme,
  withDesktopChange,
} from '../../../../src-shared/desktop-settings.ts';
import type { LanguageSetting } from '../../../../src-shared/language.ts';
import { quietState } from '../../../support/app-state.ts';

interface Rig {
  readonly desktop?: Partial<DesktopSettings>;
  readonly takenKeys?: string;
  readonly loginProblem?: string;
}

function rig({ desktop: given = {}, takenKeys, loginProblem }: Rig = {}) {
  let desktop: DesktopSettings = { ...desktopSettingsSchema.parse({}), ...given };
  const notices = new Map<string, string>();
  const logins: LoginStart[] = [];
  const themes: Theme[] = [];
  const spoken: LanguageSetting[] = [];
  let keys: DesktopSettings['shortcuts'] = {};
  const part = desktopPart({
    host: {
      state: () => ({ ...quietState, desktop }),
      notice(id, notice) {
        if (notice === undefined) notices.delete(id);
        else notices.set(id, notice.text);
      },
      async setDesktop(change) {
        desktop = withDesktopChange(desktop, change);
        return { ok: true };
      },
    },
    keys: {
      set(wanted) {
        if (Object.values(wanted).includes(takenKeys)) return `${takenKeys} cannot be taken`;
        keys = wanted;
        return undefined;
      },
    },
    async setLoginStart({ startAtLogin, startHidden }) {
      logins.push({ startAtLogin, startHidden });
      return loginProblem;
    },
    setTheme(theme) {
      themes.push(theme);
    },
    speakAnew() {
      spoken.push(desktop.language);
    },
  });
  return { part, notices, logins, themes, spoken, kept: () => desktop, keys: () => keys };
}

describe('a setting of the desktop', () => {
  it('is carried out and kept', async () => {
    const { part, logins, kept, keys } = rig();
    expect(await part.set({ startAtLogin: true, shortcuts: { stop: 'Ctrl+Alt+S' } })).toEqual({ ok: true });
    expect(logins).toEqual([{ startAtLogin: true, startHidden: false }]);
    expect(keys()).toEqual({ stop: 'Ctrl+Alt+S' });
    expect(kept()).toMatchObject({ startAtLogin: true, shortcuts: { stop: 'Ctrl+Alt+S' } });
  });

  it('gives the windows their theme at the start and once another is kept', async () => {
    const { part, themes, kept } = rig({ desktop: { theme: 'dark' } });
    await part.begin();
    expect(await part.set({ theme: 'light' })).toEqual({ ok: true });
    expect(themes).toEqual(['dark', 'light']);
    expect(kept().theme).toBe('light');
  });

  it('draws the windows anew once another language is kept, and only then', async () => {
    const { part, spoken } = rig();
    await part.set({ language: 'de' });
    await part.set({ language: 'de', characterKeys: false });
    expect(spoken).toEqual(['de']);
  });

  it('writes the login entry anew with what it shows, and none while there is no start at login', async () => {
    const on = rig({ desktop: { startAtLogin: true } });
    await on.part.set({ startHidden: true });
    expect(on.logins).toEqual([{ startAtLogin: true, startHidden: true }]);
    const off = rig();
    await off.part.set({ startHidden: true });
    expect(off.logins).toEqual([]);
    expect(off.kept().startHidden).toBe(true);
  });

  it('leaves the keys as they were where the new ones cannot be taken', async () => {
    const { part, kept, keys } = rig({
      desktop: { shortcuts: { open: 'Ctrl+Alt+O' } },
      takenKeys: 'Ctrl+Alt+S',
    });
    expect(await part.set({ shortcuts: { stop: 'Ctrl+Alt+S' } })).toEqual({
      ok: false,
      error: 'Ctrl+Alt+S cannot be taken',
    });
    expect(keys()).toEqual({ open: 'Ctrl+Alt+O' });
    expect(kept().shortcuts).toEqual({ open: 'Ctrl+Alt+O' });
  });

  it('is not kept where the login entry cannot be written', async () => {
    const { part, kept } = rig({ loginProblem: 'read-only' });
    expect(await part.set({ startAtLogin: true })).toEqual({ ok: false, error: 'read-only' });
    expect(kept().startAtLogin).toBe(false);
  });

  it('of an earlier run is carried out at the start, and what fails then is said', async () => {
    const { part, notices, logins } = rig({
      desktop: { startAtLogin: true, shortcuts: { stop: 'Ctrl+Alt+S' } },
      takenKeys: 'Ctrl+Alt+S',
    });
    await part.begin();
    expect(logins).toHaveLength(1);
    expect(Object.fromEntries(notices)).toEqual({ shortcuts: 'Ctrl+Alt+S cannot be taken' });
  });

  it('touches no login entry at the start where it is off', async () => {
    const { part, logins } = rig();
    await part.begin();
    expect(logins).toEqual([]);
  });
});

describe('keys that work everywhere', () => {
  it('are there on X11, macOS and Windows, and not on Wayland', () => {
    expect(whyNoKeys('linux', { XDG_SESSION_TYPE: 'x11', DISPLAY: ':0' })).toBeUndefined();
    expect(whyNoKeys('darwin', {})).toBeUndefined();
    expect(whyNoKeys('win32', {})).toBeUndefined();
    expect(whyNoKeys('linux', { XDG_SESSION_TYPE: 'wayland' })).toContain('Wayland');
    expect(whyNoKeys('linux', { WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' })).toContain('doorman stop');
  });
});
