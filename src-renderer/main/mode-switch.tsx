/** Confirm or Auto, each with what it means. */
import type { Mode } from '../../src-shared/settings.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { useAction } from '../parts/use-action.ts';
import { strings } from '../strings.ts';

interface ModeSwitchProps {
  readonly bridge: MainBridge;
  readonly mode: Mode;
}

const choices = [
  { mode: 'confirm', label: strings.mode.confirm, hint: strings.mode.confirmHint },
  { mode: 'auto', label: strings.mode.auto, hint: strings.mode.autoHint },
] as const;

export function ModeSwitch({ bridge, mode }: ModeSwitchProps) {
  const choose = useAction((chosen: Mode) => bridge.call('mode:set', chosen));
  return (
    <fieldset className="modes">
      <legend className="visually-hidden">{strings.mode.label}</legend>
      {choices.map((choice) => (
        <label key={choice.mode} className="mode" data-checked={choice.mode === mode}>
          <input
            type="radio"
            name="mode"
            checked={choice.mode === mode}
            aria-describedby={`mode-${choice.mode}`}
            onChange={() => void choose.run(choice.mode)}
          />
          <span className="mode-name">{choice.label}</span>
          <span className="mode-hint" id={`mode-${choice.mode}`}>
            {choice.hint}
          </span>
        </label>
      ))}
      <ActionError error={choose.error} />
    </fieldset>
  );
}
