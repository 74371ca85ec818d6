/** The last line of a call in the journal: how it ended, with its result by size and hash only. */
import type { JournalStep } from '../../src-shared/journal-entry.ts';
import {
  type FoundInResult,
  type Outcome,
  outcomeSentence,
  type ToolResult,
} from '../../src-shared/outcome.ts';

export interface HowItEnded {
  readonly tool: string;
  readonly ran: boolean;
  readonly durationMs: number;
  readonly delivered: boolean;
}

export function endedStep(outcome: Outcome, how: HowItEnded, sha256: (text: string) => string): JournalStep {
  return {
    step: 'ended',
    outcome: outcome.kind,
    ran: how.ran,
    durationMs: Math.round(how.durationMs),
    delivered: how.delivered,
    ...whatLeft(outcome, how.tool, sha256),
    ...foundIn(outcome),
  };
}

/** Of the answer to a question nothing: even a digest would tell a short code. */
function whatLeft(outcome: Outcome, tool: string, sha256: (text: string) => string) {
  if (outcome.kind === 'done') return { result: measured(outcome.result, sha256) };
  return outcome.kind === 'answered' ? {} : { error: outcomeSentence(outcome, tool) };
}

/** What was found in what leaves, by kind and count. */
export function foundIn(outcome: Outcome): FoundInResult {
  if (outcome.kind !== 'done' && outcome.kind !== 'tool-failed' && outcome.kind !== 'answered') return {};
  const { masked, whole, edited } = outcome;
  return { ...(masked ? { masked } : {}), ...(whole ? { whole } : {}), ...(edited ? { edited } : {}) };
}

/** Of a picture the base64 text is measured, as it travels. */
function measured(result: ToolResult, sha256: (text: string) => string) {
  const text = resultText(result);
  return { kind: result.kind, characters: text.length, sha256: sha256(text) };
}

function resultText(result: ToolResult): string {
  if (result.kind === 'image') return result.base64;
  return result.kind === 'text' ? result.text : JSON.stringify(result.value);
}
