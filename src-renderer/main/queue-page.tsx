/** What waits, in brief. Answers are given in the approval window only. */
import { ActionError } from '../parts/action-error.tsx';
import { AskBadge } from '../parts/ask-badge.tsx';
import { Empty } from '../parts/empty.tsx';
import { Ago, Countdown } from '../parts/times.tsx';
import { useAction } from '../parts/use-action.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import type { PageProps } from './main-window.tsx';

export function QueuePage({ bridge, snapshot }: PageProps) {
  const { state, skew } = snapshot;
  const open = useAction(() => bridge.call('approvals:open', undefined));
  const openButton = (
    <button
      type="button"
      className="button button-primary"
      disabled={open.busy}
      onClick={() => void open.run()}
    >
      {strings.queue.open}
    </button>
  );
  if (state.waitingCount === 0) {
    return (
      <>
        <Empty title={strings.queue.emptyTitle} text={strings.queue.emptyText} />
        <ActionError error={open.error} />
      </>
    );
  }
  const hidden = state.waitingCount - state.waiting.length;
  return (
    <>
      <div className="row">
        {openButton}
        <p className="soft">{strings.queue.hint}</p>
      </div>
      <ActionError error={open.error} />
      <ol className="rows" aria-label={strings.approval.listLabel}>
        {state.waiting.map((view) => (
          <li key={view.callId} className="queue-row">
            <AskBadge ask={view.ask} />
            <p className="row-what">
              <Visible text={view.summary} />
            </p>
            <p className="soft">
              <Visible text={view.from} /> · <Ago at={view.askedAt} skew={skew} />
            </p>
            <Countdown at={view.expiresAt} skew={skew} />
          </li>
        ))}
      </ol>
      {hidden > 0 && <p className="soft">{strings.approval.more(hidden)}</p>}
    </>
  );
}
