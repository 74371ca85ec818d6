/** A call of the history in words: how it ended, who decided, when it was. */
import type { HistoryRow } from '../../src-shared/history.ts';
import type { OutcomeKind } from '../../src-shared/outcome.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import { locale } from '../spoken.ts';
import { strings } from '../strings.ts';
import { answeredByWords, type CallWords, callWords } from './call-words.ts';
import { tookWords } from './duration-words.ts';
import { originWords } from './origin-words.ts';

/** How the call stands or ended. What a newer Doorman wrote stands as it is. */
export function endWords({ state, outcome }: HistoryRow): CallWords {
  if (state === 'lost') return { words: strings.history.lost, shape: 'ring' };
  if (outcome === undefined) return callWords({ state });
  if (!isKnown(outcome)) return { words: visibleText(outcome), shape: 'ring' };
  return callWords({ state, outcome });
}

/** The name of an outcome in a list of choices. */
export function outcomeWords(outcome: string): string {
  return isKnown(outcome) ? strings.outcomes[outcome] : strings.history.noEnd;
}

function isKnown(outcome: string): outcome is OutcomeKind {
  return Object.hasOwn(strings.outcomes, outcome);
}

export function fromWords({ origin }: HistoryRow): string {
  return origin === undefined ? '' : originWords(origin);
}

/** Who decided, behind which wall it ran, how long it took: what is known of these. */
export function howWords({ answeredBy, wall, durationMs }: HistoryRow): readonly string[] {
  return [
    ...(answeredBy === undefined ? [] : [strings.calls.by(answeredByWords(answeredBy))]),
    ...(wall === undefined ? [] : [strings.calls.behind[wall]]),
    ...(durationMs === undefined ? [] : [strings.calls.took(tookWords(durationMs))]),
  ];
}

/** What must not be overlooked in a list. */
export function markWords({ masked, whole, remark, delivered, state }: HistoryRow): readonly string[] {
  const { marks } = strings.history;
  return [
    ...(masked ? [marks.masked] : []),
    ...(whole ? [marks.whole] : []),
    ...(remark ? [marks.remark] : []),
    ...(state === 'ended' && delivered === false ? [marks.notDelivered] : []),
  ];
}

// Making one takes longer than using it a hundred times.
const moment = new Intl.DateTimeFormat(locale(), { dateStyle: 'short', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' });

/** Day and time of a Unix time in milliseconds, in the person's own format. */
export function momentWords(at: number): string {
  return moment.format(at);
}

/** A day as YYYY-MM-DD, in the person's own format. */
export function dayWords(text: string): string {
  const noon = Date.parse(`${text}T12:00`);
  return Number.isNaN(noon) ? text : day.format(noon);
}
