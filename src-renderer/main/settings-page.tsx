/** How Doorman calls its person, starts, and which keys it takes: notifications by event, and the parts beside this file. */
import type { DesktopChange, DesktopSettings } from '../../src-shared/desktop-settings.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { useAction } from '../parts/use-action.ts';
import { strings } from '../strings.ts';
import { FirstStepsAgain } from './first-steps.tsx';
import { LeftOutWindows } from './left-out-windows.tsx';
import { LookSettings } from './look-settings.tsx';
import { MachineSettings } from './machine-settings.tsx';
import type { PageProps } from './page-props.ts';
import { ShortcutFields } from './shortcut-fields.tsx';
import { StartSwitches } from './start-switches.tsx';

export function SettingsPage({ bridge, snapshot }: PageProps) {
  const { desktop } = snapshot.state;
  return (
    <>
      <p className="lead">{strings.settings.lead}</p>
      <LookSettings bridge={bridge} desktop={desktop} />
      <NotifySwitches bridge={bridge} notify={desktop.notify} />
      <StartSwitches bridge={bridge} desktop={desktop} />
      <ShortcutFields bridge={bridge} shortcuts={desktop.shortcuts} />
      <MachineSettings bridge={bridge} state={snapshot.state} />
      <LeftOutWindows bridge={bridge} patterns={snapshot.state.leftOutWindows} />
      <FirstStepsAgain bridge={bridge} />
    </>
  );
}

const EVENTS = ['needsYou', 'question', 'finished', 'sound'] as const;

interface NotifySwitchesProps {
  readonly bridge: MainBridge;
  readonly notify: DesktopSettings['notify'];
}

function NotifySwitches({ bridge, notify }: NotifySwitchesProps) {
  const set = useAction((change: DesktopChange) => bridge.call('desktop:set', change));
  return (
    <section className="form" aria-labelledby="notify-title">
      <h3 id="notify-title">{strings.settings.notifyTitle}</h3>
      <p className="soft">{strings.settings.notifyText}</p>
      {EVENTS.map((event) => (
        <label key={event} className="switch">
          <input
            type="checkbox"
            checked={notify[event]}
            disabled={set.busy}
            onChange={({ currentTarget }) => void set.run({ notify: { [event]: currentTarget.checked } })}
          />
          {strings.settings.notify[event]}
        </label>
      ))}
      <ActionError error={set.error} />
    </section>
  );
}
