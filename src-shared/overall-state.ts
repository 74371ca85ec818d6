/** How it stands with the whole host, in one word. */
import type { AppState } from './app-state.ts';

/** As the tray and the command line say it. The first that applies wins. */
export type OverallState = 'stopped' | 'paused' | 'needs-you' | 'connected' | 'connecting' | 'offline';

export function overallState(state: AppState): OverallState {
  if (state.stopped) return 'stopped';
  if (state.paused) return 'paused';
  if (state.waitingCount > 0) return 'needs-you';
  // The embedded runtime is always there; it must not hide that the person's own are not.
  const own = state.runtimes.filter((runtime) => !runtime.embedded);
  const kinds = (own.length > 0 ? own : state.runtimes).map((runtime) => runtime.status.kind);
  if (kinds.includes('open')) return 'connected';
  if (kinds.some((kind) => kind === 'connecting' || kind === 'handshaking')) return 'connecting';
  return 'offline';
}
