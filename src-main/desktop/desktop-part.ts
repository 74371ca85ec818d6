/** The part of the settings that the desktop itself must carry out: the start at login, theme and language, and keys. What fails is not kept. */
import { type DesktopChange, type Theme, withDesktopChange } from '../../src-shared/desktop-settings.ts';
import type { ActionReply } from '../../src-shared/ipc-contract.ts';
import type { Host } from '../host.ts';
import type { GlobalKeys } from './global-keys.ts';
import type { LoginStart } from './login-start.ts';

export interface DesktopPart {
  /** Carries out what was set in an earlier run; a problem becomes a notice. */
  begin(): Promise<void>;
  set(change: DesktopChange): Promise<ActionReply>;
}

export interface PartRooms {
  readonly host: Pick<Host, 'state' | 'notice' | 'setDesktop'>;
  readonly keys: Pick<GlobalKeys, 'set'>;
  setLoginStart(start: LoginStart): Promise<string | undefined>;
  setTheme(theme: Theme): void;
  /** Draws the windows anew in the language that is set by now. */
  speakAnew(): void;
}

export function desktopPart({ host, keys, setLoginStart, setTheme, speakAnew }: PartRooms): DesktopPart {
  const say = (id: string, text: string | undefined) =>
    host.notice(id, text === undefined ? undefined : { level: 'warning', text });
  return {
    async begin() {
      const { desktop } = host.state();
      setTheme(desktop.theme);
      say('shortcuts', keys.set(desktop.shortcuts));
      // Written anew, as Doorman may lie elsewhere by now. Where it is off, an entry is none of ours.
      if (desktop.startAtLogin) say('login-start', await setLoginStart(desktop));
    },
    async set(change) {
      const before = host.state().desktop;
      const next = withDesktopChange(before, change);
      if (change.shortcuts !== undefined) {
        const problem = keys.set(next.shortcuts);
        if (problem !== undefined) {
          keys.set(before.shortcuts);
          return { ok: false, error: problem };
        }
        say('shortcuts', undefined);
      }
      if (change.startAtLogin !== undefined || (change.startHidden !== undefined && next.startAtLogin)) {
        const problem = await setLoginStart(next);
        if (problem !== undefined) return { ok: false, error: problem };
        say('login-start', undefined);
      }
      const reply = await host.setDesktop(change);
      // After it is kept, so that what shows is what the next start shows.
      if (reply.ok) {
        setTheme(next.theme);
        if (next.language !== before.language) speakAnew();
      }
      return reply;
    },
  };
}
