/** Tests one runtime and says what came of it: whether the handshake stands, how long a sign of life took, what was taken. */
import { useState } from 'react';
import type { RuntimeView } from '../../src-shared/app-state.ts';
import type { RuntimeTest } from '../../src-shared/runtime-test.ts';
import { type MainBridge, problemText } from '../bridge.ts';
import { Shape } from '../parts/shape.tsx';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';

export interface RuntimeTestHandle {
  readonly busy: boolean;
  readonly found: RuntimeTest | undefined;
  readonly run: () => Promise<void>;
}

export function useRuntimeTest(bridge: MainBridge, profileId: string): RuntimeTestHandle {
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<RuntimeTest>();
  const run = async () => {
    setBusy(true);
    setFound(undefined);
    const answer = bridge.call('runtime:test', profileId);
    setFound(await answer.catch((cause: unknown) => ({ ok: false as const, error: problemText(cause) })));
    setBusy(false);
  };
  return { busy, found, run };
}

export function RuntimeTestResult({ test }: { readonly test: RuntimeTestHandle }) {
  const { busy, found } = test;
  return (
    <p role="status" className="call-outcome">
      {busy && strings.runtimes.testing}
      {found?.ok === true && <Report runtime={found.report.runtime} took={found.report.roundTripMs} />}
      {found?.ok === false && (
        <>
          <Shape kind="cross" />
          <Visible text={strings.failed(found.error)} />
        </>
      )}
    </p>
  );
}

function Report({ runtime, took }: { readonly runtime: RuntimeView; readonly took: number | undefined }) {
  const { status } = runtime;
  // Why it does not stand is said above, where it always is.
  if (status.kind !== 'open' || took === undefined) {
    return (
      <>
        <Shape kind="cross" />
        {strings.runtimes.testFailed}
      </>
    );
  }
  return (
    <>
      <Shape kind="check" />
      {strings.runtimes.tested(Math.max(1, Math.round(took)), status.accepted.length, status.skipped.length)}
    </>
  );
}
