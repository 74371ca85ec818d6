/** What waits, in brief. Answers are given in the approval window only. */
import { ActionError } from '../parts/action-error.tsx';
import { AskBadge } from '../parts/ask-badge.tsx';
import { Empty } from '../parts/empty.tsx';
import { Ago, Countdown } from '../parts/times.tsx';
import { useAction } from '../parts/use-action.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { FirstSteps } from './first-steps.tsx';
import type { PageProps } from './page-props.ts';
import { RefusedInRun } from './refused-in-run.tsx';

export function QueuePage({ bridge, snapshot }: PageProps) {
  const { state, skew } = snapshot;
  const open = useAction(() => bridge.call('approvals:open', undefined));
  const hidden = state.cardCount - state.waiting.length;
  return (
    <>
      <FirstSteps bridge={bridge} snapshot={snapshot} />
      <div className="row">
        <button
          type="button"
          className={state.waitingCount === 0 ? 'button' : 'button button-primary'}
          disabled={open.busy}
          onClick={() => void open.run()}
        >
          {strings.queue.open}
        </button>
        <p className="soft">{strings.queue.hint}</p>
      </div>
      <ActionError error={open.error} />
      {state.waitingCount === 0 ? (
        <Empty title={strings.queue.emptyTitle} text={strings.queue.emptyText} />
      ) : (
        <ol className="rows" aria-label={strings.approval.listLabel}>
          {state.waiting.map((view) => (
            <li key={view.cardId} className="queue-row">
              <AskBadge ask={view.ask} />
              <p className="row-what">
                <Visible text={view.summary} /> {view.count > 1 && `×${view.count}`}
              </p>
              <p className="soft">
                <Visible text={view.from} /> · <Ago at={view.askedAt} skew={skew} />
              </p>
              <Countdown at={view.expiresAt} skew={skew} />
            </li>
          ))}
        </ol>
      )}
      {hidden > 0 && <p className="soft">{strings.approval.more(hidden)}</p>}
      <RefusedInRun bridge={bridge} state={state} skew={skew} />
    </>
  );
}
