/** Which calls of the index are meant by a filter, and what there is to choose from. */
import { type HistoryChoices, type HistoryFilter, NO_END } from '../../src-shared/history.ts';
import type { IndexedCall } from './history-call.ts';

/** In the order in which they are given. */
export function matching(calls: readonly IndexedCall[], filter: HistoryFilter): readonly IndexedCall[] {
  const words = (filter.text ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const { tool, agent, source, outcome, day, call } = filter;
  return calls.filter(
    (one) =>
      (call === undefined || one.call === call) &&
      (day === undefined || one.day === day) &&
      (tool === undefined || one.facts.tool === tool) &&
      (outcome === undefined || (one.facts.outcome ?? NO_END) === outcome) &&
      (source === undefined || sourceOf(one) === source) &&
      (agent === undefined || agentOf(one) === agent) &&
      words.every((word) => one.text.includes(word)),
  );
}

/** The most agents to choose from; the others are found by their names. */
const MOST_AGENTS = 200;

/** `calls` are the newest first. */
export function choicesIn(calls: readonly IndexedCall[]): HistoryChoices {
  const tools = new Set<string>();
  const agents = new Set<string>();
  const sources = new Set<string>();
  const outcomes = new Set<string>();
  const days = new Set<string>();
  for (const call of calls) {
    add(tools, call.facts.tool);
    if (agents.size < MOST_AGENTS) add(agents, agentOf(call));
    add(sources, sourceOf(call));
    outcomes.add(call.facts.outcome ?? NO_END);
    add(days, call.day);
  }
  return {
    tools: [...tools].sort(),
    agents: [...agents].sort(),
    sources: [...sources].sort(),
    outcomes: [...outcomes].sort(),
    days: [...days],
  };
}

function add(set: Set<string>, value: string | undefined): void {
  if (value !== undefined && value !== '' && value.length <= 300) set.add(value);
}

function agentOf({ facts: { origin } }: IndexedCall): string | undefined {
  return origin?.door === 'client-tools' ? origin.agentId : undefined;
}

function sourceOf({ facts: { origin } }: IndexedCall): string | undefined {
  if (origin === undefined) return undefined;
  if (origin.door === 'client-tools') return origin.profileName;
  return origin.door === 'direct' ? origin.name : origin.caller;
}
