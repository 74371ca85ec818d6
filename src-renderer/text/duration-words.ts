/** Spans of time in words. Rounded so that a person never reads more time than is left, or less than has gone. */
import { locale } from '../spoken.ts';
import { strings } from '../strings.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What is left of `ms` milliseconds, in whole seconds rounded down; nothing left is said in words. */
export function countdownWords(ms: number): string {
  if (ms < SECOND) return strings.time.up;
  return strings.time.left(spanWords(ms));
}

/** How long ago something was that happened `ms` milliseconds back. */
export function agoWords(ms: number): string {
  if (ms < 2 * SECOND) return strings.time.justNow;
  return strings.time.ago(spanWords(ms));
}

/** How long something took: milliseconds below one second, tenths below ten, then as a span. */
export function tookWords(ms: number): string {
  if (ms < SECOND) return strings.time.milliseconds(String(Math.max(0, Math.round(ms))));
  if (ms < 10 * SECOND) return strings.time.seconds((ms / SECOND).toFixed(1));
  return spanWords(ms);
}

/** `ms` as its one or two largest units, rounded down. */
export function spanWords(ms: number): string {
  if (ms < MINUTE) return strings.time.seconds(String(Math.floor(ms / SECOND)));
  if (ms < HOUR) return pair(ms, MINUTE, strings.time.minutes, SECOND, strings.time.seconds);
  if (ms < DAY) return pair(ms, HOUR, strings.time.hours, MINUTE, strings.time.minutes);
  return strings.time.days(String(Math.floor(ms / DAY)));
}

type Unit = (count: string) => string;

function pair(ms: number, large: number, largeWords: Unit, small: number, smallWords: Unit): string {
  const rest = Math.floor((ms % large) / small);
  const head = largeWords(String(Math.floor(ms / large)));
  return rest === 0 ? head : `${head} ${smallWords(String(rest))}`;
}

/** The time of day of a Unix time in milliseconds, in the person's own format. */
export function clockWords(at: number): string {
  return new Intl.DateTimeFormat(locale(), { timeStyle: 'medium' }).format(at);
}
