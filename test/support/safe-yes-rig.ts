/** A SafeYes with a clock, a pointer and a window that the test turns by hand. One card, c1, was shown for half a second. */
import { RealInput } from '../../src-main/desktop/real-input.ts';
import { MIN_VIEW_MS, SafeYes } from '../../src-main/desktop/safe-yes.ts';
import type { WaitingView } from '../../src-shared/app-state.ts';
import type { AnswerRequest, ArmReply, ArmRequest } from '../../src-shared/approval.ts';
import type { AskKind } from '../../src-shared/verdict.ts';
import { waitingView } from './waiting-view.ts';

export const digestA = 'a'.repeat(64);
export const digestB = 'b'.repeat(64);
export const place = { x: 300, y: 550, width: 120, height: 32 };
export const onButton = { x: 350, y: 560 };
export const onDeny = { x: 50, y: 560 };

/** A card of one call, or of these. */
export function waiting(
  callId: string,
  digest: string,
  ask: AskKind = 'no-rule',
  callIds: readonly string[] = [callId],
): WaitingView {
  const named = { callId, count: callIds.length, callIds, digest, ask };
  return waitingView(`card of ${callId}`, 1, named);
}

export function yes(changes: Partial<AnswerRequest> = {}): AnswerRequest {
  return { callId: 'c1', digest: digestA, snapshot: 7, answer: { kind: 'allow' }, ...changes };
}

export class SafeYesRig {
  now = 1000;
  pointer = onDeny;
  focusedSince: number | undefined = 0;
  unlockedSince: number | undefined = 0;
  readonly input = new RealInput(
    () => this.now,
    () => this.pointer,
  );
  readonly safeYes = new SafeYes(() => this.now, this.input, {
    focusedSince: () => this.focusedSince,
    unlockedSince: () => this.unlockedSince,
    pageSize: () => ({ width: 460, height: 600 }),
  });

  constructor() {
    this.safeYes.pushed({ seq: 7, waiting: [waiting('c1', digestA)] });
    this.shown('c1', digestA);
    this.arm();
    this.now += MIN_VIEW_MS;
  }

  /** The window reports the card of this call as shown whole. */
  shown(callId: string, digest: string): boolean {
    return this.safeYes.shown({ cardId: `card of ${callId}`, digest });
  }

  arm(changes: Partial<ArmRequest> = {}): ArmReply {
    const once = { calls: [{ callId: 'c1', digest: digestA }], answer: { kind: 'allow' as const } };
    return this.safeYes.arm({ ...once, place, shortcut: true, ...changes });
  }

  down(): void {
    this.input.note({ type: 'mouseDown', modifiers: ['leftbuttondown'] });
  }

  up(): void {
    this.input.note({ type: 'mouseUp', modifiers: ['leftbuttondown'] });
  }

  click(at = onButton): void {
    this.pointer = at;
    this.down();
    this.up();
  }

  key(type: 'keyDown' | 'keyUp', key: string, control = false): void {
    const none = { shift: false, alt: false, meta: false, isComposing: false, isAutoRepeat: false };
    this.input.noteKey({ ...none, type, key, control });
  }

  /** Why a yes is refused, or "accepted". */
  refusal(request: AnswerRequest = yes()): string {
    const receipt = this.safeYes.check(request);
    return receipt.kind === 'refused' ? receipt.why : 'accepted';
  }
}
