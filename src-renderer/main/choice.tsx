/** A labelled choice of a few, with its hint. */
import { useId } from 'react';

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  /** What each value is called. */
  readonly choices: Readonly<Record<string, string>>;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
}

export function Choice({ label, value, choices, onChange, hint }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {Object.entries(choices).map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="soft">
        {hint}
      </p>
    </div>
  );
}
