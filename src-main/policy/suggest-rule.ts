/** The narrowest rule that would allow an action from now on: exactly this action and nothing more. */
import type { Action, Effect } from '../../src-shared/action.ts';
import { assertNever } from '../../src-shared/outcome.ts';
import type { RuleSuggestion, Verdict } from '../../src-shared/verdict.ts';

/** Characters after which a rule would not be read back as the same words, or would read as a pattern. */
const UNFIT = /[\n\r\0*?]/;

/** Nothing for what must be looked at each time, for what is no single command, and for what no rule can say exactly. */
export function suggestRule(action: Action, verdict: Verdict): RuleSuggestion | undefined {
  if (verdict.kind !== 'ask' || verdict.ask !== 'no-rule') return undefined;
  const [effect, ...others] = action.effects;
  if (!effect || others.length > 0) return undefined;
  switch (effect.kind) {
    case 'run':
      // What is read outside the folders is asked about whatever rule there is for the command.
      return verdict.outside ? undefined : forCommand(effect);
    case 'look':
      // No rule can name one screen and what will be on it.
      return undefined;
    case 'job':
    case 'question':
      return undefined;
    case 'read':
    case 'list':
    case 'search':
      if (/[*?[\]]/.test(effect.path)) return undefined;
      return forPath(action.tool, effect.path);
    default:
      return assertNever(effect);
  }
}

function forPath(tool: string, path: string): RuleSuggestion {
  const when = { path };
  return { key: tool, when, line: lineOf(tool, when) };
}

function forCommand(effect: Extract<Effect, { kind: 'run' }>): RuleSuggestion | undefined {
  const { script } = effect;
  const [command, ...others] = script.kind === 'plain' ? script.commands : [];
  if (!command || others.length > 0 || command.open || script.kind !== 'plain' || script.reads.length > 0)
    return undefined;
  const words = command.argv.map(quoted);
  if (words.includes(undefined)) return undefined;
  const key = `Bash(${words.join(' ')})`;
  const when = { cwd: effect.cwd };
  return /[\n\r\0*?[\]]/.test(effect.cwd) ? undefined : { key, when, line: lineOf(key, when) };
}

/** A word as the text of a rule holds it; nothing when no quoting brings it back. */
function quoted(word: string): string | undefined {
  if (UNFIT.test(word)) return undefined;
  if (/^[^\s'"]+$/.test(word)) return word;
  if (!word.includes("'")) return `'${word}'`;
  return word.includes('"') ? undefined : `"${word}"`;
}

function lineOf(key: string, when?: Readonly<Record<string, string>>): string {
  const limit = when ? `, when: ${JSON.stringify(when)}` : '';
  return `${JSON.stringify(key)}: { allowed: true, source: doorman${limit} }`;
}
