/** Waits on a host in this process for its own change events, never for time. */
import type { Host } from '../../src-main/host.ts';
import type { AppState } from '../../src-shared/app-state.ts';

/** Resolves once the snapshot is as wanted; at once if it is already. */
export function untilState(host: Host, wanted: (state: AppState) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!wanted(host.state())) return;
      stop();
      resolve();
    };
    const stop = host.onChange(look);
    look();
  });
}
