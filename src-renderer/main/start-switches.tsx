/** Whether Doorman starts with the person's session, and whether it then shows a window. */
import type { DesktopChange, DesktopSettings } from '../../src-shared/desktop-settings.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { useAction } from '../parts/use-action.ts';
import { strings } from '../strings.ts';

interface StartSwitchesProps {
  readonly bridge: MainBridge;
  readonly desktop: DesktopSettings;
}

const SWITCHES = ['startAtLogin', 'startHidden'] as const;

export function StartSwitches({ bridge, desktop }: StartSwitchesProps) {
  const set = useAction((change: DesktopChange) => bridge.call('desktop:set', change));
  return (
    <section className="form" aria-labelledby="start-title">
      <h3 id="start-title">{strings.settings.startTitle}</h3>
      {SWITCHES.map((name) => (
        <label key={name} className="switch">
          <input
            type="checkbox"
            checked={desktop[name]}
            disabled={set.busy}
            onChange={({ currentTarget }) => void set.run({ [name]: currentTarget.checked })}
          />
          {strings.settings[name]}
        </label>
      ))}
      <p className="soft">{strings.settings.startText}</p>
      <ActionError error={set.error} />
    </section>
  );
}
