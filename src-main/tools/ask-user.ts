/** The tool by which an agent puts a question to the person. The question itself is what waits; nothing is run. */
import { z } from 'zod';
import { MAX_OPTION, MAX_OPTIONS, MAX_QUESTION, type Question } from '../../src-shared/question.ts';
import { defineTool, reasonField, type Tool } from './define-tool.ts';
import { named, say } from './say.ts';

const notBlank = (text: string) => text.trim() !== '';

/** Names as in the published system, where `options` must be given and there are only choices. */
const inputSchema = z.strictObject({
  question: z.string().max(MAX_QUESTION).refine(notBlank, 'is empty').describe('What you want to know.'),
  options: z
    .array(z.string().max(MAX_OPTION).refine(notBlank, 'is empty'))
    .max(MAX_OPTIONS)
    .refine((options) => new Set(options).size === options.length, 'no two options may be the same')
    .optional()
    .describe('Answers to choose from. Without any, the person answers in their own words.'),
  multi_select: z.boolean().optional().describe('More than one option may be chosen. Default: false.'),
  free_text: z
    .boolean()
    .optional()
    .describe('The person may also answer in their own words. Default: only where there are no options.'),
  reason: reasonField,
});
type Input = z.infer<typeof inputSchema>;

export interface AskUserEnv {
  /** Says what secret some texts ask for, in words, if any. */
  secretAsked(texts: readonly string[]): string | undefined;
}

export function createAskUser({ secretAsked }: AskUserEnv): Tool<Input, null> {
  return defineTool<Input, null>({
    name: 'ask_user',
    description:
      'Asks the person at this machine one question and returns {"answer": …}: the chosen option, a list of them with ' +
      'multi_select, or their own words. They see who asks, have less time than your call, and may decline. Ask for ' +
      'what only they can decide, not for passwords or codes.',
    input: inputSchema,
    async resolve(input) {
      const options = input.options ?? [];
      const secret = secretAsked([input.question, ...options]);
      const question: Question = {
        text: input.question,
        options,
        multiSelect: input.multi_select === true && options.length > 0,
        freeText: input.free_text ?? options.length === 0,
        ...(secret === undefined ? {} : { secret }),
      };
      if (options.length === 0 && !question.freeText) {
        return {
          ok: false,
          message: 'the question has no options and free_text is false, so nobody can answer it.',
        };
      }
      const action = {
        tool: 'ask_user',
        ...say`Asks you: ${named(input.question)}`,
        text: [input.question, ...options.map((option) => `- ${option}`)].join('\n'),
        effects: [{ kind: 'question' as const, question }],
        frozen: { ...question, options: [...options] },
        target: null,
      };
      return { ok: true, action: Object.freeze(action) };
    },
    // Reached only where the judgement itself failed and the person allowed what they were shown.
    async run() {
      return { ok: false, message: 'the question could not be put to the person. You may ask again later.' };
    },
  });
}
