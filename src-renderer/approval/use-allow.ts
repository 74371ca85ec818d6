/**
 * One way to say yes: when it is live, what presses it, and the words for where it stands. Drawn by `AllowButton`. All
 * of it is for the person's eyes; main checks the same against what it hears itself (ARCHITECTURE.md, 'A yes').
 */
import { type RefObject, useEffect, useRef } from 'react';
import type { Answer, ArmReply, YesRequest } from '../../src-shared/approval.ts';
import { assertNever } from '../../src-shared/outcome.ts';
import type { ApprovalBridge } from '../bridge.ts';
import { dialogIsOpen, isTyping } from '../parts/use-shortcuts.ts';
import { strings } from '../strings.ts';
import { hasAllowKey } from './allow-key.ts';
import { type Hold, useHold } from './use-hold.ts';
import { useYesPlace } from './use-yes-place.ts';

export interface AllowSpec {
  readonly bridge: ApprovalBridge;
  /** Exactly the answer that a press gives: another one arms anew. */
  readonly request: YesRequest;
  /** It wants a press that is held (`wantsHold`). */
  readonly hold: boolean;
  /** False where the page itself knows that it cannot be allowed yet, or any more. */
  readonly ready: boolean;
  /** Ctrl+Enter presses it, unless another one has the keyboard. One button of the page. */
  readonly shortcut?: boolean;
  /** Sends the answer. Main then finds the press that it came by. */
  readonly onAllow: () => void;
}

export interface AllowHandle {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly live: boolean;
  readonly wantsHold: boolean;
  readonly hold: Hold;
  /** Empty where the page itself must say why. */
  readonly words: string;
  readonly isLive: () => boolean;
  readonly onAllow: () => void;
}

export function useAllow(spec: AllowSpec): AllowHandle {
  const { bridge, request, ready, shortcut = false, onAllow } = spec;
  const ref = useRef<HTMLButtonElement>(null);
  const { arming, isLive } = useYesPlace(ref, { bridge, request, ready, isMain: shortcut });
  const hold = useHold(() => isLive() && onAllow());
  const handle = {
    ref,
    live: ready && arming.kind === 'armed',
    wantsHold: spec.hold,
    hold,
    words: ready ? allowWords(arming, spec.hold, hold) : '',
    isLive,
    onAllow,
  };
  useAllowKey(shortcut, handle);
  return handle;
}

/** An answer to these calls of one card. */
export function yesTo(
  { digest }: { readonly digest: string },
  callIds: readonly string[],
  answer: Answer,
): YesRequest {
  return { calls: callIds.map((callId) => ({ callId, digest })), answer };
}

/** Ctrl+Enter, wherever the focus is, but in a field that takes text. */
function useAllowKey(isMain: boolean, handle: AllowHandle): void {
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => {
    const onDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !event.ctrlKey || isTyping(event.target) || dialogIsOpen()) return;
      const { ref, wantsHold, hold, isLive, onAllow } = latest.current;
      if (!hasAllowKey(ref.current, isMain)) return;
      // Nothing else that has the keyboard may take it for a click.
      event.preventDefault();
      if (event.repeat || event.shiftKey || event.altKey || event.metaKey || !isLive()) return;
      if (wantsHold) hold.begin();
      else onAllow();
    };
    const onUp = (event: KeyboardEvent) => {
      if (event.key === 'Enter' || event.key === 'Control') latest.current.hold.letGo();
    };
    window.addEventListener('keydown', onDown);
    window.addEventListener('keyup', onUp);
    return () => {
      window.removeEventListener('keydown', onDown);
      window.removeEventListener('keyup', onUp);
    };
  }, [isMain]);
}

function allowWords(arming: ArmReply, wantsHold: boolean, hold: Hold): string {
  if (hold.holding) return strings.approval.holding;
  switch (arming.kind) {
    case 'armed':
      if (!wantsHold) return strings.approval.ready;
      return hold.early ? strings.approval.heldTooBriefly : strings.approval.readyToHold;
    case 'waits':
      return strings.approval.waitsFor[arming.for];
    case 'refused':
      return strings.failed(arming.why);
    default:
      return assertNever(arming);
  }
}
