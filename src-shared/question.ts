/** A question that an agent puts to the person, and what a fitting reply to it is. */
import { z } from 'zod';
import type { Json } from './json.ts';

/** As long as a person reads through while an agent waits. Characters. */
export const MAX_QUESTION = 4_096;
export const MAX_OPTIONS = 20;
/** Characters. */
export const MAX_OPTION = 200;
/** Room for a pasted page. Characters. */
export const MAX_REPLY_TEXT = 8_000;

export interface Question {
  readonly text: string;
  readonly options: readonly string[];
  /** Whether more than one option may be chosen. */
  readonly multiSelect: boolean;
  /** Whether the person may answer in words of their own. */
  readonly freeText: boolean;
  /** What secret it seems to ask for, in words ("a password"); missing where it seems to ask for none. */
  readonly secret?: string;
}

/** Choices are places in the list of options, from 0. */
export const replySchema = z.object({
  kind: z.literal('reply'),
  choices: z
    .array(
      z
        .int()
        .nonnegative()
        .max(MAX_OPTIONS - 1),
    )
    .max(MAX_OPTIONS),
  text: z.string().max(MAX_REPLY_TEXT).optional(),
});
export type Reply = z.infer<typeof replySchema>;

/** Why a reply does not fit the question, or nothing. */
export function replyProblem(question: Question, { choices, text }: Omit<Reply, 'kind'>): string | undefined {
  const { options, multiSelect, freeText } = question;
  if (choices.some((choice) => choice >= options.length)) return 'It names a choice that is not in the list.';
  if (new Set(choices).size < choices.length) return 'It names a choice twice.';
  if (choices.length > 1 && !multiSelect) return 'Only one of the choices can be taken.';
  const words = text?.trim() ?? '';
  if (words !== '' && !freeText) return 'This question is answered by a choice only.';
  if (choices.length === 0 && words === '') {
    return freeText && options.length === 0 ? 'It has no words in it.' : 'Choose something first.';
  }
  return undefined;
}

/** What the agent gets: `answer` is the option, the list of options, or the text; words beside a choice are `text`. */
export function replyOutput(
  { options, multiSelect }: Question,
  { choices, text }: Reply,
): { [key: string]: Json } {
  const chosen = choices.toSorted((a, b) => a - b).map((choice) => options[choice] ?? '');
  const words = text?.trim() ? { text } : {};
  if (multiSelect) return { answer: chosen, ...words };
  const [only] = chosen;
  return only === undefined ? { answer: text ?? '' } : { answer: only, ...words };
}
