/** What every page of the main window is given. */
import type { MainBridge } from '../bridge.ts';
import type { Snapshot } from '../use-app-state.ts';

export interface PageProps {
  readonly bridge: MainBridge;
  readonly snapshot: Snapshot;
}
