/** On a card: the offer to see the results of its run before they leave, or that this is so already. */
import type { Origin } from '../../src-shared/call.ts';
import type { ApprovalBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { useAction } from '../parts/use-action.ts';
import { strings } from '../strings.ts';

interface ReviewRunProps {
  readonly bridge: ApprovalBridge;
  readonly callId: string;
  readonly origin: Origin;
}

export function ReviewRun({ bridge, callId, origin }: ReviewRunProps) {
  const review = useAction(() => bridge.call('run:review-of-call', callId));
  const named = origin.door === 'client-tools' && origin.runId !== undefined;
  if (review.done) return <p className="soft">{strings.review.reviewedRun}</p>;
  return (
    <>
      <button
        type="button"
        className="button button-quiet review-run"
        disabled={review.busy}
        onClick={() => void review.run()}
      >
        {named ? strings.review.reviewRun : strings.review.reviewRuntime}
      </button>
      <ActionError error={review.error} />
    </>
  );
}
