/** What a rule in force would allow, by examples that are held against the judgement as it is now. */
import type { RuleExamples } from '../src-shared/rule-view.ts';
import { type JudgeOnlyRooms, resolveOnly } from './judge-only.ts';
import { withoutRule } from './policy/changed-facts.ts';
import { decide, type JudgedAction } from './policy/decide.ts';
import { reachExamples } from './policy/rule-reach.ts';
import type { Example } from './policy/suggest-rules.ts';
import { pathAction } from './rule-offers.ts';
import type { ListedRule } from './rule-views.ts';

/** Where commands are tried. */
export interface ExamplePlace {
  readonly folder: string;
  readonly home: string;
}

/** What goes through without this rule too says nothing of it, and is left out. */
export async function ruleExamples(
  { source, rule }: ListedRule,
  place: ExamplePlace,
  rooms: JudgeOnlyRooms,
): Promise<RuleExamples> {
  const allows: string[] = [];
  const others: { summary: string; why: string }[] = [];
  const limit = rule.when?.cwd;
  const folder = limit === undefined || limit.includes('*') ? place.folder : limit;
  for (const example of reachExamples(rule, folder, place.home)) {
    const action = await actionOf(example, rule.key, rooms);
    if (!action) continue;
    const facts = await rooms.facts(action);
    const verdict = decide(action, facts, rooms.now());
    if (verdict.kind !== 'allow')
      others.push({ summary: action.summary, why: verdict.reasons[0]?.text ?? '' });
    else if (decide(action, withoutRule(facts, source, rule), rooms.now()).kind !== 'allow')
      allows.push(action.summary);
  }
  return { allows, others };
}

async function actionOf(
  example: Example,
  key: string,
  rooms: JudgeOnlyRooms,
): Promise<JudgedAction | undefined> {
  switch (example.kind) {
    case 'path': {
      const [tool = key] = key.split('(');
      const kind = /list/.test(tool) ? ('list' as const) : ('read' as const);
      return pathAction(example.path, { tool, effects: [{ kind, path: example.path }] });
    }
    case 'command': {
      const tool = rooms.tool('shell_run');
      const input = { command: example.command, cwd: example.cwd };
      const resolved = tool && (await resolveOnly(tool, input));
      return resolved?.ok ? { ...resolved.action, input } : undefined;
    }
    case 'inside':
      return undefined;
  }
}
