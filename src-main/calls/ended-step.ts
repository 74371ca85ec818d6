/** The last line of a call in the journal: how it ended, with large results by size and hash only. */
import { createHash } from 'node:crypto';
import type { JournalStep } from '../../src-shared/journal-entry.ts';
import { type Outcome, outcomeSentence, type ToolResult } from '../../src-shared/outcome.ts';

export function endedStep(
  outcome: Outcome,
  tool: string,
  ran: boolean,
  durationMs: number,
  delivered: boolean,
): JournalStep {
  return {
    step: 'ended',
    outcome: outcome.kind,
    ran,
    durationMs: Math.round(durationMs),
    delivered,
    ...(outcome.kind === 'done'
      ? { result: measured(outcome.result) }
      : { error: outcomeSentence(outcome, tool) }),
  };
}

function measured(result: ToolResult): { kind: string; bytes: number; sha256: string } {
  const bytes = resultBytes(result);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { kind: result.kind, bytes: bytes.length, sha256 };
}

function resultBytes(result: ToolResult): Buffer {
  if (result.kind === 'image') return Buffer.from(result.base64, 'base64');
  return Buffer.from(result.kind === 'text' ? result.text : JSON.stringify(result.value));
}
