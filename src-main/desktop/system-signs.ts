/** What only the desktop hears of the machine: that it woke up, that its screen is locked, and which proxies its settings name. */
import { powerMonitor, session } from 'electron';
import { type LockListener, watchLockOnBuses } from './screen-lock-bus.ts';

/** Calls `onWake` after each sleep. Returns what ends that. */
export function watchSleep(onWake: () => void): () => void {
  powerMonitor.on('resume', onWake);
  return () => {
    powerMonitor.off('resume', onWake);
  };
}

/** Tells each time the screen is locked or unlocked; at first it counts as unlocked. Returns what ends that. */
export function watchScreenLock(env: NodeJS.ProcessEnv, listener: LockListener): () => void {
  if (process.platform === 'linux') return watchLockOnBuses(env, listener);
  const onLock = () => listener.onChange(true);
  const onUnlock = () => listener.onChange(false);
  powerMonitor.on('lock-screen', onLock);
  powerMonitor.on('unlock-screen', onUnlock);
  // It may have been locked before Doorman was there to hear of it.
  if (powerMonitor.getSystemIdleState(1) === 'locked') onLock();
  return () => {
    powerMonitor.off('lock-screen', onLock);
    powerMonitor.off('unlock-screen', onUnlock);
  };
}

/** What the settings of the desktop (a proxy script too) say for an address, as `PROXY host:port; DIRECT`. */
export function systemProxy(address: string): Promise<string> {
  return session.defaultSession.resolveProxy(address);
}
