/** Which tools each runtime gets: all of this machine, without those that are switched off or cannot work now. */

import type { Origin } from '../src-shared/call.ts';
import type { Profile, Settings } from '../src-shared/settings.ts';
import type { ToolView } from '../src-shared/tool-view.ts';
import { callableTools } from './callable-tools.ts';
import type { CallableTool } from './calls/call-rooms.ts';
import { type LinkTool, nameInForce } from './link/offer.ts';
import { advertisedSchema, type Tool } from './tools/define-tool.ts';

export interface OfferedTools {
  /** All of them, those that are left out with the reason. */
  forProfile(profile: Pick<Profile, 'id' | 'toolsOff'>): readonly LinkTool[];
  /** For people: all of them, with what is left out for every runtime. */
  forAll(): readonly ToolView[];
  /** By its own name, switched off or not: for what only looks at a call. */
  ofMachine(name: string): CallableTool | undefined;
  /** By its own name; undefined where this caller does not get it. */
  callable(name: string, origin: Origin): CallableTool | undefined;
  /** The names by which this caller knows what it gets. */
  names(origin: Origin): readonly string[];
}

export interface OfferedToolsOptions {
  readonly tools: readonly Tool[];
  /** Bytes that one answer may have on the wire. */
  readonly maxResultBytes: number;
  settings(): Pick<Settings, 'toolsOff' | 'review' | 'asks'>;
  /** The profile as it is now; undefined for one that is gone. */
  profile(id: string): Profile | undefined;
}

export function offeredTools(options: OfferedToolsOptions): OfferedTools {
  const { tools, settings, profile } = options;
  const callable = callableTools(tools, options.maxResultBytes);
  const schemas = new Map(tools.map((tool) => [tool.name, advertisedSchema(tool)]));
  const left = (tool: Tool, toolsOff: readonly string[]): LinkTool['left'] => {
    if (toolsOff.includes(tool.name) || settings().toolsOff.includes(tool.name)) return 'switched-off';
    return tool.available?.() === false ? 'unavailable' : undefined;
  };
  const profileOf = (origin: Origin) =>
    origin.door === 'client-tools' ? profile(origin.profileId) : undefined;
  const gets = (tool: Tool, origin: Origin) => left(tool, profileOf(origin)?.toolsOff ?? []) === undefined;
  return {
    forProfile: ({ toolsOff }) =>
      tools.map((tool) => ({
        name: tool.name,
        description: tool.description,
        input_schema: schemas.get(tool.name),
        left: left(tool, toolsOff),
      })),
    forAll: () =>
      tools.map((tool) => ({
        name: tool.name,
        description: tool.description,
        inputSchema: schemas.get(tool.name),
        left: left(tool, []),
        asked: settings().asks.includes(tool.name),
        reviewed: settings().review.includes(tool.name),
      })),
    ofMachine: (name) => callable.get(name),
    callable(name, origin) {
      const tool = tools.find((candidate) => candidate.name === name);
      return tool && gets(tool, origin) ? callable.get(name) : undefined;
    },
    names: (origin) =>
      tools
        .filter((tool) => gets(tool, origin))
        .map(({ name }) => nameInForce(name, profileOf(origin)?.machine)),
  };
}
