/** Runs that ask too much, with the offer to pause them; and those that are paused, with the way back where there is one. */
import type { AppState, RunView } from '../../src-shared/app-state.ts';
import type { ActionReply } from '../../src-shared/ipc-contract.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import { strings } from '../strings.ts';
import { clockWords } from '../text/duration-words.ts';
import { ActionError } from './action-error.tsx';
import { Shape } from './shape.tsx';
import { useAction } from './use-action.ts';
import { Visible } from './visible.tsx';

interface RunActs {
  readonly onPause: (id: string) => Promise<ActionReply>;
  /** Missing where only the main window may resume. */
  readonly onResume?: (id: string) => Promise<ActionReply>;
  /** Missing where only the main window may let results go unseen again. */
  readonly onReviewNoMore?: (id: string) => Promise<ActionReply>;
}

export function RunNotices({ state, ...acts }: RunActs & { readonly state: Pick<AppState, 'runs'> }) {
  const notices = state.runs.flatMap((run) => [
    ...(run.paused || run.over ? [<RunNotice key={run.id} run={run} {...acts} />] : []),
    ...(run.reviewed && acts.onReviewNoMore
      ? [<ReviewedRun key={`${run.id} reviewed`} run={run} onNoMore={acts.onReviewNoMore} />]
      : []),
  ]);
  if (notices.length === 0) return null;
  return (
    <ul className="notices" aria-label={strings.runs.label}>
      {notices}
    </ul>
  );
}

function RunNotice({ run, onPause, onResume }: RunActs & { readonly run: RunView }) {
  const { id, from, paused, over, what } = run;
  const pause = useAction(() => onPause(id));
  const resume = useAction(async () => onResume?.(id) ?? { ok: true });
  const text = paused
    ? strings.runs.paused(from)
    : strings.runs.over(from, over?.limit ?? 0, clockWords(over?.until ?? 0));
  return (
    <li className="notice notice-warning run-notice">
      <Shape kind={paused ? 'pause' : 'warning'} />
      <p>
        <Visible text={text} />
      </p>
      {!paused && (
        <button type="button" className="button" disabled={pause.busy} onClick={() => void pause.run()}>
          {strings.runs.pause[what]}
        </button>
      )}
      {paused && onResume && (
        <button
          type="button"
          className="button"
          aria-label={strings.runs.resumeLabel(visibleText(from))}
          disabled={resume.busy}
          onClick={() => void resume.run()}
        >
          {strings.runs.resume}
        </button>
      )}
      <ActionError error={pause.error ?? resume.error} />
    </li>
  );
}

interface ReviewedRunProps {
  readonly run: RunView;
  readonly onNoMore: (id: string) => Promise<ActionReply>;
}

function ReviewedRun({ run: { id, from }, onNoMore }: ReviewedRunProps) {
  const noMore = useAction(() => onNoMore(id));
  return (
    <li className="notice run-notice">
      <Shape kind="ring" />
      <p>
        <Visible text={strings.review.reviewed(from)} />
      </p>
      <button
        type="button"
        className="button"
        aria-label={strings.review.noMoreLabel(visibleText(from))}
        disabled={noMore.busy}
        onClick={() => void noMore.run()}
      >
        {strings.review.noMore}
      </button>
      <ActionError error={noMore.error} />
    </li>
  );
}
