/** Starting with the person's session: an entry of its own on Linux, a login item elsewhere. */
import { mkdir, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import writeFileAtomic from 'write-file-atomic';
import type { DesktopSettings } from '../../src-shared/desktop-settings.ts';
import { autostartEntry, startCommand } from './autostart-entry.ts';

export type LoginStart = Pick<DesktopSettings, 'startAtLogin' | 'startHidden'>;

/** Makes it so. Resolves to what went wrong, in words for the person, or to nothing. */
export async function setLoginStart(
  { startAtLogin, startHidden }: LoginStart,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  if (process.platform !== 'linux') {
    // macOS hands no arguments on: there `startsHidden` looks at the setting.
    app.setLoginItemSettings({ openAtLogin: startAtLogin, args: startHidden ? ['--hidden'] : [] });
    return undefined;
  }
  // Desktop Application Autostart Specification, 'Autostart Directories'.
  const file = join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'autostart', 'doorman.desktop');
  try {
    if (startAtLogin) await writeEntry(file, startHidden, env);
    else await rm(file, { force: true });
    return undefined;
  } catch (error) {
    return `The entry that starts Doorman at login (${file}) cannot be changed: ${(error as Error).message}`;
  }
}

async function writeEntry(file: string, hidden: boolean, env: NodeJS.ProcessEnv): Promise<void> {
  const { execPath, argv } = process;
  const running = { execPath, argv, env, isPackaged: app.isPackaged, appPath: app.getAppPath() };
  await mkdir(dirname(file), { recursive: true });
  await writeFileAtomic(file, autostartEntry(startCommand(running, hidden)), { mode: 0o644 });
}

/** Whether macOS started it at login, and the person wants no window then. */
export function startsHidden({ startHidden }: LoginStart): boolean {
  return process.platform === 'darwin' && startHidden && app.getLoginItemSettings().wasOpenedAtLogin;
}
