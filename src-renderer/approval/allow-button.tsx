/** A button that says yes. Enter alone never presses it, wherever the focus is: that key is struck too easily. */
import type { KeyboardEvent, ReactNode } from 'react';
import type { AskKind } from '../../src-shared/verdict.ts';

interface AllowButtonProps {
  readonly ask: AskKind;
  readonly enabled: boolean;
  readonly describedBy: string;
  /** The one that Ctrl+Enter presses. */
  readonly main?: boolean;
  readonly onAllow: () => void;
  readonly children: ReactNode;
}

export function AllowButton({
  ask,
  enabled,
  describedBy,
  main = false,
  onAllow,
  children,
}: AllowButtonProps) {
  const swallowEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.ctrlKey) event.preventDefault();
  };
  return (
    <button
      type="button"
      className={`button button-allow button-allow-${ask}`}
      aria-keyshortcuts={main ? 'Control+Enter' : undefined}
      aria-describedby={describedBy}
      disabled={!enabled}
      onKeyDown={swallowEnter}
      onClick={onAllow}
    >
      {children}
    </button>
  );
}
