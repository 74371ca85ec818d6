/** What the person refused and what is refused again by itself, each with a way to be asked again. */
import { useRef } from 'react';
import type { AppState, RefusalView } from '../../src-shared/app-state.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { Ago } from '../parts/times.tsx';
import { useAction } from '../parts/use-action.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { clockWords } from '../text/duration-words.ts';

interface RefusedInRunProps {
  readonly bridge: MainBridge;
  readonly state: AppState;
  readonly skew: number;
}

export function RefusedInRun({ bridge, state, skew }: RefusedInRunProps) {
  const title = useRef<HTMLHeadingElement>(null);
  if (state.refusalCount === 0) return null;
  const hidden = state.refusalCount - state.refusals.length;
  // The row goes away with the button that had the focus.
  const onForgiven = () => title.current?.focus();
  return (
    <section className="refusals" aria-labelledby="refusals-title">
      <h3 id="refusals-title" ref={title} tabIndex={-1}>
        {strings.refusals.title}
      </h3>
      <p className="soft">{strings.refusals.text}</p>
      <ol className="rows" aria-labelledby="refusals-title">
        {state.refusals.map((refusal) => (
          <RefusalRow
            key={refusal.id}
            bridge={bridge}
            refusal={refusal}
            skew={skew}
            onForgiven={onForgiven}
          />
        ))}
      </ol>
      {hidden > 0 && <p className="soft">{strings.refusals.more(hidden)}</p>}
    </section>
  );
}

interface RefusalRowProps {
  readonly bridge: MainBridge;
  readonly refusal: RefusalView;
  readonly skew: number;
  readonly onForgiven: () => void;
}

function RefusalRow({ bridge, refusal, skew, onForgiven }: RefusalRowProps) {
  const forgive = useAction(() => bridge.call('refusal:forgive', refusal.id));
  return (
    <li className="running-row">
      <p className="row-what">
        <Visible text={refusal.summary} />
      </p>
      <div className="row running-acts">
        <button
          type="button"
          className="button"
          aria-label={strings.refusals.forgiveLabel(visibleText(refusal.summary))}
          disabled={forgive.busy}
          onClick={() => void forgive.run().then((forgiven) => forgiven && onForgiven())}
        >
          {strings.refusals.forgive}
        </button>
      </div>
      <p className="soft">
        <Visible text={refusal.from} /> · {strings.refusals.times(refusal.times)} ·{' '}
        <Ago at={refusal.lastAt} skew={skew} />
        {refusal.until !== undefined && ` · ${strings.refusals.putOff(clockWords(refusal.until))}`}
      </p>
      <ActionError error={forgive.error} />
    </li>
  );
}
