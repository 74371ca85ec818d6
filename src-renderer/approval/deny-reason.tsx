/** A refusal with words for the agent: one of a few standard replies, or one line of the person's own, or both. */
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { ADVICE, type Advice } from '../../src-shared/denial.ts';
import { Hint } from '../parts/hint.tsx';
import { strings } from '../strings.ts';

interface DenyReasonProps {
  /** Whether there is advice to give: to a question there is none. */
  readonly advised?: boolean;
  /** The reason may be empty where there is advice. */
  readonly onSend: (reason: string, advice?: Advice) => void;
  readonly onClose: () => void;
}

// As long as the contract lets a reason be.
const MAX_REASON = 2_000;

export function DenyReason({ advised = false, onSend, onClose }: DenyReasonProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const reason = () => field.current?.value.trim() ?? '';
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (reason() === '') field.current?.focus();
    else onSend(reason());
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // It is for the form alone, and closes nothing else.
    event.preventDefault();
    onClose();
  };
  return (
    <form className="deny-reason" onSubmit={send} onKeyDown={leave}>
      {advised && <AdviceButtons onAdvice={(advice) => onSend(reason(), advice)} />}
      <label htmlFor="deny-reason">{strings.approval.reasonLabel}</label>
      <div className="deny-reason-row">
        <input
          id="deny-reason"
          ref={field}
          type="text"
          maxLength={MAX_REASON}
          autoComplete="off"
          placeholder={strings.approval.reasonPlaceholder}
        />
        <button type="submit" className="button">
          {strings.approval.sendDeny}
        </button>
      </div>
    </form>
  );
}

function AdviceButtons({ onAdvice }: { readonly onAdvice: (advice: Advice) => void }) {
  return (
    <fieldset className="advice">
      <legend>{strings.denial.pick}</legend>
      {ADVICE.map((advice) => (
        <Hint key={advice} text={strings.denial.hints[advice]}>
          <button type="button" className="button" onClick={() => onAdvice(advice)}>
            {strings.denial.advice[advice]}
          </button>
        </Hint>
      ))}
    </fieldset>
  );
}
