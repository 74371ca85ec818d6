/** The registry as an agent sees it: prefixed names, grants, outputs unwrapped, and each way a call fails as a sentence. */
import { bareToolName, TOOL_PREFIX } from '../src-shared/client-tools.ts';
import type { Json } from '../src-shared/json.ts';
import { assertNever } from '../src-shared/outcome.ts';
import { type Grants, isGranted } from './grants.ts';
import type { Principal } from './principal.ts';
import type { Invocation, Invoked, Registry } from './registry.ts';

export type ToolReply =
  | { readonly ok: true; readonly output: Json }
  | { readonly ok: false; readonly error: string };

/** What a model is given for a call. */
export interface ToolText {
  readonly isError: boolean;
  readonly text: string;
}

/** A tool as a model is offered it. */
export interface ToolDescription {
  /** With the prefix that agents are granted and call. */
  readonly name: string;
  readonly description: string;
  /** As the client sent it; nobody has looked whether it is a schema. */
  readonly input_schema: unknown;
}

export interface CandidateTool extends ToolDescription {
  /** Runs one call to its end; never rejects. */
  call(input: unknown, ids?: Pick<Invocation, 'runId' | 'agentId'>, signal?: AbortSignal): Promise<ToolText>;
}

/**
 * The tools that a run of this principal begins with. They stay the same while it lasts: a client that comes later is
 * not seen, and the tool of one that left fails when it is called.
 */
export function candidateTools(registry: Registry, principal: Principal, grants: Grants): CandidateTool[] {
  return toolDescriptions(registry, principal, grants).map((described) => ({
    ...described,
    async call(input, ids = {}, signal) {
      const invocation = { tool: described.name, input, ...ids };
      return toolText(await dispatch(registry, principal, grants, invocation, signal));
    },
  }));
}

/** What `candidateTools` offers, for those who only list it. */
export function toolDescriptions(
  registry: Registry,
  principal: Principal,
  grants: Grants,
): ToolDescription[] {
  return registry
    .tools(principal)
    .map((tool) => ({
      name: TOOL_PREFIX + tool.name,
      description: tool.description ?? '',
      input_schema: 'input_schema' in tool ? tool.input_schema : { type: 'object' },
    }))
    .filter(({ name }) => isGranted(name, grants));
}

/** Runs one call to its end. Accepts the prefixed and the bare name; never rejects. */
export async function dispatch(
  registry: Registry,
  principal: Principal,
  grants: Grants,
  invocation: Invocation,
  signal?: AbortSignal,
): Promise<ToolReply> {
  const tool = TOOL_PREFIX + bareToolName(invocation.tool);
  if (!isGranted(tool, grants)) return { ok: false, error: `tool not found: ${tool}` };
  return reply(await registry.invoke(principal, invocation, signal), tool);
}

/** A string is its own text, anything else its JSON. */
function toolText(reply: ToolReply): ToolText {
  if (!reply.ok) return { isError: true, text: reply.error };
  return {
    isError: false,
    text: typeof reply.output === 'string' ? reply.output : JSON.stringify(reply.output),
  };
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
