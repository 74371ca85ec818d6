/** What only the desktop hears of the machine: that it woke up, and which proxies its settings name. */
import { powerMonitor, session } from 'electron';

/** Calls `onWake` after each sleep. Returns what ends that. */
export function watchSleep(onWake: () => void): () => void {
  powerMonitor.on('resume', onWake);
  return () => {
    powerMonitor.off('resume', onWake);
  };
}

/** What the settings of the desktop (a proxy script too) say for an address, as `PROXY host:port; DIRECT`. */
export function systemProxy(address: string): Promise<string> {
  return session.defaultSession.resolveProxy(address);
}
