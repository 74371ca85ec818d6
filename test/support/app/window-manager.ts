/** A real window manager on the display of a test: without one X11 has no workspaces, no list of windows and no order but the last. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** @returns ends it, and resolves when it is gone */
export async function startWindowManager(): Promise<() => Promise<void>> {
  const manager = spawn('openbox', ['--sm-disable'], { stdio: 'ignore' });
  await once(manager, 'spawn');
  return async () => {
    const ended = manager.exitCode !== null || manager.signalCode !== null || once(manager, 'exit');
    manager.kill();
    await ended;
  };
}
