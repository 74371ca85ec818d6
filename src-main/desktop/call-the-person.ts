/** Joins the notifications with the host and the windows: when there are none, and what a click on one leads to. */
import { BrowserWindow } from 'electron';
import type { Host } from '../host.ts';
import { notificationHost } from './notification-host.ts';
import { pressed } from './notification-press.ts';
import { createNotifications, type Notifications } from './notifications.ts';
import type { Windows } from './windows.ts';

export interface CallRooms {
  readonly host: Host;
  readonly windows: Windows;
  readonly env: NodeJS.ProcessEnv;
  /** Sends every window its snapshot. */
  push(): void;
  /** Since when the screen is not locked; undefined while it is. */
  readonly screen: { readonly unlockedSince: number | undefined };
}

export function callThePerson(rooms: CallRooms): Notifications {
  const { host, windows, env, screen } = rooms;
  const locked = () => screen.unlockedSince === undefined;
  const open = opener(rooms);
  return createNotifications({
    quiet: () => !locked() && BrowserWindow.getFocusedWindow() !== null,
    place: () => ({ platform: process.platform, locked: locked(), notify: host.state().desktop.notify }),
    card: (callId) => host.card(callId),
    open,
    openJobs: () => windows.show('main', 'focused'),
    press(button, card, afterMs) {
      const doors = {
        card: (callId: string) => host.card(callId),
        locked,
        snapshot: () => host.state().seq,
        answer: host.answer,
      };
      if (pressed(button, card, afterMs, doors) === 'not-settled') open(card.cardId);
    },
    hasHost: notificationHost(env, () => performance.now()),
  });
}

/** Shows the approval window with that card chosen; where it waits no more the page says so. */
function opener({ host, windows, push }: CallRooms): (cardId: string) => void {
  let nth = 0;
  return (cardId) => {
    nth += 1;
    windows.show('approval', 'focused');
    const window = windows.get('approval');
    if (window === undefined) return;
    window.look = { ...window.look, chosen: cardId };
    const waits = host.snapshot(window.look).waiting.some((card) => card.cardId === cardId);
    window.opened = { cardId, nth, waits };
    push();
  };
}
