/**
 * Reads the frames of the client-tools wire. By hand and not by schema, because the library for browsers and IDEs has
 * no dependencies, and every end must read the same.
 */
import type {
  AdvertisedTool,
  CancelFrame,
  HelloFrame,
  HelloOkFrame,
  InvokeFrame,
  ResultFrame,
} from './client-tools.ts';
import type { Json } from './json.ts';

/**
 * What one message turned out to be. `ignorable` has a type that this end does not know; a `problem` names the type
 * where it could be read. Neither may be acted upon.
 */
export type FrameReading<Frame> =
  | { readonly kind: 'frame'; readonly frame: Frame }
  | { readonly kind: 'ignorable'; readonly type: string }
  | { readonly kind: 'problem'; readonly type: string | undefined; readonly problem: string };

type Fields = Readonly<Record<string, unknown>>;
/** The frame, or undefined when a field has the wrong form. */
type FrameReader<Frame> = (fields: Fields) => Frame | undefined;
type Guard<T> = (value: unknown) => value is T;
type Shape = Readonly<Record<string, Guard<unknown>>>;
type Shaped<S extends Shape> = { readonly [K in keyof S]: S[K] extends Guard<infer T> ? T : never };

/** What a runtime may say. */
export type ServerFrame = HelloOkFrame | InvokeFrame | CancelFrame;

/** Reads what a runtime sent. Unknown fields are ignored. */
export function readServerFrame(raw: string): FrameReading<ServerFrame> {
  return readFrame(parseJson(raw), serverFrames);
}

/** Reads what a client sent. Field names match in any case, as they do in the published runtime. */
export function readClientFrame(raw: string): FrameReading<HelloFrame | ResultFrame> {
  return readFrame(withLowerKeys(parseJson(raw)), clientFrames);
}

function readFrame<Frame>(
  value: unknown,
  readers: ReadonlyMap<string, FrameReader<Frame>>,
): FrameReading<Frame> {
  if (!isObject(value)) return { kind: 'problem', type: undefined, problem: 'not a JSON object' };
  const { type } = value;
  if (typeof type !== 'string') return { kind: 'problem', type: undefined, problem: 'type is not a string' };
  const read = readers.get(type);
  if (!read) return { kind: 'ignorable', type };
  const frame = read(value);
  if (frame === undefined) return { kind: 'problem', type, problem: 'a field has the wrong form' };
  return { kind: 'frame', frame };
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isAnything = (_value: unknown): _value is unknown => true;
const isText = (value: unknown): value is string => typeof value === 'string';
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isNames = (value: unknown): value is readonly string[] => isList(value) && value.every(isText);
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** Long enough for every id seen; an unbounded one could not be echoed in a frame under the limit. */
const isId = (value: unknown): value is string => isText(value) && value !== '' && value.length <= 1024;
const isToolName = (value: unknown): value is string => isText(value) && value.length <= 256;

/** A field that may be left out, or be null, which the published runtime treats alike. */
function loose<T>(guard: Guard<T>): Guard<T | null | undefined> {
  return (value): value is T | null | undefined => value === null || value === undefined || guard(value);
}

function fits<S extends Shape>(fields: Fields, shape: S): fields is Fields & Shaped<S> {
  return Object.entries(shape).every(([name, guard]) => guard(fields[name]));
}

const helloShape = { client: loose(isText), tools: loose(isList) };
const toolShape = { name: loose(isText), description: loose(isText), input_schema: isAnything };
const helloOkShape = {
  connection_id: loose(isText),
  accepted: loose(isNames),
  accepted_tools: loose(isNames),
  invoke_timeout_ms: isAnything,
};
const invokeShape = {
  call_id: isId,
  run_id: loose(isText),
  agent_id: loose(isText),
  tool: loose(isToolName),
  tool_name: loose(isToolName),
  input: isAnything,
};
const cancelShape = { call_id: isId };
// Out of JSON.parse the output is JSON; walking it would recurse as deep as the peer likes.
const isParsed = (_value: unknown): _value is Json | undefined => true;
const resultShape = { call_id: isId, ok: loose(isBoolean), output: isParsed, error: loose(isText) };

function hello(fields: Fields): HelloFrame | undefined {
  if (!fits(fields, helloShape)) return undefined;
  const tools: AdvertisedTool[] = [];
  for (const item of fields.tools ?? []) {
    const tool = item === null ? {} : withLowerKeys(item);
    if (!isObject(tool) || !fits(tool, toolShape)) return undefined;
    tools.push({
      name: tool.name ?? '',
      description: tool.description ?? undefined,
      ...('input_schema' in tool && { input_schema: tool.input_schema }),
    });
  }
  return { type: 'hello', client: fields.client ?? undefined, tools };
}

/** The published description says `accepted_tools`, the real runtime `accepted`. */
function helloOk(fields: Fields): HelloOkFrame | undefined {
  if (!fits(fields, helloOkShape)) return undefined;
  const { invoke_timeout_ms: waits } = fields;
  return {
    type: 'hello_ok',
    connection_id: fields.connection_id ?? '',
    accepted: fields.accepted ?? fields.accepted_tools ?? [],
    invoke_timeout_ms: typeof waits === 'number' && Number.isFinite(waits) && waits > 0 ? waits : undefined,
  };
}

/** The published description says `tool_name`, the real runtime `tool`. */
function invoke(fields: Fields): InvokeFrame | undefined {
  if (!fits(fields, invokeShape)) return undefined;
  const tool = fields.tool ?? fields.tool_name;
  if (typeof tool !== 'string') return undefined;
  return {
    type: 'invoke',
    call_id: fields.call_id,
    run_id: fields.run_id ?? undefined,
    agent_id: fields.agent_id ?? undefined,
    tool,
    input: fields.input ?? null,
  };
}

function cancel(fields: Fields): CancelFrame | undefined {
  return fits(fields, cancelShape) ? { type: 'cancel', call_id: fields.call_id } : undefined;
}

function result(fields: Fields): ResultFrame | undefined {
  if (!fits(fields, resultShape)) return undefined;
  const { call_id, ok, output, error } = fields;
  return { type: 'result', call_id, ok: ok ?? false, output, error: error ?? undefined };
}

const serverFrames = new Map<string, FrameReader<ServerFrame>>([
  ['hello_ok', helloOk],
  ['invoke', invoke],
  ['cancel', cancel],
]);

const clientFrames = new Map<string, FrameReader<HelloFrame | ResultFrame>>([
  ['hello', hello],
  ['result', result],
]);

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

function withLowerKeys(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toLowerCase(), item]));
}
