/** A labelled field with its hint, and its problem right below it. */
import { useEffect, useId, useRef } from 'react';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'password';
  readonly inputMode?: 'text' | 'numeric';
  readonly placeholder?: string;
  readonly hint?: string;
  readonly problem?: string | undefined;
  /** Set where the form opens at a press: the keyboard goes on in its first field. */
  readonly autoFocus?: boolean;
}

export function Field({
  label,
  value,
  onChange,
  type = 'text',
  inputMode = 'text',
  placeholder,
  hint,
  problem,
  autoFocus = false,
}: FieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        type={type}
        inputMode={inputMode}
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint ${id}-problem`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} className="soft">
        {hint}
      </p>
      <p id={`${id}-problem`} className="field-problem" role="alert">
        {problem}
      </p>
    </div>
  );
}
