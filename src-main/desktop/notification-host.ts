/**
 * Whether anything shows notifications on this desktop. On Linux, Electron waits for the answer with everything else
 * standing still, a third of a second for each notification where the daemon cannot be started; so it is asked first, here.
 */
import { Notification } from 'electron';
import { askSessionBus, type BusQuestion } from './session-bus.ts';

/** A daemon that the bus starts by itself needs a moment. */
const ANSWER_LIMIT_MS = 5_000;

/** An answer counts so long: a daemon may come, or go. Milliseconds. */
const TRUSTED_MS = 30_000;

/** Desktop Notifications Specification, *Protocol*: the one question that takes nothing and changes nothing. */
const question: BusQuestion = {
  destination: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  interface: 'org.freedesktop.Notifications',
  member: 'GetServerInformation',
  strings: [],
};

/** @param now milliseconds of a clock that never goes back */
export function notificationHost(env: NodeJS.ProcessEnv, now: () => number): () => Promise<boolean> {
  let known: { readonly at: number; readonly answer: Promise<boolean> } | undefined;
  return () => {
    if (!Notification.isSupported()) return Promise.resolve(false);
    if (process.platform !== 'linux') return Promise.resolve(true);
    if (known === undefined || now() - known.at > TRUSTED_MS) {
      known = { at: now(), answer: isAnswered(env) };
    }
    return known.answer;
  };
}

async function isAnswered(env: NodeJS.ProcessEnv): Promise<boolean> {
  const reply = await askSessionBus(env, question, ANSWER_LIMIT_MS);
  return reply !== undefined && !reply.isError;
}
