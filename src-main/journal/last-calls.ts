/** The newest calls of a journal, each with what was asked for and which rules decided on it. */
import { join } from 'node:path';
import { z } from 'zod';
import type { Json } from '../../src-shared/json.ts';
import type { Reason } from '../../src-shared/verdict.ts';
import { listFiles } from './file-names.ts';
import { linesFromEnd } from './last-lines.ts';

export interface RecordedCall {
  /** Unix milliseconds. */
  readonly at: number;
  readonly tool: string;
  /** Undefined where it was not kept whole: too long, or part of it was masked. */
  readonly input: Json | undefined;
  /** The rules that decided, as the journal names them. */
  readonly deciding: readonly Pick<Reason, 'rule' | 'source'>[];
}

const stepSchema = z.looseObject({ call: z.string(), step: z.enum(['received', 'decided']) });

const receivedSchema = z.object({
  at: z.string().transform((text) => Date.parse(text)),
  tool: z.string(),
  input: z.json().optional(),
});

const decidedSchema = z.object({
  reasons: z.array(
    z.looseObject({
      rule: z.string().optional(),
      source: z.enum(['builtin', 'folders', 'grant', 'person', 'project', 'shipped', 'table']),
    }),
  ),
});

/** What the journal writes in place of what it does not keep (`redact`): such an input is not what was asked. */
const LEFT_OUT =
  /… \(\d+ bytes, sha256 [0-9a-f]{64}\)|\(secret\)|\(not kept: |\(nested too deep|\[masked by Doorman: /;

/** The newest first, at most so many. Lines that are not whole are left out. Rejects when a file cannot be read. */
export async function readLastCalls(folder: string, most: number): Promise<readonly RecordedCall[]> {
  const { before, chained } = await listFiles(folder);
  const calls: RecordedCall[] = [];
  const decided = new Map<string, RecordedCall['deciding']>();
  for (const name of [...before, ...chained].toReversed()) {
    for await (const lines of linesFromEnd(join(folder, name))) {
      for (const line of lines) {
        const call = takeLine(line.toString('utf8'), decided);
        if (call && calls.push(call) === most) return calls;
      }
    }
  }
  return calls;
}

/** A call is whole with its first step, which is the last that is read here. */
function takeLine(line: string, decided: Map<string, RecordedCall['deciding']>): RecordedCall | undefined {
  // Most lines are other steps; reading them costs more than this look.
  if (!line.includes('"step":"received"') && !line.includes('"step":"decided"')) return undefined;
  const json = jsonOf(line);
  const step = stepSchema.safeParse(json);
  if (!step.success) return undefined;
  const { call, step: kind } = step.data;
  if (kind === 'decided') {
    const parsed = decidedSchema.safeParse(json);
    // An edited call is decided on more than once; what counted came last and is read first.
    if (parsed.success && !decided.has(call)) decided.set(call, parsed.data.reasons.map(ruleOf));
    return undefined;
  }
  const received = receivedSchema.safeParse(json);
  if (!received.success) return undefined;
  const deciding = decided.get(call) ?? [];
  decided.delete(call);
  const { at, tool, input } = received.data;
  return { at, tool, input: isWhole(input) ? input : undefined, deciding };
}

function ruleOf({ rule, source }: z.infer<typeof decidedSchema>['reasons'][number]) {
  return { source, ...(rule === undefined ? {} : { rule }) };
}

function isWhole(input: Json | undefined): boolean {
  return input !== undefined && !LEFT_OUT.test(JSON.stringify(input));
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
