/** What the person allowed for longer than once: who asked, for what, how long it still lasts, and a way to end each. */
import { useRef } from 'react';
import type { AppState } from '../../src-shared/app-state.ts';
import type { GrantView } from '../../src-shared/grant-view.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { Countdown } from '../parts/times.tsx';
import { useAction } from '../parts/use-action.ts';
import { useNow } from '../parts/use-now.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';

interface GrantsInForceProps {
  readonly bridge: MainBridge;
  readonly state: AppState;
  readonly skew: number;
}

export function GrantsInForce({ bridge, state, skew }: GrantsInForceProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const now = useNow(skew);
  // One that is over says nothing: the snapshot that drops it comes with the next change.
  const grants = state.grants.filter(({ until }) => until === undefined || until > now);
  const hidden = state.grantCount - state.grants.length;
  // The row goes away with the button that had the focus.
  const onEnded = () => title.current?.focus();
  return (
    <section className="form" aria-labelledby="grants-title">
      <h3 id="grants-title" ref={title} tabIndex={-1}>
        {strings.grants.title}
      </h3>
      <p className="soft">{grants.length === 0 ? strings.grants.none : strings.grants.text}</p>
      {grants.length > 0 && (
        <ol className="rows" aria-labelledby="grants-title">
          {grants.map((grant) => (
            <GrantRow key={grant.id} bridge={bridge} grant={grant} skew={skew} onEnded={onEnded} />
          ))}
        </ol>
      )}
      {hidden > 0 && <p className="soft">{strings.grants.more(hidden)}</p>}
    </section>
  );
}

interface GrantRowProps {
  readonly bridge: MainBridge;
  readonly grant: GrantView;
  readonly skew: number;
  readonly onEnded: () => void;
}

function GrantRow({ bridge, grant, skew, onEnded }: GrantRowProps) {
  const end = useAction(() => bridge.call('grant:end', grant.id));
  const { kind, covers, from, until } = grant;
  return (
    <li className="running-row">
      <p className={kind === 'always' ? 'row-what mono' : 'row-what'}>
        <Visible text={covers} />
      </p>
      <div className="row running-acts">
        <button
          type="button"
          className="button"
          aria-label={strings.grants.endLabel(visibleText(covers))}
          disabled={end.busy}
          onClick={() => void end.run().then((ended) => ended && onEnded())}
        >
          {strings.grants.end}
        </button>
      </div>
      <p className="soft">
        {strings.grants.kinds[kind]} ·{' '}
        {until === undefined ? (
          kind === 'always' ? (
            strings.grants.inFile
          ) : (
            strings.grants.whileRun
          )
        ) : (
          <Countdown at={until} skew={skew} />
        )}
        {from !== undefined && (
          <>
            {' · '}
            <Visible text={strings.grants.asked(from)} />
          </>
        )}
      </p>
      <ActionError error={end.error} />
    </li>
  );
}
