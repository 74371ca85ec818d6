/** A runtime as windows and tray see it, open and without anything special; a test changes what it is about. */
import { noCounts } from '../../src-main/link/frame-intake.ts';
import type { RuntimeView } from '../../src-shared/app-state.ts';

export function runtimeView(change: Partial<RuntimeView> = {}): RuntimeView {
  return {
    profileId: 'work',
    name: 'Work',
    url: 'https://runtime.example',
    embedded: false,
    status: {
      kind: 'open',
      connectionId: 'ctc-1',
      accepted: ['fs_stat'],
      skipped: [],
      invokeTimeoutMs: 30_000,
    },
    counts: noCounts(),
    bearerBy: 'header',
    toolsOff: [],
    review: [],
    asks: [],
    invokeTimeoutMs: 30_000,
    inTheClear: false,
    hasToken: true,
    tokenForThisRunOnly: false,
    ...change,
  };
}
