/** The text of a line before it is chained: no secret, and no longer than a line may be. */
import { createHash } from 'node:crypto';
import type { JournalNote, JournalStep } from '../../src-shared/journal-entry.ts';
import type { Json } from '../../src-shared/json.ts';
import { isFitToBeKept, type KeptOut, redact } from './redact.ts';

/** Longer lines keep only what tells the step apart: whoever sends frames must not be able to fill the disk. Bytes. */
const MAX_LINE_BYTES = 32 * 1024;

export interface LineHead {
  readonly seq: number;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** A step of a call as a JSON object. */
export function stepText(head: LineHead, call: string, step: JournalStep, out: KeptOut): string {
  // Spreading the head, too, takes five times as long: only the last spread of a literal may bring new names cheaply.
  const whole = { seq: head.seq, at: head.at, call, ...step } as unknown as Json;
  const plain = JSON.stringify(whole);
  if (isFitToBeKept(plain, out)) return plain;
  const text = JSON.stringify(redact(whole, out));
  if (Buffer.byteLength(text) <= MAX_LINE_BYTES) return text;
  const tool = step.step === 'received' ? { tool: step.tool.slice(0, 64), origin: step.origin } : {};
  const cut = { bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') };
  const short = { ...head, call, step: step.step, ...tool, cut };
  return JSON.stringify(redact(short as unknown as Json, out));
}

/** Notes are of our own making and short. */
export function noteText(head: LineHead, note: JournalNote): string {
  return JSON.stringify({ ...head, ...note });
}

/** Of a torn line this much is kept. Characters. */
const MAX_TORN_CHARACTERS = 4096;

/** What stood at the end of a file without being a whole line. */
export function tornNote(bytes: Buffer): JournalNote {
  return {
    note: 'torn',
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    text: bytes.toString('utf8').slice(0, MAX_TORN_CHARACTERS),
  };
}
