/** What was masked in the result of a call, kinds and counts, with the way to let it go the next time. */
import type { CallView } from '../../src-shared/app-state.ts';
import { maskedWords } from '../../src-shared/masking.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { Shape } from '../parts/shape.tsx';
import { useAction } from '../parts/use-action.ts';
import { strings } from '../strings.ts';

interface FoundInCallProps {
  readonly call: CallView;
  readonly bridge: MainBridge;
}

export function FoundInCall({ call, bridge }: FoundInCallProps) {
  const { callId, masked, whole, wholeNext } = call;
  const change = useAction((wanted: boolean) => bridge.call('result:whole-next', { callId, whole: wanted }));
  if (!masked && !whole) return null;
  return (
    <div className="call-found">
      {whole && (
        <p className="row">
          <Shape kind="warning" />
          {strings.calls.whole(maskedWords(whole))}
        </p>
      )}
      {masked && (
        <p className="row">
          <Shape kind="check" />
          {strings.calls.masked(maskedWords(masked))}
        </p>
      )}
      {wholeNext === 'granted' && <p className="soft">{strings.calls.granted}</p>}
      {wholeNext && (
        <button
          type="button"
          className="button button-quiet"
          disabled={change.busy}
          aria-label={
            wholeNext === 'offered' ? strings.calls.sendNextLabel(visibleText(call.summary)) : undefined
          }
          onClick={() => change.run(wholeNext === 'offered')}
        >
          {wholeNext === 'offered' ? strings.calls.sendNext : strings.calls.maskAgain}
        </button>
      )}
      <ActionError error={change.error} />
    </div>
  );
}
