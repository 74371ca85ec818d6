/** The way back for rules that were taken out a moment ago; the keyboard is on the newest. */
import { useEffect, useRef } from 'react';
import { visibleText } from '../../src-shared/visible-text.ts';
import { ActionError } from '../parts/action-error.tsx';
import { useNow } from '../parts/use-now.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import type { Removal, RemovalsHandle } from './use-removals.ts';

const words = strings.permissions;

export function RemovedRules({ removals, busy, failed, putBack }: RemovalsHandle) {
  return (
    <div role="status" className="removed-rules">
      {removals.map((removal) => (
        <RemovedRule
          key={removal.undo}
          removal={removal}
          busy={busy}
          error={failed?.id === removal.undo ? failed.error : undefined}
          putBack={() => putBack(removal)}
        />
      ))}
    </div>
  );
}

interface RemovedRuleProps {
  readonly removal: Removal;
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly putBack: () => void;
}

function RemovedRule({ removal, busy, error, putBack }: RemovedRuleProps) {
  const button = useRef<HTMLButtonElement>(null);
  // The row went away with the button that had the keyboard.
  useEffect(() => button.current?.focus(), []);
  const left = Math.max(0, Math.ceil((removal.until - useNow(0)) / 1000));
  return (
    <div className="row">
      <p className="row-what">
        <Visible text={words.removed(removal.key)} />
      </p>
      <button
        ref={button}
        type="button"
        className="button"
        aria-label={words.undoLabel(visibleText(removal.key))}
        disabled={busy}
        onClick={putBack}
      >
        {words.undo(left)}
      </button>
      <ActionError error={error} />
    </div>
  );
}
