/** The client-tools wire: the frames of both directions, the names and limits that both ends share, and their readers. */
import { z } from 'zod';
import type { Json } from './json.ts';

export const CLIENT_TOOLS_PATH = '/v1/client-tools';
/** The WebSocket sub-protocol that both ends must name. */
export const CLIENT_TOOLS_PROTOCOL = 'loomcycle.client-tools.v1';
/** A sub-protocol entry with this prefix carries the bearer of a client that cannot set headers. Never echoed. */
export const BEARER_PROTOCOL_PREFIX = 'bearer.';
/** What the runtime puts in front of a bare tool name before an agent sees it. */
export const TOOL_PREFIX = 'client__';
/** Largest message that a runtime takes, in bytes, inclusive; one byte more costs the whole connection. */
export const MAX_FRAME_BYTES = 1_048_576;

/** A runtime skips other names: prefix and bare name together have at most 64 characters. */
export function isBareToolName(name: string): boolean {
  return /^[a-zA-Z0-9_-]{1,56}$/.test(name);
}

/** The bare name behind either spelling of a tool's name. */
export function bareToolName(name: string): string {
  return name.startsWith(TOOL_PREFIX) ? name.slice(TOOL_PREFIX.length) : name;
}

/** Long enough for every id seen; an unbounded one could not be echoed in a frame under the limit. */
const idSchema = z.string().min(1).max(1024);
const looseText = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);
const nameList = z.array(z.string()).nullish();

const advertisedToolSchema = z.object({
  name: z.string(),
  description: looseText,
  input_schema: z.unknown().optional(),
});
export type AdvertisedTool = z.infer<typeof advertisedToolSchema>;

export const helloFrameSchema = z.object({
  type: z.literal('hello'),
  client: looseText,
  tools: z
    .array(advertisedToolSchema)
    .nullish()
    .transform((tools) => tools ?? []),
});
export type HelloFrame = z.infer<typeof helloFrameSchema>;

/** The published description says `accepted_tools`, the real runtime `accepted`. `invoke_timeout_ms` is our addition. */
export const helloOkFrameSchema = z
  .object({
    type: z.literal('hello_ok'),
    connection_id: looseText,
    accepted: nameList,
    accepted_tools: nameList,
    invoke_timeout_ms: z.number().positive().optional().catch(undefined),
  })
  .transform((frame) => ({
    type: frame.type,
    connection_id: frame.connection_id ?? '',
    accepted: frame.accepted ?? frame.accepted_tools ?? [],
    invoke_timeout_ms: frame.invoke_timeout_ms,
  }));
export type HelloOkFrame = z.infer<typeof helloOkFrameSchema>;

/** The published description says `tool_name`, the real runtime `tool`. */
export const invokeFrameSchema = z
  .object({
    type: z.literal('invoke'),
    call_id: idSchema,
    run_id: looseText,
    agent_id: looseText,
    tool: z.string().max(256).optional(),
    tool_name: z.string().max(256).optional(),
    input: z.unknown().optional(),
  })
  .transform((frame, context) => {
    const tool = frame.tool ?? frame.tool_name;
    if (tool === undefined) {
      context.issues.push({ code: 'custom', message: 'names no tool', input: frame });
      return z.NEVER;
    }
    const { type, call_id, run_id, agent_id } = frame;
    return { type, call_id, run_id, agent_id, tool, input: frame.input ?? null };
  });
export type InvokeFrame = z.infer<typeof invokeFrameSchema>;

/** Our addition: the runtime no longer waits for this call. Peers that do not know it ignore it. */
export const cancelFrameSchema = z.object({ type: z.literal('cancel'), call_id: idSchema });
export type CancelFrame = z.infer<typeof cancelFrameSchema>;

export const resultFrameSchema = z.object({
  type: z.literal('result'),
  call_id: idSchema,
  ok: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  // Out of JSON.parse it is JSON; walking it again by schema would recurse as deep as the peer likes.
  output: z.custom<Json>().optional(),
  error: looseText,
});
export type ResultFrame = z.infer<typeof resultFrameSchema>;

/** The body of `POST /v1/invoke` at our own runtime: one call as an agent would make it. */
export const callBodySchema = z.object({
  tool: z.string().min(1),
  input: z.unknown().optional(),
  run_id: z.string().optional(),
  agent_id: z.string().optional(),
});

/**
 * What one message turned out to be. `ignorable` has a type that this end does not know; a `problem` names the type
 * where it could be read. Neither may be acted upon.
 */
export type FrameReading<Frame> =
  | { readonly kind: 'frame'; readonly frame: Frame }
  | { readonly kind: 'ignorable'; readonly type: string }
  | { readonly kind: 'problem'; readonly type: string | undefined; readonly problem: string };

const serverFrames = new Map<string, z.ZodType<HelloOkFrame | InvokeFrame | CancelFrame>>([
  ['hello_ok', helloOkFrameSchema],
  ['invoke', invokeFrameSchema],
  ['cancel', cancelFrameSchema],
]);

const clientFrames = new Map<string, z.ZodType<HelloFrame | ResultFrame>>([
  ['hello', helloFrameSchema],
  ['result', resultFrameSchema],
]);

/** Reads what a runtime sent. Unknown fields are ignored. */
export function readServerFrame(raw: string): FrameReading<HelloOkFrame | InvokeFrame | CancelFrame> {
  return readFrame(parseJson(raw), serverFrames);
}

/** Reads what a client sent. Field names match in any case, as they do in the published runtime. */
export function readClientFrame(raw: string): FrameReading<HelloFrame | ResultFrame> {
  const value = withLowerKeys(parseJson(raw));
  const tools = isObject(value) ? value.tools : undefined;
  const tidy =
    isObject(value) && Array.isArray(tools) ? { ...value, tools: tools.map(withLowerKeys) } : value;
  return readFrame(tidy, clientFrames);
}

function readFrame<Frame>(
  value: unknown,
  schemas: ReadonlyMap<string, z.ZodType<Frame>>,
): FrameReading<Frame> {
  if (!isObject(value)) return { kind: 'problem', type: undefined, problem: 'not a JSON object' };
  const { type } = value;
  if (typeof type !== 'string') return { kind: 'problem', type: undefined, problem: 'type is not a string' };
  const schema = schemas.get(type);
  if (!schema) return { kind: 'ignorable', type };
  const parsed = schema.safeParse(value);
  if (parsed.success) return { kind: 'frame', frame: parsed.data };
  const [issue] = parsed.error.issues;
  return {
    kind: 'problem',
    type,
    problem: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'malformed'}`,
  };
}

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withLowerKeys(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toLowerCase(), item]));
}
