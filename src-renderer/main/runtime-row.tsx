/** One runtime: where it is, how its link stands, what it accepted, and what can be done about it. */
import { useState } from 'react';
import type { RuntimeView } from '../../src-shared/app-state.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { Shape } from '../parts/shape.tsx';
import { useAction } from '../parts/use-action.ts';
import { useNow } from '../parts/use-now.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { linkWords } from '../text/link-words.ts';

interface RuntimeRowProps {
  readonly bridge: MainBridge;
  readonly runtime: RuntimeView;
  readonly skew: number;
}

export function RuntimeRow({ bridge, runtime, skew }: RuntimeRowProps) {
  const link = linkWords(runtime.status, useNow(skew));
  const retry = useAction(() => bridge.call('runtime:retry', runtime.profileId));
  const canRetry = runtime.status.kind === 'waiting' || runtime.status.kind === 'blocked';
  return (
    <li className="runtime-row">
      <h3>
        <Visible text={runtime.name} />
        {runtime.embedded && (
          <span className="tag" title={strings.runtimes.embeddedHint}>
            {strings.runtimes.embedded}
          </span>
        )}
      </h3>
      <p className="mono soft">
        <Visible text={runtime.url} />
      </p>
      <p className={`link link-${runtime.status.kind}`}>
        <Shape kind={link.shape} />
        <span>{link.words}</span>
      </p>
      <Accepted runtime={runtime} />
      {runtime.tokenForThisRunOnly && <p className="soft">{strings.runtimes.tokenForThisRun}</p>}
      {!runtime.hasToken && !runtime.embedded && <p className="soft">{strings.runtimes.noToken}</p>}
      <div className="row">
        {canRetry && (
          <button type="button" className="button" disabled={retry.busy} onClick={() => void retry.run()}>
            {strings.runtimes.retry}
          </button>
        )}
        {!runtime.embedded && <RemoveRuntime bridge={bridge} profileId={runtime.profileId} />}
      </div>
      <ActionError error={retry.error} />
    </li>
  );
}

function Accepted({ runtime }: { readonly runtime: RuntimeView }) {
  if (runtime.status.kind !== 'open') return null;
  const { accepted } = runtime.status;
  if (accepted.length === 0) return <p>{strings.runtimes.acceptedNone}</p>;
  return (
    <p className="accepted">
      {strings.runtimes.accepted(accepted.length)}{' '}
      {accepted.map((tool) => (
        <code key={tool}>
          <Visible text={tool} />
        </code>
      ))}
    </p>
  );
}

// The token is gone for good with it, so this one asks.
function RemoveRuntime({ bridge, profileId }: { readonly bridge: MainBridge; readonly profileId: string }) {
  const [sure, setSure] = useState(false);
  const remove = useAction(() => bridge.call('runtime:remove', profileId));
  if (!sure) {
    return (
      <button type="button" className="button button-quiet" onClick={() => setSure(true)}>
        {strings.runtimes.remove}
      </button>
    );
  }
  return (
    <>
      <button
        type="button"
        className="button button-stop"
        disabled={remove.busy}
        onClick={() => void remove.run()}
      >
        {strings.runtimes.removeSure}
      </button>
      <button type="button" className="button button-quiet" onClick={() => setSure(false)}>
        {strings.runtimes.keep}
      </button>
      <ActionError error={remove.error} />
    </>
  );
}
