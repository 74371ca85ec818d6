/** A no with more than a no in it: the person's words, and advice of a fixed list that says what the next asking means. */
/**
 * `not-now` puts it off: asked again after a while it is a question like any other. `explain` lets the agent ask again
 * with another reason. The others stand like a plain no, and say what to do in place of it.
 */
export const ADVICE = ['not-now', 'narrower', 'explain', 'leave-it', 'stop-task'] as const;
export type Advice = (typeof ADVICE)[number];

/** How long `not-now` lasts: long enough to finish something, short enough for a run to wait for. Milliseconds. */
export const PUT_OFF_MS = 10 * 60_000;

/** What the agent is to do, as a clause that follows a colon. */
export const ADVICE_TEXTS: Readonly<Record<Advice, string>> = {
  'not-now': `not now. It was not refused for good: you may ask again in ${PUT_OFF_MS / 60_000} minutes; until then do what does not need it`,
  narrower: 'use a narrower command, which touches and shows no more than this step needs',
  explain:
    'explain first why you need it: ask again with a "reason" that says what it is for; with the same reason, or none, it is refused at once',
  'leave-it': 'do it another way, and leave alone what this would touch',
  'stop-task':
    'stop this task. Call no more tools for it, and tell whoever gave it to you that the person here stopped it',
};

export interface Denial {
  readonly reason?: string;
  readonly advice?: Advice;
}

/** What an answer says of why, without empty words. */
export function denialOf(answer: {
  readonly reason?: string | undefined;
  readonly advice?: Advice | undefined;
}): Denial {
  const words = answer.reason?.trim();
  return { ...(words ? { reason: words } : {}), ...(answer.advice ? { advice: answer.advice } : {}) };
}

/** The person's own words and the advice, as one clause; empty where there is neither. */
export function denialText({ reason, advice }: Denial): string {
  return [advice === undefined ? '' : ADVICE_TEXTS[advice], reason ?? '']
    .filter((text) => text !== '')
    .join('. ');
}

/** Advice says itself what to do next; only a plain no forbids the same in other words. */
export function deniedSentence(denial: Denial): string {
  const { advice } = denial;
  const next = advice === undefined || advice === 'leave-it' ? ' Do not retry it in other words.' : '';
  return `denied by the person at this machine${clause(denialText(denial))}.${next}`;
}

/** For the same asked again. `times`: how often it was refused before. `waitMs`: it was put off, for so long from now. */
export function refusedBeforeSentence(
  denial: Denial & { readonly times: number; readonly waitMs?: number },
): string {
  const { times, waitMs, advice, reason } = denial;
  if (waitMs !== undefined)
    return `put off by the person at this machine, who was not asked again. Ask for it in ${Math.ceil(waitMs / 60_000)} minutes at the earliest${clause(reason ?? '')}.`;
  const next =
    advice === 'explain'
      ? 'They were not asked again, since the reason is the same or missing.'
      : 'They were not asked again; do not ask for it again, nor for the same in other words.';
  const often = times === 1 ? 'once' : `${times} times`;
  return `refused already by the person at this machine in this run, ${often}${clause(denialText(denial))}. ${next}`;
}

function clause(text: string): string {
  return text === '' ? '' : `: ${text}`;
}
