/** Rule keys read as patterns over argument vectors, and `when` globs over canonical values. */
import type { Effort } from './effort.ts';
import { type Glob, globFits, readGlob } from './glob.ts';
import type { Rule } from './rule.ts';
import { namesTool } from './tool-names.ts';

/** What a key covers: all commands, one exact vector, or all vectors that begin with these words. */
export type CommandPattern =
  | { readonly kind: 'all' }
  | { readonly kind: 'exact'; readonly words: readonly string[] }
  | { readonly kind: 'begins'; readonly words: readonly string[] };

/** Splits the text of a rule into words. Quotes keep blanks together; nothing else is special. */
export function ruleWords(text: string): string[] | undefined {
  const words: string[] = [];
  const piece = /\s*(?:((?:'[^']*'|"[^"]*"|[^\s'"])+)|$)/y;
  while (piece.lastIndex < text.length) {
    const match = piece.exec(text);
    if (!match) return undefined;
    if (match[1] !== undefined) words.push(match[1].replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
    else break;
  }
  return words;
}

/** The pattern of a key like `Bash(git log *)`; nothing when the key is no shell key or can never match. */
export function commandPattern(key: string): CommandPattern | undefined {
  if (namesTool(key, 'shell_run')) return { kind: 'all' };
  const text = /^Bash\(([\s\S]*)\)$/.exec(key)?.[1];
  if (text === undefined) return undefined;
  return textPattern(text);
}

function textPattern(text: string): CommandPattern | undefined {
  const open = text.endsWith(' *');
  const words = ruleWords(open ? text.slice(0, -2) : text);
  if (!words || words.length === 0 || words[0] === '' || words[0] === '*') return undefined;
  return { kind: open ? 'begins' : 'exact', words };
}

/**
 * The pattern of a whole rule. A written `when.command` narrows the key `bash` to that pattern, as in the published
 * system; on a `Bash(…)` key the published system overwrites it with the key, so it says nothing here either.
 */
export function rulePattern(rule: Rule): CommandPattern | undefined {
  const known = patterns.get(rule);
  if (known) return known.pattern;
  const pattern = readRule(rule);
  patterns.set(rule, { pattern });
  return pattern;
}

/** Rules never change, and every command is held against all of them. */
const patterns = new WeakMap<Rule, { readonly pattern: CommandPattern | undefined }>();

function readRule(rule: Rule): CommandPattern | undefined {
  const pattern = commandPattern(rule.key);
  const command = rule.when?.command;
  if (pattern?.kind !== 'all' || command === undefined || command === '*') return pattern;
  return textPattern(command);
}

/** Why no command can ever match the key, or nothing. */
export function neverMatches(key: string): string | undefined {
  const text = /^Bash\(([\s\S]*)\)$/.exec(key)?.[1];
  if (text === undefined) return undefined;
  const pattern = textPattern(text);
  if (!pattern || pattern.kind === 'all') return 'it names no program';
  const unquoted = text.replace(/'[^']*'|"[^"]*"/g, '');
  if (/[;|&<>()]|\n/.test(unquoted)) return 'a rule speaks of one command, never of a chain or a redirect';
  if (/[*?]/.test(unquoted.replace(/ \*$/, '')))
    return 'only a final " *" stands for anything; other stars are plain letters';
  return undefined;
}

/** Programs that can do anything: a rule with a wildcard for one of them allows everything. */
const ANYTHING =
  /^(ba|da|z|fi|k|c|tc)?sh$|^(python|perl|ruby|node|lua|php)[0-9.]*$|^(sudo|doas|su|pkexec|eval|exec|source|\.|xargs|env|ssh|osascript|powershell|pwsh|npx|bunx|deno|bun|docker|podman|nohup|timeout|nice)$/;

/** Why a rule is wider than anybody can mean, or nothing. */
export function tooWide(rule: Rule): string | undefined {
  if (!rule.allowed) return undefined;
  const pattern = rulePattern(rule);
  if (pattern?.kind === 'all') return 'it allows every command';
  if (pattern?.kind !== 'begins') return undefined;
  const [program, ...rest] = pattern.words;
  if (program === undefined || rest.length > 0 || !ANYTHING.test(program)) return undefined;
  return program === 'env' ? undefined : `${program} can run any other program, so it allows everything`;
}

/**
 * True when the pattern covers the vector. `literal` is how many leading words are known exactly: a word that another
 * command prints never equals a word of a rule.
 */
export function covers(
  pattern: CommandPattern,
  argv: readonly string[],
  literal: readonly boolean[],
): boolean {
  if (pattern.kind === 'all') return true;
  if (pattern.kind === 'exact' && pattern.words.length !== argv.length) return false;
  return pattern.words.every((word, index) => argv[index] === word && literal[index] === true);
}

/** True when every `when` parameter matches its value as a glob; a missing parameter counts as empty text. */
export function whenMatches(
  when: Rule['when'],
  values: Readonly<Record<string, string>>,
  effort?: Effort,
): boolean {
  return (
    when === undefined || globsOf(when).every(([name, glob]) => globFits(glob, values[name] ?? '', effort))
  );
}

const globs = new WeakMap<NonNullable<Rule['when']>, readonly (readonly [string, Glob])[]>();

function globsOf(when: NonNullable<Rule['when']>): readonly (readonly [string, Glob])[] {
  const known = globs.get(when);
  if (known) return known;
  const read = Object.entries(when).map(([name, glob]) => [name, readGlob(glob, 'any')] as const);
  globs.set(when, read);
  return read;
}
