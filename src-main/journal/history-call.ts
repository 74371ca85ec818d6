/** One call of the index: what its lines told so far, gathered step by step, and where these lines stand. */
import { z } from 'zod';
import { type HistoryRow, SEARCHED_CHARACTERS } from '../../src-shared/history.ts';
import type { AnyStep } from '../../src-shared/journal-reader.ts';

/** Where a line stands. */
export interface Place {
  readonly file: string;
  readonly start: number;
  /** Without the line break. Bytes. */
  readonly bytes: number;
}

/** Kept by the hundred thousand, so places are three numbers in a row: file, start, length. */
export interface IndexedCall {
  readonly call: string;
  readonly at: number;
  /** The number of its first line in the chain; orders calls of one millisecond. */
  readonly seq: number;
  readonly day: string;
  /** In small letters. */
  text: string;
  readonly places: number[];
  facts: Facts;
}

/** What the last line that spoke of it said. */
type Facts = Partial<Omit<HistoryRow, 'call' | 'at'>> & { decidedAlone?: true };

export function beginCall(step: AnyStep): IndexedCall {
  const at = Date.parse(step.at);
  return {
    call: step.call,
    at: Number.isNaN(at) ? 0 : at,
    seq: typeof step.seq === 'number' ? step.seq : 0,
    day: dayOf(at),
    text: step.call.toLowerCase(),
    places: [],
    facts: {},
  };
}

/** The day of this machine's calendar, YYYY-MM-DD. */
export function dayOf(ms: number): string {
  if (Number.isNaN(ms)) return '';
  const date = new Date(ms);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Steps must come in their order. */
export function addStep(known: IndexedCall, step: AnyStep): void {
  Object.assign(known.facts, factsOf(step));
  for (const text of searched(step)) {
    const room = SEARCHED_CHARACTERS - known.text.length;
    if (room > 1) known.text += `\n${text.slice(0, room - 1).toLowerCase()}`;
  }
}

/** Puts together what an older file said of a call and what newer ones did. */
export function joinCall(older: IndexedCall, newer: IndexedCall): IndexedCall {
  return {
    ...older,
    text: `${older.text}\n${newer.text}`.slice(0, SEARCHED_CHARACTERS),
    places: [...older.places, ...newer.places],
    facts: { ...older.facts, ...newer.facts },
  };
}

/** `runBegan`: when this host began; what has no end and is older will never have one. Unix milliseconds. */
export function rowOf({ call, at, facts }: IndexedCall, runBegan: number): HistoryRow {
  const { decidedAlone, ...row } = facts;
  const state = row.state === 'ended' || at >= runBegan ? (row.state ?? 'deciding') : 'lost';
  const byRule = decidedAlone && row.answeredBy === undefined ? ({ answeredBy: 'rule' } as const) : {};
  return { call, at, ...row, ...byRule, state };
}

const originSchema = z.union([
  z.object({
    door: z.literal('client-tools'),
    profileId: z.string(),
    profileName: z.string(),
    connectionId: z.string(),
    runId: z.string().exactOptional(),
    agentId: z.string().exactOptional(),
  }),
  z.object({ door: z.literal('local'), caller: z.string() }),
  z.object({ door: z.literal('direct'), caller: z.string(), name: z.string() }),
]);
const countsSchema = z.array(z.object({ what: z.string(), count: z.number() }));
const wallSchema = z.enum(['read-only', 'workspace-write', 'guarded', 'none']);
const answeredBySchema = z.enum(['window', 'command-line', 'notification', 'mode', 'refusal-memory']);

/** A file is not believed to hold what Doorman would write: each field is looked at. */
function factsOf(step: AnyStep): Facts {
  switch (step.step) {
    case 'received':
      return { state: 'deciding', ...texts(step, 'tool'), ...part('origin', originSchema, step.origin) };
    case 'decided':
      return {
        ...texts(step, 'summary'),
        ...(step.verdict === 'ask' ? {} : { decidedAlone: true as const }),
      };
    case 'asked':
      return { state: 'waiting' };
    case 'answered':
      return part('answeredBy', answeredBySchema, step.by);
    case 'started':
      return { state: 'running', ...part('wall', wallSchema, step.wall) };
    case 'review':
      return { state: 'reviewing' };
    case 'remarked':
      return Array.isArray(step.remarks) ? { remark: step.remarks.join(' ') } : {};
    case 'ended':
      return {
        state: 'ended',
        ...texts(step, 'outcome'),
        ...part('durationMs', z.number(), step.durationMs),
        ...part('delivered', z.boolean(), step.delivered),
        ...part('masked', countsSchema, step.masked),
        ...part('whole', countsSchema, step.whole),
      };
    default:
      return {};
  }
}

function texts<Name extends string>(step: AnyStep, name: Name): { [key in Name]?: string } {
  const value = step[name];
  return typeof value === 'string' ? ({ [name]: value } as { [key in Name]: string }) : {};
}

function part<Name extends string, T>(
  name: Name,
  schema: z.ZodType<T>,
  value: unknown,
): { [key in Name]?: T } {
  if (value === undefined) return {};
  const { data } = schema.safeParse(value);
  return data === undefined ? {} : ({ [name]: data } as { [key in Name]: T });
}

/** What a person would look for. */
function searched(step: AnyStep): readonly string[] {
  const origin = Object.values(step.origin ?? {}).join(' ');
  const { tool, input, summary, text, reason, rule, error, outcome, remarks } = step;
  const texts = [tool, origin, input, summary, text === summary ? undefined : text, reason, rule, error];
  return [...texts, outcome, remarks]
    .filter((value) => value !== undefined && value !== null)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
}
