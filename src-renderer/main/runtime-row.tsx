/** One runtime: where it is, how its link stands, and what can be done about it. */
import { useState } from 'react';
import type { RuntimeView } from '../../src-shared/app-state.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { Shape } from '../parts/shape.tsx';
import { useAction } from '../parts/use-action.ts';
import { useNow } from '../parts/use-now.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { linkWords } from '../text/link-words.ts';
import { EditRuntimeForm } from './edit-runtime-form.tsx';
import { RuntimeFacts, RuntimeTags } from './runtime-facts.tsx';
import { RuntimeTestResult, useRuntimeTest } from './runtime-test.tsx';
import { RuntimeToken } from './runtime-token.tsx';
import { toolsAddress } from './tools-page.tsx';

interface RuntimeRowProps {
  readonly bridge: MainBridge;
  readonly runtime: RuntimeView;
  readonly skew: number;
}

export function RuntimeRow({ bridge, runtime, skew }: RuntimeRowProps) {
  const link = linkWords(runtime.status, useNow(skew));
  const retry = useAction(() => bridge.call('runtime:retry', runtime.profileId));
  const canRetry = runtime.status.kind === 'waiting' || runtime.status.kind === 'blocked';
  const [open, setOpen] = useState<'token' | 'edit'>();
  const test = useRuntimeTest(bridge, runtime.profileId);
  const close = () => setOpen(undefined);
  return (
    <li className="runtime-row">
      <h3>
        <Visible text={runtime.name} />
        <RuntimeTags runtime={runtime} />
      </h3>
      <p className="mono soft">
        <Visible text={runtime.url} />
      </p>
      <p className={`link link-${runtime.status.kind}`}>
        <Shape kind={link.shape} />
        <span>{link.words}</span>
      </p>
      <RuntimeFacts runtime={runtime} />
      <div className="row">
        {canRetry && (
          <button type="button" className="button" disabled={retry.busy} onClick={() => void retry.run()}>
            {strings.runtimes.retry}
          </button>
        )}
        <button
          type="button"
          className="button"
          aria-label={strings.runtimes.testLabel(visibleText(runtime.name))}
          disabled={test.busy}
          onClick={() => void test.run()}
        >
          {strings.runtimes.test}
        </button>
        {!runtime.embedded && open === undefined && (
          <>
            <button type="button" className="button button-quiet" onClick={() => setOpen('edit')}>
              {strings.runtimes.edit}
            </button>
            <button type="button" className="button button-quiet" onClick={() => setOpen('token')}>
              {strings.runtimes.newToken}
            </button>
            <button
              type="button"
              className="button button-quiet"
              onClick={() => {
                window.location.hash = toolsAddress(runtime.profileId);
              }}
            >
              {strings.runtimes.toolsFor(visibleText(runtime.name))}
            </button>
          </>
        )}
        {!runtime.embedded && <RemoveRuntime bridge={bridge} profileId={runtime.profileId} />}
      </div>
      <RuntimeTestResult test={test} />
      {open === 'token' && <RuntimeToken bridge={bridge} runtime={runtime} close={close} />}
      {open === 'edit' && <EditRuntimeForm bridge={bridge} runtime={runtime} close={close} />}
      <ActionError error={retry.error} />
    </li>
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
