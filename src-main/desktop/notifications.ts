/** A desktop notification for each waiting card: shown once, withdrawn when nothing waits on it. It cannot answer. */
import { Notification } from 'electron';
import type { WaitingView } from '../../src-shared/app-state.ts';
import type { CardKind } from '../../src-shared/verdict.ts';

const TITLES: Record<CardKind, (tool: string) => string> = {
  'no-rule': (tool) => `${tool} waits for you`,
  'must-look': (tool) => `${tool} waits for you`,
  question: () => 'An agent asks you a question',
  review: (tool) => `The result of ${tool} waits for you`,
};

export interface Notifications {
  update(waiting: readonly WaitingView[]): void;
  close(): void;
}

export interface NotificationsOptions {
  /** True while the person already looks at the waiting calls. */
  quiet(): boolean;
  /** Shows them. */
  open(): void;
  /** Whether anything shows notifications here. */
  hasHost(): Promise<boolean>;
}

/** More than these at once say nothing that these do not, and would bury the desktop. */
const MOST_AT_ONCE = 3;

export function createNotifications({ quiet, open, hasHost }: NotificationsOptions): Notifications {
  /** The cards that were announced, with what is on show of them. */
  const announced = new Map<string, Notification | undefined>();
  let onShow = 0;

  const announce = async (card: WaitingView) => {
    const { cardId } = card;
    announced.set(cardId, undefined);
    if (quiet() || onShow >= MOST_AT_ONCE) return;
    onShow += 1;
    if ((await hasHost()) && announced.has(cardId)) announced.set(cardId, show(card, open));
    else onShow -= 1;
  };

  const withdrawAllBut = (kept: ReadonlySet<string>) => {
    for (const [cardId, notification] of announced) {
      if (kept.has(cardId)) continue;
      announced.delete(cardId);
      if (notification === undefined) continue;
      notification.close();
      onShow -= 1;
    }
  };

  return {
    update(waiting) {
      withdrawAllBut(new Set(waiting.map(({ cardId }) => cardId)));
      for (const card of waiting) if (!announced.has(card.cardId)) void announce(card);
    },
    close: () => withdrawAllBut(new Set()),
  };
}

/** None of the agent's words: some desktops read markup in a body, and lock screens show it to anybody. */
function show({ tool, ask }: WaitingView, open: () => void): Notification {
  const notification = new Notification({
    title: TITLES[ask](tool),
    body: ask === 'question' ? 'Click to read and answer it.' : 'Click to look and decide.',
  });
  notification.on('click', open);
  notification.show();
  return notification;
}
