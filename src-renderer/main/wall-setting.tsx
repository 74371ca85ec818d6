/** Auto, required or off: how much the wall counts. Main asks again, outside this page, before it lets more happen. */
import { type Sandbox, sandboxSchema } from '../../src-shared/settings.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { useAction } from '../parts/use-action.ts';
import { strings } from '../strings.ts';

interface WallSettingProps {
  readonly bridge: MainBridge;
  readonly setting: Sandbox;
}

export function WallSetting({ bridge, setting }: WallSettingProps) {
  const choose = useAction((chosen: Sandbox) => bridge.call('sandbox:set', chosen));
  return (
    <fieldset className="wall-setting" disabled={choose.busy} aria-describedby="wall-hint">
      <legend className="visually-hidden">{strings.machine.wallSetting}</legend>
      {sandboxSchema.options.map((option) => (
        <label key={option}>
          <input
            type="radio"
            name="wall"
            checked={option === setting}
            onChange={() => void choose.run(option)}
          />
          {strings.machine.wallChoices[option]}
        </label>
      ))}
      <p id="wall-hint">{strings.machine.wallHints[setting]}</p>
      <ActionError error={choose.error} />
    </fieldset>
  );
}
