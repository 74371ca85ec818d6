/** The windows that agents neither hear of nor see. Adding one counts at once; before one is shown again, main asks. */
import { useId, useState } from 'react';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { useAction } from '../parts/use-action.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';

interface LeftOutWindowsProps {
  readonly bridge: MainBridge;
  readonly patterns: readonly string[];
}

export function LeftOutWindows({ bridge, patterns }: LeftOutWindowsProps) {
  const id = useId();
  const [text, setText] = useState('');
  const set = useAction((all: readonly string[]) => bridge.call('windows:leave-out', [...all]));
  const added = text.trim();
  return (
    <section className="form" aria-labelledby="left-out-title">
      <h3 id="left-out-title">{strings.settings.windowsTitle}</h3>
      <p id={`${id}-hint`} className="soft">
        {strings.settings.windowsText}
      </p>
      {patterns.length > 0 && (
        <ul className="left-out-windows" aria-label={strings.settings.windowsLabel}>
          {patterns.map((pattern) => (
            <li key={pattern} className="row">
              <code>
                <Visible text={pattern} />
              </code>
              <button
                type="button"
                className="button button-quiet"
                aria-label={strings.settings.windowsRemoveLabel(pattern)}
                disabled={set.busy}
                onClick={() => void set.run(patterns.filter((one) => one !== pattern))}
              >
                {strings.settings.windowsRemove}
              </button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="field"
        onSubmit={(event) => {
          event.preventDefault();
          if (added !== '') void set.run([...patterns, added]).then((done) => done && setText(''));
        }}
      >
        <label htmlFor={id}>{strings.settings.windowsField}</label>
        <div className="row key-row">
          <input
            id={id}
            type="text"
            maxLength={200}
            spellCheck={false}
            value={text}
            aria-describedby={`${id}-hint`}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <button type="submit" className="button" disabled={set.busy || added === ''}>
            {strings.settings.windowsAdd}
          </button>
        </div>
      </form>
      <ActionError error={set.error} />
    </section>
  );
}
