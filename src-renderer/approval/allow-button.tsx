/** A button that says yes, as `useAllow` has it. Of the keys only Ctrl+Enter presses it: Enter and Space are struck too easily. */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef } from 'react';
import { strings } from '../strings.ts';
import type { AllowHandle } from './use-allow.ts';

interface AllowButtonProps {
  readonly allow: AllowHandle;
  /** The id of what describes it. */
  readonly describedBy: string;
  /** The one that Ctrl+Enter presses. */
  readonly main?: boolean;
  readonly children: ReactNode;
}

export function AllowButton({ allow, describedBy, main = false, children }: AllowButtonProps) {
  const hint = useId();
  const presses = usePresses(allow);
  const { wantsHold, hold, live } = allow;
  const kind = wantsHold ? 'button-allow-hold' : 'button-allow-plain';
  return (
    // Never `disabled`: a button that comes and goes would lose the keyboard to the page each time.
    <button
      type="button"
      ref={allow.ref}
      className={`button button-allow ${kind} ${hold.holding ? 'is-held' : ''}`}
      aria-keyshortcuts={main ? 'Control+Enter' : undefined}
      aria-describedby={`${describedBy} ${hint}`}
      aria-disabled={!live}
      {...presses}
    >
      {children}
      <span id={hint} hidden>
        {wantsHold ? strings.approval.holdHint : strings.approval.pressHint}
      </span>
    </button>
  );
}

/** A press counts only if the button was live when it began; it ends where the pointer leaves the button. */
function usePresses({ wantsHold, hold, isLive, onAllow }: AllowHandle) {
  const liveAtDown = useRef(false);
  return {
    onPointerDown: (event: PointerEvent) => {
      liveAtDown.current = event.button === 0 && isLive();
      if (liveAtDown.current && wantsHold) hold.begin();
    },
    onPointerUp: hold.letGo,
    onPointerLeave: hold.letGo,
    onPointerCancel: hold.letGo,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' || event.key === ' ') event.preventDefault();
    },
    onClick: () => {
      const presses = liveAtDown.current && !wantsHold;
      liveAtDown.current = false;
      if (presses) onAllow();
    },
  };
}
