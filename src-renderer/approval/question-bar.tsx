/** The answers to a question: to send what was chosen and written, or to decline. Declining is always live. */
import { type MouseEvent, useRef, useState } from 'react';
import type { WaitingView } from '../../src-shared/app-state.ts';
import { assertNever } from '../../src-shared/outcome.ts';
import { Countdown } from '../parts/times.tsx';
import { strings } from '../strings.ts';
import { Refusal } from './answer-bar.tsx';
import { DenyReason } from './deny-reason.tsx';
import { QUESTION_FORM } from './question-form.tsx';
import type { AnswerHandle } from './use-answer.ts';
import type { Arming } from './use-arming.ts';

interface QuestionBarProps {
  readonly view: WaitingView;
  readonly skew: number;
  readonly arming: Arming;
  readonly answer: AnswerHandle;
  readonly canSend: boolean;
  /** What is missing in the answer, or how it is sent. */
  readonly hint: string;
  readonly onClickCapture: (event: MouseEvent) => void;
}

export function QuestionBar(props: QuestionBarProps) {
  const { view, skew, arming, answer, canSend, hint, onClickCapture } = props;
  const [reason, setReason] = useState(false);
  const reasonButton = useRef<HTMLButtonElement>(null);
  const decline = (why?: string) => {
    if (!answer.accepted) answer.give({ kind: 'deny', ...(why && { reason: why }) }, view.callIds);
  };
  const leaveReason = () => {
    setReason(false);
    reasonButton.current?.focus();
  };
  return (
    <footer className="answer-bar">
      <Refusal why={answer.refused} />
      <p className="answer-status">
        <Countdown at={view.expiresAt} skew={skew} />
        <span id="arming" role="status">
          {statusWords(arming, answer, hint)}
        </span>
      </p>
      {reason && <DenyReason onSend={decline} onClose={leaveReason} />}
      <div className="answers">
        <div className="answer-group">
          <button type="button" className="button" disabled={answer.accepted} onClick={() => decline()}>
            {strings.question.decline}
          </button>
          <button
            type="button"
            ref={reasonButton}
            className="button"
            aria-expanded={reason}
            disabled={answer.accepted}
            onClick={() => setReason(!reason)}
          >
            {strings.question.declineWithReason}
          </button>
        </div>
        <div className="answer-group">
          <button
            type="submit"
            form={QUESTION_FORM}
            className="button button-primary"
            aria-describedby="arming"
            disabled={!canSend}
            onClickCapture={onClickCapture}
          >
            {strings.question.send}
          </button>
        </div>
      </div>
    </footer>
  );
}

function statusWords(arming: Arming, answer: AnswerHandle, hint: string): string {
  if (answer.accepted) return strings.approval.answered;
  if (answer.sending) return strings.approval.answering;
  switch (arming.kind) {
    case 'unseen':
      return strings.question.unseen;
    case 'settling':
      return strings.approval.waitsFor.moment;
    case 'armed':
      return hint;
    case 'failed':
      return strings.failed(arming.why);
    default:
      return assertNever(arming);
  }
}
