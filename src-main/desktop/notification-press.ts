/** What a button of a notification does: it settles the call that stood there, if that still waits unchanged, or nothing. */
import type { AnswerReceipt, AnswerRequest, StandingCard } from '../../src-shared/approval.ts';
import type { NotificationButton } from './notification-plan.ts';

/** A toast that slides in under the pointer is no question that was read (DESIGN.md, 'The safe yes'). Milliseconds. */
const READING_MS = 500;

export interface PressRooms {
  /** The card that this call stands on now. */
  card(callId: string): StandingCard | undefined;
  locked(): boolean;
  /** The number of the newest snapshot. */
  snapshot(): number;
  answer(request: AnswerRequest, by: 'notification'): AnswerReceipt;
}

/** Undefined: it is settled. Otherwise nothing happened, and the card is to be opened, which says the rest. */
export function pressed(
  button: NotificationButton,
  shown: StandingCard,
  afterMs: number,
  rooms: PressRooms,
): 'not-settled' | undefined {
  const now = rooms.card(shown.callId);
  if (now === undefined || now.digest !== shown.digest) return 'not-settled';
  if (button === 'allow') {
    const joined = now.callIds.length !== 1 || now.ask !== 'no-rule';
    if (joined || rooms.locked() || afterMs < READING_MS) return 'not-settled';
  }
  const receipt = rooms.answer(
    {
      callId: shown.callId,
      digest: shown.digest,
      snapshot: rooms.snapshot(),
      answer: { kind: button },
    },
    'notification',
  );
  return receipt.kind === 'accepted' ? undefined : 'not-settled';
}
