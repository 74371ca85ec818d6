/** What one connection offers: the tools under the names that its runtime shall know, and those that are left out. */
import type { SkippedTool } from '../../src-shared/app-state.ts';
import { MAX_BARE_NAME } from '../../src-shared/client-tools.ts';

/** A tool of this machine, under its own name. */
export interface LinkTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: unknown;
  /** Set where it is not to be offered now. */
  readonly left?: 'switched-off' | 'unavailable' | undefined;
}

export interface Offer {
  /** Under the names in force. */
  readonly tools: readonly LinkTool[];
  readonly skipped: readonly SkippedTool[];
  /** The tool's own name behind a name in force; undefined for a name that was not offered. */
  ownName(name: string): string | undefined;
}

/** The name in force: a machine name goes in front, so that two machines do not take over each other's tools. */
export function nameInForce(name: string, machine: string | undefined): string {
  return machine === undefined ? name : `${machine}_${name}`;
}

/** A runtime skips unusable names in silence and takes the last of two equal ones, so they are not even sent. */
export function makeOffer(tools: readonly LinkTool[], machine?: string): Offer {
  const own = new Map<string, string>();
  const offered: LinkTool[] = [];
  const skipped: SkippedTool[] = [];
  for (const tool of tools) {
    const name = nameInForce(tool.name, machine);
    const why = tool.left ?? unusable(name) ?? (own.has(name) ? 'duplicate' : undefined);
    if (why !== undefined) {
      skipped.push({ name, why });
      continue;
    }
    own.set(name, tool.name);
    offered.push({ name, description: tool.description, input_schema: tool.input_schema });
  }
  return { tools: offered, skipped, ownName: (name) => own.get(name) };
}

function unusable(name: string): SkippedTool['why'] | undefined {
  if (!/^[a-zA-Z0-9_-]+$/.test(name)) return 'bad-name';
  return name.length > MAX_BARE_NAME ? 'too-long' : undefined;
}

/** Whether a runtime would see no difference between them, nor a person in what is left out. */
export function sameOffer(one: Offer, other: Offer): boolean {
  return JSON.stringify([one.tools, one.skipped]) === JSON.stringify([other.tools, other.skipped]);
}

/** What came of an offer. Only what was offered counts: a runtime's own words do not belong into the snapshot. */
export function acceptedOf(
  offer: Offer,
  accepted: readonly string[],
): { readonly accepted: readonly string[]; readonly skipped: readonly SkippedTool[] } {
  const said = new Set(accepted);
  const names = offer.tools.map(({ name }) => name);
  const refused = names.filter((name) => !said.has(name));
  return {
    accepted: names.filter((name) => said.has(name)),
    skipped: [...offer.skipped, ...refused.map((name) => ({ name, why: 'not-accepted' as const }))],
  };
}
