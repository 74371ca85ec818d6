/** Keys that work wherever the keyboard is, where the system has such a thing. */
import { globalShortcut } from 'electron';
import type { DesktopSettings, ShortcutName } from '../../src-shared/desktop-settings.ts';
import { whyNoKeys } from './why-no-keys.ts';

export interface GlobalKeys {
  /** Takes these keys and gives up all others. Returns what went wrong, in words for the person, or nothing. */
  set(shortcuts: DesktopSettings['shortcuts']): string | undefined;
  close(): void;
}

const NAMES: readonly ShortcutName[] = ['open', 'stop'];

export function createGlobalKeys(
  run: Readonly<Record<ShortcutName, () => void>>,
  env: NodeJS.ProcessEnv,
): GlobalKeys {
  return {
    set(shortcuts) {
      globalShortcut.unregisterAll();
      const wanted = NAMES.flatMap((name) => (shortcuts[name] ? [{ name, keys: shortcuts[name] }] : []));
      const none = whyNoKeys(process.platform, env);
      if (wanted.length > 0 && none !== undefined) return none;
      const problems = wanted.flatMap(({ name, keys }) => (take(keys, run[name]) ? [] : [keys]));
      if (problems.length === 0) return undefined;
      return `${problems.join(' and ')} cannot be taken: another shortcut has these keys already. Choose others.`;
    },
    close: () => globalShortcut.unregisterAll(),
  };
}

function take(keys: string, run: () => void): boolean {
  // Electron lets the same keys be taken twice by one program, and the second then gets nothing.
  return !globalShortcut.isRegistered(keys) && globalShortcut.register(keys, run);
}
