/** What a tool is: a name, a schema, how to find out what a call would do, and how to do it. */
import { z } from 'zod';
import type { Action, DecidedWall } from '../../src-shared/action.ts';
import type { Origin } from '../../src-shared/call.ts';
import type { EndSignal } from '../../src-shared/end-signal.ts';
import type { Cut } from '../../src-shared/masking.ts';
import type { ToolResult } from '../../src-shared/outcome.ts';
import type { PictureEdit } from '../../src-shared/picture.ts';

/** A resolve or a run that failed in an expected way; `message` is for the agent and names no path that it did not send. */
export type Failed = {
  readonly ok: false;
  readonly message: string;
  /** For Doorman alone: where the path leads as text, when nothing could be opened there. */
  readonly place?: string;
};
export type Resolved<Target> = { readonly ok: true; readonly action: Action<Target> } | Failed;
/** `cuts`: where texts of the result go on beyond it. */
export type Ran = { readonly ok: true; readonly result: ToolResult; readonly cuts?: readonly Cut[] } | Failed;

/** What a run is given: the wall that was decided, how long it may take, how large its answer may be. */
export interface RunContext extends DecidedWall {
  /** The call that is run, for what outlives it. */
  readonly call: { readonly id: string; readonly origin: Origin };
  readonly signal: EndSignal;
  /** Milliseconds. */
  readonly budgetMs: number;
  /** Bytes that the answer may have on the wire. */
  readonly maxResultBytes: number;
}

/** Who wants to know, and until when. */
export interface ResolveContext {
  /** Names the runtime or caller, so that askers can take turns at what they share. */
  readonly asker: string;
  readonly origin: Origin;
  readonly signal: EndSignal;
}

export interface Tool<Input = unknown, Target = unknown> {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType<Input>;
  /** Whether it can work now; missing: always. Asked often, so it only looks. */
  available?(): boolean;
  /** Finds the real objects behind the input. Changes nothing outside. What it opens, `release` closes. */
  resolve(input: Input, context?: ResolveContext): Promise<Resolved<Target>>;
  /** Does exactly what `action` says. The signal ends it; it then resolves soon, with anything. */
  run(action: Action<Target>, context: RunContext): Promise<Ran>;
  /**
   * Where `resolve` took a picture: the same action with the picture changed like that, always made from the one that was
   * taken. Both stand for what `resolve` opened, and only one of them is released.
   */
  withPicture?(action: Action<Target>, edit: PictureEdit): Promise<Resolved<Target>>;
  /** Closes what `resolve` opened. Called exactly once for each resolved action, run or not. */
  release?(action: Action<Target>): Promise<void>;
}

/** Every tool takes the agent's own explanation, which is shown as its claim. */
export const reasonField = z
  .string()
  .max(2000)
  .optional()
  .describe('Why you want this, in one sentence. The person at the machine sees it as your claim.');

export function defineTool<Input, Target>(tool: Tool<Input, Target>): Tool<Input, Target> {
  return Object.freeze(tool);
}

/** The schema that is advertised to the runtime, derived from the one that checks the input. */
export function advertisedSchema(tool: Tool): unknown {
  const { $schema: _draft, ...schema } = z.toJSONSchema(tool.input, { io: 'input' });
  return schema;
}
