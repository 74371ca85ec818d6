/** One desktop notification for each waiting card: shown once, withdrawn when nothing waits on it. It cannot answer. */
import { Notification } from 'electron';
import type { WaitingView } from '../../src-shared/app-state.ts';

export interface Notifications {
  update(waiting: readonly WaitingView[]): void;
  close(): void;
}

/**
 * @param quiet true while the person already looks at the waiting calls
 * @param open shows them
 */
export function createNotifications(quiet: () => boolean, open: () => void): Notifications {
  const shown = new Map<string, Notification | undefined>();

  const announce = ({ cardId, tool, ask }: WaitingView) => {
    if (quiet() || !Notification.isSupported()) {
      shown.set(cardId, undefined);
      return;
    }
    // None of the agent's words: some desktops read markup in a body, and lock screens show it to anybody.
    const notification = new Notification({
      title: ask === 'question' ? 'An agent asks you a question' : `${tool} waits for you`,
      body: ask === 'question' ? 'Click to read and answer it.' : 'Click to look and decide.',
    });
    notification.on('click', open);
    notification.show();
    shown.set(cardId, notification);
  };

  const withdrawAllBut = (kept: ReadonlySet<string>) => {
    for (const [cardId, notification] of shown) {
      if (kept.has(cardId)) continue;
      notification?.close();
      shown.delete(cardId);
    }
  };

  return {
    update(waiting) {
      withdrawAllBut(new Set(waiting.map(({ cardId }) => cardId)));
      for (const card of waiting) if (!shown.has(card.cardId)) announce(card);
    },
    close: () => withdrawAllBut(new Set()),
  };
}
