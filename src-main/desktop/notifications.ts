/**
 * Desktop notifications: one for each waiting card, withdrawn when nothing waits on it, and one for jobs that ended. A click
 * opens the very card; a button, where there are any, settles that card's call or nothing.
 */
import { Notification } from 'electron';
import type { AppState, JobView, WaitingView } from '../../src-shared/app-state.ts';
import type { StandingCard } from '../../src-shared/approval.ts';
import {
  isNews,
  type NotificationButton,
  type NotificationPlace,
  type NotificationPlan,
  planFor,
  planForEnded,
} from './notification-plan.ts';

export interface Notifications {
  update(state: AppState): void;
  close(): void;
}

export interface NotificationsOptions {
  /** True while a window of ours is in front. */
  quiet(): boolean;
  place(): NotificationPlace;
  card(callId: string): StandingCard | undefined;
  /** Shows that card, or says that it is gone. */
  open(cardId: string): void;
  openJobs(): void;
  /** A button was pressed that stood under this card as it was then, so many milliseconds after it was shown. */
  press(button: NotificationButton, card: StandingCard, afterMs: number): void;
  /** Whether anything shows notifications here. */
  hasHost(): Promise<boolean>;
}

/** More than these at once say nothing that these do not, and would bury the desktop. */
const MOST_AT_ONCE = 3;

const WORDS: Record<NotificationButton, string> = { allow: 'Allow once', deny: 'Deny' };

export function createNotifications(options: NotificationsOptions): Notifications {
  const cards = cardNotifications(options);
  const jobs = jobNotification(options);
  return {
    update({ waiting, jobs: list }) {
      cards.update(waiting);
      jobs.update(list);
    },
    close() {
      cards.update([]);
      jobs.close();
    },
  };
}

function cardNotifications(options: NotificationsOptions) {
  /** The cards that were announced, with what is on show of them. */
  const announced = new Map<string, Notification | undefined>();
  let onShow = 0;

  const announce = async ({ cardId, callId, tool, ask }: WaitingView) => {
    announced.set(cardId, undefined);
    if (options.quiet() || onShow >= MOST_AT_ONCE) return;
    onShow += 1;
    const isHosted = await options.hasHost();
    const whole = options.card(callId);
    const plan = planFor({ tool, ask }, whole, options.place());
    if (isHosted && plan !== undefined && announced.has(cardId)) {
      announced.set(cardId, showCard(plan, cardId, whole, options));
    } else onShow -= 1;
  };

  return {
    update(waiting: readonly WaitingView[]) {
      const kept = new Set(waiting.map(({ cardId }) => cardId));
      for (const [cardId, notification] of announced) {
        if (kept.has(cardId)) continue;
        announced.delete(cardId);
        if (notification === undefined) continue;
        notification.close();
        onShow -= 1;
      }
      for (const card of waiting) if (!announced.has(card.cardId)) void announce(card);
    },
  };
}

function showCard(
  plan: NotificationPlan,
  cardId: string,
  whole: StandingCard | undefined,
  { open, press }: NotificationsOptions,
): Notification {
  const shownAt = performance.now();
  const notification = show(plan, () => open(cardId));
  notification.on('action', ({ actionIndex }, indexBefore) => {
    // Older versions of Electron give the number beside the event.
    const button = plan.buttons[actionIndex ?? indexBefore];
    if (button !== undefined && whole !== undefined) press(button, whole, performance.now() - shownAt);
  });
  return notification;
}

/** One notification for all of them, replaced by each that ends. */
function jobNotification({ quiet, place, openJobs, hasHost }: NotificationsOptions) {
  let running = new Set<string>();
  let unseen: JobView[] = [];
  let onShow: Notification | undefined;

  const clear = () => {
    onShow?.close();
    onShow = undefined;
    unseen = [];
  };
  const announce = async (ended: readonly JobView[]) => {
    unseen.push(...ended);
    const plan = planForEnded(unseen, place());
    if (plan === undefined || quiet()) return clear();
    if (!(await hasHost())) return;
    onShow?.close();
    onShow = show(plan, () => {
      clear();
      openJobs();
    });
  };

  return {
    update(jobs: readonly JobView[]) {
      const ended = jobs.filter((job) => running.has(job.jobId) && job.state === 'ended' && isNews(job));
      running = new Set(jobs.filter(({ state }) => state !== 'ended').map(({ jobId }) => jobId));
      if (ended.length > 0) void announce(ended);
    },
    close: clear,
  };
}

function show({ title, body, silent, buttons }: NotificationPlan, onClick: () => void): Notification {
  const actions = buttons.map((button) => ({ type: 'button' as const, text: WORDS[button] }));
  const notification = new Notification({ title, body, silent, actions });
  notification.on('click', onClick);
  notification.show();
  return notification;
}
