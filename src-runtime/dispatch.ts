/** The registry as an agent sees it: prefixed names, outputs unwrapped, and each way a call fails as a clear sentence. */
import { bareToolName, TOOL_PREFIX } from '../src-shared/client-tools.ts';
import type { Json } from '../src-shared/json.ts';
import { assertNever } from '../src-shared/outcome.ts';
import type { Principal } from './principal.ts';
import type { Invocation, Invoked, Registry } from './registry.ts';

export type ToolReply =
  | { readonly ok: true; readonly output: Json }
  | { readonly ok: false; readonly error: string };

export interface OfferedTool {
  /** With the prefix that agents are granted and call. */
  readonly name: string;
  readonly description: string;
  readonly input_schema: unknown;
}

/** The tools that an agent of this principal could be given now. */
export function offeredTools(registry: Registry, principal: Principal): OfferedTool[] {
  return registry.tools(principal).map((tool) => ({
    name: TOOL_PREFIX + tool.name,
    description: tool.description ?? '',
    input_schema: tool.input_schema ?? { type: 'object' },
  }));
}

/** Runs one call to its end. Accepts the prefixed and the bare name; never rejects. */
export async function dispatch(
  registry: Registry,
  principal: Principal,
  invocation: Invocation,
  signal?: AbortSignal,
): Promise<ToolReply> {
  const tool = TOOL_PREFIX + bareToolName(invocation.tool);
  return reply(await registry.invoke(principal, invocation, signal), tool);
}

/** The wording is the published runtime's, so that agents meet the same texts at both. */
function reply(ended: Invoked, tool: string): ToolReply {
  switch (ended.kind) {
    case 'result':
      if (ended.ok) return { ok: true, output: ended.output ?? '' };
      return { ok: false, error: ended.error || `the client reported an error running ${tool}` };
    case 'no-client':
      return {
        ok: false,
        error: `no client connection is available to run ${tool} (the providing client is not connected)`,
      };
    case 'disconnected':
      return { ok: false, error: `the client disconnected while running ${tool}` };
    case 'timeout':
      return { ok: false, error: `${tool} timed out waiting for the client to respond` };
    case 'cancelled':
      return { ok: false, error: 'client tool error: context canceled' };
    default:
      return assertNever(ended);
  }
}
