/** Reads the answer to a question off the command line: choices by number or by their words, and a text. */
import type { ApprovalCard } from '../../src-shared/approval.ts';
import { type Question, replyProblem } from '../../src-shared/question.ts';
import { visibleText } from '../../src-shared/visible-text.ts';

export interface ReplyArguments {
  readonly choice?: readonly string[] | undefined;
  readonly text?: string | undefined;
}

export type ReadReply =
  | { readonly ok: true; readonly choices: number[]; readonly text?: string }
  | { readonly ok: false; readonly problem: string };

/** `readHidden` gets words that must not stand on a command line, where other programs can read them. */
export async function readReply(
  card: Pick<ApprovalCard, 'question'>,
  given: ReplyArguments,
  readHidden: (prompt: string) => Promise<string>,
): Promise<ReadReply> {
  const { question } = card;
  if (!question) return failed('this call is no question; allow or deny it');
  const choices = placesOf(question, given.choice ?? []);
  if (typeof choices === 'string') return failed(choices);
  if (question.secret !== undefined && given.text !== undefined) {
    return failed(
      `it seems to ask for ${question.secret}, which other programs can read on a command line. Leave --text out, and it is read from the terminal or from standard input`,
    );
  }
  const hidden = question.secret !== undefined && question.freeText && choices.length === 0;
  const text = hidden ? withoutLineEnd(await readHidden('Answer (not shown): ')) : given.text;
  const reply = { choices, ...(text === undefined ? {} : { text }) };
  const problem = replyProblem(question, reply);
  if (problem !== undefined) return failed(`${problem} Answer with --choice or --text.`);
  return { ok: true, ...reply };
}

function withoutLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}

/** A number is a place in the list, from 1, also where an option reads like one: the list is what the person sees. */
function placesOf({ options }: Question, names: readonly string[]): number[] | string {
  const places: number[] = [];
  for (const name of names) {
    const place = /^[0-9]+$/.test(name) ? Number(name) - 1 : options.indexOf(name);
    if (place < 0 || place >= options.length) return `${visibleText(name)} is none of the choices`;
    places.push(place);
  }
  return places;
}

function failed(problem: string): ReadReply {
  return { ok: false, problem };
}

/** The question as a person reads it in a terminal; nothing in it can move the cursor or hide. */
export function questionLines(question: Question): readonly string[] {
  const { options, multiSelect, freeText, secret } = question;
  const how = [
    ...(options.length === 0 ? [] : [multiSelect ? '--choice N, more than once' : '--choice N']),
    ...(freeText ? [secret === undefined ? '--text TEXT' : 'a text that is read without being shown'] : []),
  ];
  return [
    ...(secret === undefined ? [] : [`  take care: it seems to ask for ${secret}`]),
    ...visibleText(question.text, 'block')
      .split('\n')
      .map((line) => `  | ${line}`),
    ...options.map((option, at) => `  ${String(at + 1).padStart(2)}. ${visibleText(option)}`),
    `  answer with ${how.join(' or ')}`,
  ];
}
