/** What a rule covers, for people; and what somebody could ask for, to see how far it really goes. */
import type { RuleReach } from '../../src-shared/rule-view.ts';
import { rulePattern } from './patterns.ts';
import type { Rule } from './rule.ts';
import { matchesNothing } from './rule-warning.ts';
import { type Example, shellWord } from './suggest-rules.ts';
import { pathKey } from './tool-names.ts';
import { wildcardProbes } from './wildcard-probes.ts';

export function ruleReach(rule: Rule): RuleReach {
  const pattern = rulePattern(rule);
  if (pattern?.kind === 'all') return { kind: 'all-commands' };
  if (pattern) return { kind: 'command', words: pattern.words, more: pattern.kind === 'begins' };
  if (matchesNothing(rule.key) !== undefined) return { kind: 'never' };
  const key = pathKey(rule.key);
  const path = rule.when?.path ?? rule.when?.file_path;
  if (path !== undefined) return { kind: 'path', tool: key?.tool ?? rule.key, path };
  return { kind: 'tool', tool: rule.key };
}

/** Options and subcommands that are tried of each program; the table may mark many more. */
const MOST_PROBES = 6;

/** Things to ask for that the rule could cover, and some beside it. `folder` is where a command is tried. */
export function reachExamples(rule: Rule, folder: string, home: string): readonly Example[] {
  const reach = ruleReach(rule);
  switch (reach.kind) {
    case 'command':
      return commandExamples(reach.words, reach.more, folder, home);
    case 'path': {
      const inside = reach.path.replaceAll('*', 'notes');
      return [inside, `${inside}/.env`, '/etc/hosts'].map((path) => ({ kind: 'path', path }));
    }
    case 'all-commands':
      return ['make', 'touch made', 'rm -r .', 'sudo id'].map((command) => inFolder(command, folder));
    case 'tool':
    case 'never':
      return [];
  }
}

function commandExamples(
  words: readonly string[],
  more: boolean,
  folder: string,
  home: string,
): readonly Example[] {
  const text = words.map(shellWord).join(' ');
  const probes = more ? wildcardProbes(words).slice(0, MOST_PROBES) : [];
  const texts = [
    text,
    ...probes.map((argv) => argv.map(shellWord).join(' ')),
    `${text} other`,
    `${text} ${home}/.ssh/id_ed25519`,
    `${text} > made`,
    `${text} && sudo id`,
  ];
  return [...new Set(texts)].map((command) => inFolder(command, folder));
}

function inFolder(command: string, cwd: string): Example {
  return { kind: 'command', command, cwd };
}
