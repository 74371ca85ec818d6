/** The top of the main window: how things stand, the mode, Pause and Stop. */
import type { AppState } from '../../src-shared/app-state.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { HelpButton } from '../parts/help-button.tsx';
import { OverallBadge } from '../parts/overall-badge.tsx';
import { Shape } from '../parts/shape.tsx';
import { useAction } from '../parts/use-action.ts';
import { strings } from '../strings.ts';
import { ModeSwitch } from './mode-switch.tsx';

interface TopBarProps {
  readonly bridge: MainBridge;
  readonly state: AppState;
  readonly onHelp: () => void;
}

export function TopBar({ bridge, state, onHelp }: TopBarProps) {
  const pause = useAction(() => bridge.call(state.paused ? 'host:resume' : 'host:pause', undefined));
  const stop = useAction(() => bridge.call('host:stop', undefined));
  return (
    <header className="top">
      <div className="top-state">
        <h1>{strings.app}</h1>
        <OverallBadge state={state} />
      </div>
      <ModeSwitch bridge={bridge} mode={state.mode} />
      <div className="top-controls">
        <button type="button" className="button" disabled={pause.busy} onClick={() => void pause.run()}>
          <Shape kind={state.paused ? 'dot' : 'pause'} />
          {state.paused ? strings.controls.resume : strings.controls.pause}
        </button>
        {!state.stopped && (
          <button
            type="button"
            className="button button-stop"
            disabled={stop.busy}
            onClick={() => void stop.run()}
          >
            <Shape kind="square" />
            {stop.busy ? strings.controls.stopping : strings.controls.stop}
          </button>
        )}
        <HelpButton onHelp={onHelp} />
        <ActionError error={pause.error ?? stop.error} />
      </div>
    </header>
  );
}
