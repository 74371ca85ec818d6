/** The rules in force as a window lists them: where each comes from, what it covers, and when it last decided a call. */
import { createHash } from 'node:crypto';
import type { RuleView } from '../src-shared/rule-view.ts';
import type { RecordedCall } from './journal/last-calls.ts';
import { inForce, type Rule, type RuleSource, withoutLine } from './policy/rule.ts';
import { ruleReach } from './policy/rule-reach.ts';
import { ruleWarning } from './policy/rule-warning.ts';

/** A rule with what it is called in lists. */
export interface ListedRule {
  readonly id: string;
  readonly source: RuleSource;
  readonly rule: Rule;
}

/** Those that have not run out at `now` (Unix milliseconds), in the order of their sources. */
export function listedRules(sources: readonly RuleSource[], now: number): readonly ListedRule[] {
  return sources.flatMap((source) =>
    inForce(source.rules, now).map((rule) => ({ id: idOf(source, rule), source, rule })),
  );
}

/** Another content, or another place, is another rule. */
function idOf({ from, folder }: RuleSource, rule: Rule): string {
  const meaning = JSON.stringify([from, folder ?? null, withoutLine(rule)]);
  return createHash('sha256').update(meaning).digest('hex').slice(0, 24);
}

type Spoke = NonNullable<RuleView['spoke']>;

/** When rules decided recorded calls, by source and key: that is all that the journal says of a rule. */
export function whenSpoken(calls: readonly RecordedCall[]): ReadonlyMap<string, Spoke> {
  const spoken = new Map<string, Spoke>();
  for (const { at, deciding } of calls) {
    const names = new Set(deciding.flatMap(({ source, rule }) => (rule ? [spokenName(source, rule)] : [])));
    for (const name of names) {
      const known = spoken.get(name);
      spoken.set(name, { at: Math.max(at, known?.at ?? 0), times: (known?.times ?? 0) + 1 });
    }
  }
  return spoken;
}

function spokenName(source: string, key: string): string {
  return `${source}\0${key}`;
}

export function ruleView({ id, source, rule }: ListedRule, spoken: ReadonlyMap<string, Spoke>): RuleView {
  const from = source.from === 'grant' ? 'person' : source.from;
  const remark = ruleWarning(rule);
  const spoke = spoken.get(spokenName(from, rule.key));
  return {
    id,
    from,
    ...(from !== 'shipped' && rule.line !== undefined ? { line: rule.line } : {}),
    ...(source.folder === undefined ? {} : { folder: source.folder }),
    key: rule.key,
    effect: rule.refused ? 'refuse' : rule.allowed ? 'allow' : 'nothing',
    reach: ruleReach(rule),
    when: rule.when ?? {},
    ...(rule.reason === undefined ? {} : { reason: rule.reason }),
    ...(rule.granted ? { granted: true } : {}),
    ...(rule.expiresAt === undefined ? {} : { expiresAt: rule.expiresAt }),
    ...(remark === undefined ? {} : { remark }),
    ...(spoke === undefined ? {} : { spoke }),
  };
}
