/** A rule in words: what it covers, and how it came out lately. */
import type { RuleReach, RulesView, RuleView } from '../../src-shared/rule-view.ts';
import { locale } from '../spoken.ts';
import { strings } from '../strings.ts';
import { agoWords } from './duration-words.ts';

const words = strings.permissions;

export function reachWords(reach: RuleReach): string {
  switch (reach.kind) {
    case 'all-commands':
      return words.reach.all;
    case 'command':
      return reach.more ? words.reach.begins(reach.words.join(' ')) : words.reach.exact;
    case 'path':
      return words.reach.path(reach.tool, reach.path);
    case 'tool':
      return words.reach.tool(reach.tool);
    case 'never':
      return words.reach.never;
  }
}

/** What limits it beyond what its reach says already. */
export function limitWords({ when, reach, expiresAt }: RuleView): readonly string[] {
  const said = reach.kind === 'path' ? ['path', 'file_path'] : [];
  const limits = Object.entries(when).filter(([name]) => !said.includes(name));
  const date = expiresAt === undefined ? [] : [words.until(new Date(expiresAt).toLocaleString(locale()))];
  return [...limits.map(([name, glob]) => words.limit(name, glob)), ...date];
}

/** `now` is Unix milliseconds. What is said of the past goes as far back as the journal was read, and says so. */
export function spokeWords(
  { spoke }: RuleView,
  { calls, since }: RulesView['recorded'],
  now: number,
): string {
  if (calls === 0 || since === undefined) return words.nothingRecorded;
  if (spoke) return words.spoke(agoWords(now - spoke.at), spoke.times, calls);
  return words.silent(calls, new Date(since).toLocaleDateString(locale()));
}
