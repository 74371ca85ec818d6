/** The rules of the wire a second time, as schemas, so that what an end acted upon can be held against them. */
import { z } from 'zod';

const id = z.string().min(1).max(1_024);
const text = z.string().nullish();
const name = z.string().max(256).nullish();

const invokeRule = z
  .object({
    type: z.literal('invoke'),
    call_id: id,
    run_id: text,
    agent_id: text,
    tool: name,
    tool_name: name,
  })
  .extend({ input: z.unknown().optional() });

const resultRule = z
  .object({ type: z.literal('result'), call_id: id, ok: z.boolean().nullish(), error: text })
  .extend({ output: z.unknown().optional() });

export interface Call {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
}

/** The call that a client must make of a message; undefined where it must make none. */
export function callIn(message: string): Call | undefined {
  const read = invokeRule.safeParse(json(message));
  if (!read.success) return undefined;
  const { call_id, tool, tool_name, input } = read.data;
  const called = tool ?? tool_name;
  return typeof called === 'string' ? { id: call_id, tool: called, input: input ?? null } : undefined;
}

/** What an agent must be told for a message of its client, as error or text; undefined where it must not be told of it. */
export function answerIn(message: string, callId: string): string | undefined {
  const value = json(message);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  // The last of the spellings counts.
  const lower = Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toLowerCase(), item]));
  const read = resultRule.safeParse(lower);
  if (!read.success || read.data.call_id !== callId) return undefined;
  const { ok, output, error } = read.data;
  if (!ok) return `error: ${error || 'the client reported an error running client__echo'}`;
  return `text: ${typeof output === 'string' ? output : output == null ? '' : JSON.stringify(output)}`;
}

function json(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return undefined;
  }
}
