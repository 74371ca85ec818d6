/** The answers to a finished result: send it, edit it first, or withhold it. Withholding is always live. */
import { useRef, useState } from 'react';
import type { WaitingView } from '../../src-shared/app-state.ts';
import type { Answer } from '../../src-shared/approval.ts';
import { editProblem, MOST_EDITED, type Review } from '../../src-shared/review.ts';
import type { ApprovalBridge } from '../bridge.ts';
import { ariaKeys } from '../parts/shortcut-table.ts';
import { Countdown } from '../parts/times.tsx';
import { useNow } from '../parts/use-now.ts';
import { useShortcuts } from '../parts/use-shortcuts.ts';
import { strings } from '../strings.ts';
import { AllowButton } from './allow-button.tsx';
import { Refusal } from './answer-bar.tsx';
import { DenyReason } from './deny-reason.tsx';
import { useAllow, yesTo } from './use-allow.ts';
import type { AnswerHandle } from './use-answer.ts';

interface ReviewBarProps {
  readonly bridge: ApprovalBridge;
  readonly view: WaitingView;
  /** Missing while it is being fetched: it can be withheld, but not sent. */
  readonly review: Review | undefined;
  readonly skew: number;
  /** Main knows that all of it was on screen. */
  readonly seen: boolean;
  /** The person is about to change the picture that is shown. */
  readonly changing: boolean;
  readonly answer: AnswerHandle;
  /** What goes in its place; missing: it goes as it is. */
  readonly edited: string | undefined;
  readonly onEdited: (text: string | undefined) => void;
}

export function ReviewBar(props: ReviewBarProps) {
  const { bridge, view, review, skew, seen, changing, answer, edited, onEdited } = props;
  const [reason, setReason] = useState(false);
  const reasonButton = useRef<HTMLButtonElement>(null);
  const inTime = useNow(skew) < view.expiresAt;
  const wrong = review && edited !== undefined ? whyNot(review, edited) : undefined;
  const problem = changing ? strings.picture.changing : wrong;
  const ready =
    seen && review !== undefined && inTime && problem === undefined && !answer.sending && !answer.accepted;
  const sent: Answer = { kind: 'send', ...(edited !== undefined && { edited }) };
  const send = useAllow({
    bridge,
    request: yesTo(view, [view.callId], sent),
    hold: false,
    ready,
    shortcut: true,
    onAllow: () => answer.give(sent),
  });
  const withhold = (why?: string) => {
    if (!answer.accepted) answer.give({ kind: 'deny', ...(why && { reason: why }) });
  };
  const leaveReason = () => {
    setReason(false);
    reasonButton.current?.focus();
  };
  useShortcuts({ deny: () => withhold(), denyWithReason: () => setReason(true) });
  return (
    <footer className="answer-bar">
      <Refusal why={answer.refused} />
      <p className="answer-status">
        <Countdown at={view.expiresAt} skew={skew} />
        <span id="arming" role="status">
          {problem ?? (inTime ? statusWords(seen, answer, edited !== undefined, send.words) : '')}
        </span>
      </p>
      {reason && <DenyReason onSend={withhold} onClose={leaveReason} />}
      <div className="answers">
        <div className="answer-group">
          <button
            type="button"
            className="button"
            aria-keyshortcuts={ariaKeys('deny')}
            disabled={answer.accepted}
            onClick={() => withhold()}
          >
            {strings.review.withhold}
          </button>
          <button
            type="button"
            ref={reasonButton}
            className="button"
            aria-keyshortcuts={ariaKeys('denyWithReason')}
            aria-expanded={reason}
            disabled={answer.accepted}
            onClick={() => setReason(!reason)}
          >
            {strings.review.withholdWithReason}
          </button>
        </div>
        <div className="answer-group">
          {review !== undefined && canEdit(review) && (
            <button
              type="button"
              className="button button-quiet"
              disabled={answer.accepted}
              onClick={() => onEdited(edited === undefined ? review.text : undefined)}
            >
              {edited === undefined ? strings.review.edit : strings.review.unedit}
            </button>
          )}
          <AllowButton allow={send} describedBy="arming" main>
            {edited === undefined ? strings.review.send : strings.review.sendEdited}
          </AllowButton>
        </div>
      </div>
    </footer>
  );
}

function whyNot({ kind }: Review, edited: string): string | undefined {
  if (edited.length > MOST_EDITED) return strings.review.tooLong;
  return editProblem(kind, edited) === undefined ? undefined : strings.review.notJson;
}

function canEdit({ kind, text }: Review): boolean {
  return kind !== 'image' && text.length <= MOST_EDITED;
}

function statusWords(seen: boolean, answer: AnswerHandle, edited: boolean, send: string): string {
  if (answer.accepted) return strings.approval.answered;
  if (answer.sending) return strings.approval.answering;
  if (!seen) return strings.review.unseen;
  return send === strings.approval.ready ? readyWords(edited) : send;
}

function readyWords(edited: boolean): string {
  return edited ? strings.review.editedHint : `${strings.review.ready}. ${strings.review.expires}`;
}
