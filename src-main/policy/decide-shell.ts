/** The judgement on a shell text: every command by rules and table, every path by where it really leads. */
import type { Effect } from '../../src-shared/action.ts';
import type { FileLook, ShellCommand, ShellScript, UnclearPart } from '../../src-shared/shell-script.ts';
import { type CommandPlace, judgeCommand, refusedCommand } from './decide-command.ts';
import { judgePath, outside } from './decide-paths.ts';
import { type Effort, freshEffort, takeCommand } from './effort.ts';
import type { Examination, NameOf, PathUse } from './examination.ts';
import { examineCommand } from './examine-command.ts';
import { danger, deny, mustLook, type Opinion, strictest, withUnlisted } from './opinion.ts';
import { fromFolder, insideAny, isInside } from './path-rules.ts';
import type { PolicyFacts } from './policy-facts.ts';
import { refusedPlace } from './sensitive.ts';
import { unclearWords } from './unclear-words.ts';
import { unservedNeed } from './wall-need.ts';

type Readable = Exclude<ShellScript, { kind: 'invalid' }>;

type JudgedFacts = PolicyFacts & {
  readonly effort: Effort;
  /** The folder that the text is started in, canonical. */
  readonly startedIn: string;
};

/** A wrapper inside a wrapper inside a wrapper is fine, more is a game. */
const MOST_WRAPPERS = 4;

/** The strictest opinion on any part is the one on the whole; equal ones add up. */
export function judgeShell(effect: Extract<Effect, { kind: 'run' }>, facts: PolicyFacts): Opinion {
  const { script } = effect;
  if (script.kind === 'invalid') return deny(`no shell can run it: ${script.why}`, effect.text.slice(0, 200));
  const known: JudgedFacts = { ...facts, effort: facts.effort ?? freshEffort(), startedIn: effect.cwd };
  const opinions = [...judgeParts(script), ...judgeRedirects(script, known)];
  for (const command of script.commands) opinions.push(...judgeWithInner(command, script, known, 0));
  const opinion = withUnlisted(strictest(opinions), opinions);
  const unserved = opinion.kind === 'allow' ? unservedNeed(opinion.needs ?? []) : undefined;
  return unserved ? { kind: 'ask', ask: 'must-look', reasons: [unserved] } : opinion;
}

function judgeParts(script: Readable): Opinion[] {
  if (script.kind === 'plain') return [];
  return script.unclear.map(judgeUnclear);
}

function judgeUnclear({ construct, part }: UnclearPart): Opinion {
  const { text, weight } = unclearWords(construct);
  return weight === 'danger' ? danger(text, part, construct) : mustLook(text, part, 'builtin', construct);
}

function judgeRedirects(script: Readable, facts: JudgedFacts): Opinion[] {
  const uses = [
    ...script.reads.map((path): PathUse => ({ path, use: 'read', glob: false })),
    ...(script.kind === 'unclear' ? script.writes : []).map(
      (path): PathUse => ({ path, use: 'change', glob: false }),
    ),
  ];
  return uses.map((use) => judgePath(use, { part: use.path }, lookAt(use, script), facts));
}

function judgeWithInner(
  command: ShellCommand,
  script: Readable,
  facts: JudgedFacts,
  depth: number,
): Opinion[] {
  if (!takeCommand(facts.effort, command.argv.length))
    return [mustLook('starts more commands than Doorman can check one by one', command.part)];
  if (depth > MOST_WRAPPERS)
    return [mustLook('starts a program through too many others to follow', command.part)];
  const nameOf = naming(script);
  const examined = examineCommand(command, nameOf);
  const place = placeOf(command, script, facts);
  const refusal = refusedCommand(command, place, nameOf, facts);
  const opinions = refusedWords(command, facts);
  if (examined.refused) opinions.push(deny(examined.refused, command.part));
  if (refusal) opinions.push({ kind: 'deny', reasons: [refusal] });
  const judged = { ...place, part: command.part };
  for (const use of withoutTwins(examined.paths))
    opinions.push(judgePath(use, judged, lookAt(use, script), facts));
  if (nameOf(command.argv[0] ?? '') === 'git') opinions.push(...judgeRepository(examined, script, facts));
  opinions.push(judgeCommand(examined, place, nameOf, facts));
  return [...opinions, ...examined.inner.flatMap((inner) => judgeWithInner(inner, script, facts, depth + 1))];
}

/** What `cd` names can lead through a link, and what lies behind one is trusted only if that place itself is. */
function placeOf(command: ShellCommand, script: Readable, facts: JudgedFacts): CommandPlace {
  const { cwd } = command;
  const real = script.surroundings?.folders?.[cwd] ?? (cwd === facts.startedIn ? cwd : undefined);
  if (real === undefined) return { cwd };
  const around = facts.trustedFolders?.filter(
    (folder) => isInside(real, folder) && insideAny(folder, facts.folders) !== undefined,
  );
  const workspace = around?.sort((a, b) => b.length - a.length)[0];
  return { cwd: real, ...(workspace === undefined ? {} : { workspace }) };
}

/** An absolute program path goes by its bare name where it is the same file, else by itself. */
function naming(script: Readable): NameOf {
  const programs = script.surroundings?.programs ?? {};
  return (word) => (Object.hasOwn(programs, word) ? (programs[word] ?? word) : word);
}

/** Any word, or the part of it behind `=` or `:`, that names a file which no tool may touch. */
function refusedWords(command: ShellCommand, facts: PolicyFacts): Opinion[] {
  for (const word of command.argv) {
    // Most words have none of the marks, and then all four are one.
    const tails = new Set([
      word,
      word.slice(word.indexOf('=') + 1),
      word.slice(word.lastIndexOf(':') + 1),
      word.replace(/^--?[A-Za-z]/, ''),
    ]);
    for (const tail of tails) {
      const why = refusedPlace(fromFolder(command.cwd, tail), facts.ownPaths);
      if (why) return [deny(why, command.part)];
    }
  }
  return [];
}

/** What git reads around itself, which no word of the command has to name. */
function judgeRepository({ command, entry }: Examination, script: Readable, facts: PolicyFacts): Opinion[] {
  const { part, cwd } = command;
  const look = script.surroundings?.repositories[cwd];
  if (!look) return [mustLook('Doorman could not check the git settings of this folder', part)];
  const opinions = look.dangers.map((why) =>
    mustLook(`git can start other programs here: ${why}`, part, 'table', 'git'),
  );
  const place = look.places.find((path) => insideAny(path, facts.folders) === undefined);
  return place === undefined || READS_NO_REPOSITORY.has(entry ?? '')
    ? opinions
    : [...opinions, outside(place, part)];
}

const READS_NO_REPOSITORY: ReadonlySet<string> = new Set(['git', 'git version', 'git help']);

/** What is named twice in one command is judged once. */
function withoutTwins(uses: readonly PathUse[]): Iterable<PathUse> {
  return new Map(uses.map((use) => [`${use.use} ${use.glob} ${use.path}`, use])).values();
}

function lookAt({ path }: PathUse, script: Readable): FileLook | undefined {
  return script.surroundings?.files[path];
}
