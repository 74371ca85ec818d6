/** Rules as the lines of a permission file: how words and paths are written so that they are read back as the same. */
import type { RuleDraft } from '../../src-shared/rule-view.ts';
import type { RuleSuggestion } from '../../src-shared/verdict.ts';
import type { Rule } from './rule.ts';
import { pathKey } from './tool-names.ts';

/** Says whether a key stands in a file already: it must not be used a second time, nor take the place of the first. */
export type IsTaken = (key: string) => boolean;

/** No rule is written over several lines, and no text holds a NUL. */
const UNFIT = /[\n\r\0]/;

/** What would be read as a wildcard in a `when` glob or a path. */
const GLOB = /[*?[\]\n\r\0]/;

/** YAML reads no longer key that is written in one line. Characters. */
const MOST_KEY = 1_000;

/**
 * The rule for one command, or for all that begin with its words, in one folder. Nothing where no quoting brings a word
 * back. Where the key is taken, words are quoted without need, which makes another key of the same meaning.
 */
export function commandRule(
  words: readonly string[],
  kind: 'exact' | 'begins',
  cwd: string,
  isTaken: IsTaken,
): RuleSuggestion | undefined {
  if (GLOB.test(cwd)) return undefined;
  const spellings = words.map(spellingsOf);
  const plain = spellings.map(([first]) => first);
  if (plain.includes(undefined)) return undefined;
  const keyOf = (texts: readonly (string | undefined)[]) =>
    `Bash(${texts.join(' ')}${kind === 'begins' ? ' *' : ''})`;
  const others = spellings.flatMap((list, at) => list.slice(1).map((text) => keyOf(plain.with(at, text))));
  const key = [keyOf(plain), ...others].find((candidate) => !isTaken(candidate));
  return key === undefined ? undefined : ruleOf(key, { cwd });
}

/** The rule for one path, as a tool resolves it, or for all below a folder. */
export function pathRule(tool: string, path: string, below = false): RuleSuggestion | undefined {
  if (GLOB.test(path)) return undefined;
  return ruleOf(`${tool}(${path}${below ? '/*' : ''})`);
}

/** The `source:` of a rule that an answer of the person wrote. */
export const GRANT_SOURCE = 'doorman';

/** The line of a rule that an answer of the person writes. */
export function ruleLine(key: string, when?: RuleSuggestion['when']): string {
  const limits = Object.entries(when ?? {}).map(([name, glob]) => `${name}: ${JSON.stringify(glob)}`);
  const limit = limits.length > 0 ? `, when: { ${limits.join(', ')} }` : '';
  return `${JSON.stringify(key)}: { allowed: true, source: ${GRANT_SOURCE}${limit} }`;
}

/** The line of a rule that a person writes in the window. */
export function draftLine({ key, effect, cwd, reason }: RuleDraft): string {
  const fields = [
    effect === 'allow' ? 'allowed: true' : 'refused: true',
    ...(cwd === '' ? [] : [`when: { cwd: ${JSON.stringify(cwd)} }`]),
    ...(reason === '' ? [] : [`reason: ${JSON.stringify(reason)}`]),
  ];
  return `${JSON.stringify(key)}: { ${fields.join(', ')} }`;
}

/** A rule as a line, for a person to read: it may stand otherwise in its file. */
export function ruleText(rule: Rule): string {
  if (rule.granted) return ruleLine(rule.key, writtenWhen(rule));
  const limits = Object.entries(writtenWhen(rule) ?? {}).map(
    ([name, glob]) => `${name}: ${JSON.stringify(glob)}`,
  );
  const fields = [
    rule.refused ? 'refused: true' : `allowed: ${rule.allowed}`,
    ...(limits.length > 0 ? [`when: { ${limits.join(', ')} }`] : []),
    ...(rule.reason === undefined ? [] : [`reason: ${JSON.stringify(rule.reason)}`]),
    ...(rule.expiresAt === undefined ? [] : [`until: ${new Date(rule.expiresAt).toISOString()}`]),
  ];
  return `${JSON.stringify(rule.key)}: { ${fields.join(', ')} }`;
}

/** The `when` of a rule as it stands in the file: a path that the key names is not written there once more. */
export function writtenWhen({ key, when }: Rule): RuleSuggestion['when'] {
  if (!when || !pathKey(key)) return when;
  const { path: _path, ...others } = when;
  return Object.keys(others).length > 0 ? others : undefined;
}

function ruleOf(key: string, when?: RuleSuggestion['when']): RuleSuggestion | undefined {
  if (JSON.stringify(key).length > MOST_KEY) return undefined;
  return { key, ...(when ? { when } : {}), line: ruleLine(key, when) };
}

/** All ways in which a rule can hold this word, the plainest first. */
function spellingsOf(word: string): readonly string[] {
  if (UNFIT.test(word)) return [];
  const plain = /^[^\s'"*?;|&<>()]+$/.test(word) ? [word] : [];
  const single = word.includes("'") ? [] : [`'${word}'`];
  const double = word.includes('"') ? [] : [`"${word}"`];
  return [...plain, ...single, ...double];
}
