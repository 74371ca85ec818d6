/** The keys that work everywhere: each field takes the combination that is pressed in it. */
import { type KeyboardEvent, useId } from 'react';
import { accelerator } from '../../src-shared/accelerator.ts';
import type { DesktopChange, DesktopSettings, ShortcutName } from '../../src-shared/desktop-settings.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { useAction } from '../parts/use-action.ts';
import { strings } from '../strings.ts';

interface ShortcutFieldsProps {
  readonly bridge: MainBridge;
  readonly shortcuts: DesktopSettings['shortcuts'];
}

export function ShortcutFields({ bridge, shortcuts }: ShortcutFieldsProps) {
  return (
    <section className="form" aria-labelledby="keys-title">
      <h3 id="keys-title">{strings.settings.keysTitle}</h3>
      <p className="soft">{strings.settings.keysText}</p>
      <KeyField bridge={bridge} name="open" keys={shortcuts.open} />
      <KeyField bridge={bridge} name="stop" keys={shortcuts.stop} />
    </section>
  );
}

interface KeyFieldProps {
  readonly bridge: MainBridge;
  readonly name: ShortcutName;
  readonly keys: string | undefined;
}

function KeyField({ bridge, name, keys }: KeyFieldProps) {
  const id = useId();
  const set = useAction((chosen: string | null) => {
    const change: DesktopChange = { shortcuts: { [name]: chosen } };
    return bridge.call('desktop:set', change);
  });
  return (
    <div className="field">
      <label htmlFor={id}>{strings.settings.keys[name]}</label>
      <div className="row key-row">
        <input
          id={id}
          type="text"
          readOnly
          value={keys ?? ''}
          placeholder={strings.settings.noKeys}
          onKeyDown={(event) => {
            const pressed = pressedKeys(event);
            if (pressed === undefined) return;
            event.preventDefault();
            void set.run(pressed);
          }}
        />
        <button
          type="button"
          className="button button-quiet"
          aria-label={strings.settings.clearKeys(strings.settings.keys[name])}
          disabled={keys === undefined || set.busy}
          onClick={() => void set.run(null)}
        >
          {strings.settings.clear}
        </button>
      </div>
      <ActionError error={set.error} />
    </div>
  );
}

/** Undefined for keys that are none to take, such as Tab, which goes on to the next field. */
function pressedKeys({ key, code, ctrlKey, altKey, shiftKey, metaKey }: KeyboardEvent): string | undefined {
  // With Alt or Shift some layouts give another sign than the one on the key.
  const plain = /^[a-z0-9]$/i.test(key) ? key : code.replace(/^(?:Key|Digit)/, '');
  const modifiers = [
    ...(metaKey ? ['Super'] : []),
    ...(ctrlKey ? ['Ctrl'] : []),
    ...(altKey ? ['Alt'] : []),
    ...(shiftKey ? ['Shift'] : []),
  ];
  return accelerator([...modifiers, plain].join('+'));
}
