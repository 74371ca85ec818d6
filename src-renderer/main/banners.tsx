/** What is in force over everything else, and the way out of it. */
import type { AppState } from '../../src-shared/app-state.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { Shape } from '../parts/shape.tsx';
import { useAction } from '../parts/use-action.ts';
import { strings } from '../strings.ts';

interface BannersProps {
  readonly bridge: MainBridge;
  readonly state: AppState;
}

export function Banners({ bridge, state }: BannersProps) {
  const lift = useAction(() => bridge.call('host:lift-stop', undefined));
  if (state.stopped) {
    return (
      <section className="banner banner-stopped" aria-label={strings.controls.stoppedTitle}>
        <Shape kind="square" />
        <p>
          <strong>{strings.controls.stoppedTitle}.</strong> {strings.controls.stoppedText}
        </p>
        <button type="button" className="button" disabled={lift.busy} onClick={() => void lift.run()}>
          {strings.controls.startAgain}
        </button>
        <ActionError error={lift.error} />
      </section>
    );
  }
  if (!state.paused) return null;
  return (
    <section className="banner banner-paused" aria-label={strings.controls.pausedTitle}>
      <Shape kind="pause" />
      <p>
        <strong>{strings.controls.pausedTitle}.</strong> {strings.controls.pausedText}
      </p>
    </section>
  );
}
