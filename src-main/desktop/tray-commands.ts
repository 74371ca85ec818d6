/** What a line of the tray's menu does, and the keys that do the same. */
import { app } from 'electron';
import type { ShortcutName } from '../../src-shared/desktop-settings.ts';
import type { ActionReply } from '../../src-shared/ipc-contract.ts';
import type { Host } from '../host.ts';
import type { TrayCommand } from './tray-model.ts';
import type { Windows } from './windows.ts';

type Commands<Name extends string> = Readonly<Record<Name, () => void>>;

export function trayCommands(host: Host, windows: Windows): Commands<TrayCommand> {
  const report = (name: string, act: () => Promise<ActionReply>) => () => {
    act()
      .then((done) => {
        const failed = !done.ok && !done.cancelled;
        host.notice(`tray-${name}`, failed ? { level: 'error', text: done.error } : undefined);
      })
      .catch((error: unknown) => console.error(`The tray's ${name} failed:`, error));
  };
  return {
    open: () => windows.show('main', 'focused'),
    'open-waiting': () => windows.show('approval', 'focused'),
    confirm: report('confirm', () => host.setMode('confirm')),
    auto: report('auto', () => host.setMode('auto')),
    pause: report('pause', host.pause),
    resume: report('resume', host.resume),
    stop: report('stop', host.stop),
    quit: () => app.quit(),
  };
}

/** Stop shows the window, as nothing else would tell that the keys were heard; it takes the keyboard from nobody. */
export function keyCommands(commands: Commands<TrayCommand>, windows: Windows): Commands<ShortcutName> {
  return {
    open: commands['open-waiting'],
    stop() {
      commands.stop();
      windows.show('main', 'inactive');
    },
  };
}
