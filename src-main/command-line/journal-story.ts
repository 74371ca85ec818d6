/** The story of one call as a person reads it in a terminal; nothing in it can move the cursor or hide. */
import { callStory, type StoryLine } from '../../src-shared/call-story.ts';
import type { AnyStep } from '../../src-shared/journal-reader.ts';
import { storyWords } from '../../src-shared/story-words.ts';
import { visibleText } from '../../src-shared/visible-text.ts';

/** The call and its tool in one line, then a line for each thing that is on record. */
export function storyText(call: string, steps: readonly AnyStep[]): string {
  const received = steps.find((step) => step.step === 'received');
  const head = `${visibleText(steps[0]?.at ?? '?')}  ${visibleText(call)}  ${received ? toolOf(received) : '?'}`;
  const lines = callStory(steps, storyWords).flatMap(({ afterMs, lines: told }) =>
    told.map((line) => `  ${since(afterMs)}  ${inOne(line)}`),
  );
  return [head, ...lines].join('\n');
}

/** One step by itself, a line for each thing that it says. */
export function stepLines(step: AnyStep): readonly string[] {
  const tool = step.step === 'received' ? `${toolOf(step)} ` : '';
  const head = `${visibleText(step.at)}  ${visibleText(step.call)}  ${tool}`;
  return callStory([step], storyWords).flatMap(({ lines }) => lines.map((line) => `${head}${inOne(line)}`));
}

function toolOf({ tool }: AnyStep): string {
  return typeof tool === 'string' ? visibleText(tool) : '?';
}

function since(ms: number): string {
  return `+${(ms / 1000).toFixed(1)} s`.padStart(9);
}

function inOne({ words, exact }: StoryLine): string {
  return exact === undefined ? words : `${words}: ${visibleText(exact)}`;
}
