/** Fits tools to the flow of a call: checks input against the tool's schema, and bounds what a run may return. */

import type { Json } from '../src-shared/json.ts';
import type { CallableTool } from './calls/call-rooms.ts';
import type { Tool } from './tools/define-tool.ts';

/** Tools by name, as the flow sees them. `maxResultBytes` is what one answer may have on the wire. */
export function callableTools(
  tools: readonly Tool[],
  maxResultBytes: number,
): ReadonlyMap<string, CallableTool> {
  return new Map(tools.map((tool) => [tool.name, callable(tool, maxResultBytes)]));
}

function callable(tool: Tool, maxResultBytes: number): CallableTool {
  const { withPicture } = tool;
  return {
    check(input) {
      const parsed = tool.input.safeParse(input);
      if (parsed.success) return { ok: true, value: parsed.data as Json };
      const problems = parsed.error.issues.map((issue) =>
        issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message,
      );
      return { ok: false, problems };
    },
    resolve: (input, context) => tool.resolve(input, context),
    run: (action, context) => tool.run(action, { maxResultBytes, ...context }),
    ...(withPicture ? { withPicture } : {}),
    release: (action) => tool.release?.(action),
  };
}
