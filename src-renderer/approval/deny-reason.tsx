/** A refusal with words for the agent: one line, sent by Enter, left by Esc. */
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { strings } from '../strings.ts';

interface DenyReasonProps {
  readonly onSend: (reason: string) => void;
  readonly onClose: () => void;
}

// As long as the contract lets a reason be.
const MAX_REASON = 2_000;

export function DenyReason({ onSend, onClose }: DenyReasonProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const reason = field.current?.value.trim() ?? '';
    if (reason === '') field.current?.focus();
    else onSend(reason);
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <form className="deny-reason" onSubmit={send}>
      <label htmlFor="deny-reason">{strings.approval.reasonLabel}</label>
      <div className="deny-reason-row">
        <input
          id="deny-reason"
          ref={field}
          type="text"
          maxLength={MAX_REASON}
          autoComplete="off"
          placeholder={strings.approval.reasonPlaceholder}
          onKeyDown={leave}
        />
        <button type="submit" className="button">
          {strings.approval.sendDeny}
        </button>
      </div>
    </form>
  );
}
