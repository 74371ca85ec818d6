/** A bus of a test's own: a real dbus-daemon, ended by its id. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface PrivateBus {
  readonly address: string;
  close(): Promise<void>;
}

export async function startPrivateBus(): Promise<PrivateBus> {
  const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(daemon.stdout, 'data');
  return {
    address: String(line).trim(),
    async close() {
      const gone = once(daemon, 'exit');
      daemon.kill();
      await gone;
    },
  };
}
