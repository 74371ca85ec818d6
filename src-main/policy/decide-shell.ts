/** The judgement on a shell text: every command by rules and table, every path by where it really leads. */
import type { Effect } from '../../src-shared/action.ts';
import type { FileFact, ShellCommand, ShellScript } from '../../src-shared/shell-script.ts';
import type { Reason } from '../../src-shared/verdict.ts';
import { judgeCommand, refusedCommand } from './decide-command.ts';
import { inFolders } from './decide-files.ts';
import { type Effort, freshEffort, takeCommand } from './effort.ts';
import type { NameOf, PathUse } from './examination.ts';
import { examineCommand } from './examine-command.ts';
import type { Opinion } from './opinion.ts';
import { fromFolder, insideAny } from './path-rules.ts';
import type { PolicyFacts } from './policy-facts.ts';
import { protectedPlace } from './protected-places.ts';
import { refusedPlace, secretPlace } from './sensitive.ts';

type Readable = Exclude<ShellScript, { kind: 'invalid' }>;

type JudgedFacts = PolicyFacts & { readonly effort: Effort };

/** A wrapper inside a wrapper inside a wrapper is fine, more is a game. */
const MOST_WRAPPERS = 4;

const deny = (text: string, part: string): Opinion => ({
  kind: 'deny',
  reasons: [{ text, source: 'builtin', part }],
});

function mustLook(text: string, part: string, source: Reason['source'] = 'builtin', rule?: string): Opinion {
  return { kind: 'ask', ask: 'must-look', reasons: [{ text, source, part, ...(rule ? { rule } : {}) }] };
}

/** The strictest opinion on any part is the one on the whole; equal ones add up. */
export function judgeShell(effect: Extract<Effect, { kind: 'run' }>, facts: PolicyFacts): Opinion {
  const { script } = effect;
  if (script.kind === 'invalid') return deny(`no shell can run it: ${script.why}`, effect.text.slice(0, 200));
  const known: JudgedFacts = { ...facts, effort: facts.effort ?? freshEffort() };
  const opinions = [...judgeParts(script), ...judgeRedirects(script, known)];
  for (const command of script.commands) opinions.push(...judgeWithInner(command, script, known, 0));
  return strictest(opinions);
}

function judgeParts(script: Readable): Opinion[] {
  if (script.kind === 'plain') return [];
  return script.unclear.map((part) => mustLook(`it holds ${part.construct}`, part.part));
}

function judgeRedirects(script: Readable, facts: JudgedFacts): Opinion[] {
  const uses = [
    ...script.reads.map((path): PathUse => ({ path, use: 'read', glob: false })),
    ...(script.kind === 'unclear' ? script.writes : []).map(
      (path): PathUse => ({ path, use: 'change', glob: false }),
    ),
  ];
  return uses.map((use) => judgePath(use, use.path, script, facts));
}

function judgeWithInner(
  command: ShellCommand,
  script: Readable,
  facts: JudgedFacts,
  depth: number,
): Opinion[] {
  if (!takeCommand(facts.effort, command.argv.length))
    return [mustLook('it starts more commands than can be judged one by one', command.part)];
  if (depth > MOST_WRAPPERS)
    return [mustLook('a program starts a program too many times over', command.part)];
  const nameOf = naming(script);
  const examined = examineCommand(command, nameOf);
  const refusal = refusedCommand(command, nameOf, facts);
  const opinions = refusedWords(command, facts);
  if (examined.refused) opinions.push(deny(examined.refused, command.part));
  if (refusal) opinions.push({ kind: 'deny', reasons: [refusal] });
  for (const use of withoutTwins(examined.paths)) opinions.push(judgePath(use, command.part, script, facts));
  if (nameOf(command.argv[0] ?? '') === 'git') opinions.push(...judgeRepository(command, script));
  opinions.push(judgeCommand(examined, nameOf, facts));
  return [...opinions, ...examined.inner.flatMap((inner) => judgeWithInner(inner, script, facts, depth + 1))];
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

function judgeRepository(command: ShellCommand, script: Readable): Opinion[] {
  const dangers = script.surroundings?.repositories[command.cwd];
  if (!dangers) return [mustLook('nobody has looked at the repository', command.part)];
  return dangers.map((danger) =>
    mustLook(`the repository can start other programs: ${danger}`, command.part, 'table', 'git'),
  );
}

/** What is named twice in one command is judged once. */
function withoutTwins(uses: readonly PathUse[]): Iterable<PathUse> {
  return new Map(uses.map((use) => [`${use.use} ${use.glob} ${use.path}`, use])).values();
}

function judgePath(use: PathUse, part: string, script: Readable, facts: JudgedFacts): Opinion {
  const look = script.surroundings?.files[use.path];
  if (!look) return mustLook('nobody has looked at the file it names', part);
  if (look.kind === 'unseen') return mustLook(look.why, part);
  facts.effort.files -= look.files.length;
  if (facts.effort.files < 0) return mustLook('it names more files than can be judged one by one', part);
  return strictest([
    judgeSpelling(use, part, facts),
    ...look.files.map((file) => judgeTarget(file, use, part, facts)),
  ]);
}

/** The name as written counts beside the file it leads to now: either can be the secret. */
function judgeSpelling(use: PathUse, part: string, facts: PolicyFacts): Opinion {
  const why = refusedPlace(use.path, facts.ownPaths);
  if (why && use.use !== 'name') return deny(why, part);
  const secret = secretPlace(use.path);
  return secret ? mustLook(`it touches ${secret}`, part) : { kind: 'allow', reasons: [] };
}

function judgeTarget(file: FileFact, use: PathUse, part: string, facts: PolicyFacts): Opinion {
  const refused = refusedPlace(file.path, facts.ownPaths);
  if (refused) return deny(refused, part);
  const secret = secretPlace(file.path) ?? file.secretContent;
  if (secret) return mustLook(`it leads to ${secret}`, part);
  if (use.use === 'name' || file.path === '/dev/null') return { kind: 'allow', reasons: [] };
  if (file.type === 'special') return mustLook('it is a device, a pipe or a socket, not a file', part);
  if (use.use === 'read' || use.use === 'tree')
    return inFolders(file.path, facts) ?? outside(file.path, part);
  return judgeChange(file, part, facts);
}

function outside(path: string, part: string): Opinion {
  return {
    kind: 'ask',
    ask: 'no-rule',
    reasons: [{ text: `it reads ${path}, outside the added folders`, source: 'folders', part }],
  };
}

function judgeChange(file: FileFact, part: string, facts: PolicyFacts): Opinion {
  const place = protectedPlace(file.path, facts.programPath);
  if (place) return mustLook(`it changes ${file.path}: ${place}`, part);
  if (facts.folders.includes(file.path))
    return mustLook(`it changes the added folder ${file.path} as a whole`, part);
  if (!insideAny(file.path, facts.folders))
    return mustLook(`it changes ${file.path}, outside the added folders`, part);
  return { kind: 'allow', reasons: [] };
}

const STRICTNESS = { allow: 0, 'no-rule': 1, 'must-look': 2, deny: 3 } as const;

function strictest(opinions: readonly Opinion[]): Opinion {
  const level = (one: Opinion): number => STRICTNESS[one.kind === 'ask' ? one.ask : one.kind];
  const most = Math.max(0, ...opinions.map(level));
  const deciding = opinions.filter((one) => level(one) === most);
  const reasons = deciding.flatMap((one) => one.reasons);
  const mayWrite = deciding.some((one) => one.kind === 'allow' && one.mayWrite);
  const first = deciding[0];
  if (!first)
    return {
      kind: 'ask',
      ask: 'must-look',
      reasons: [{ text: 'it holds nothing that could be judged', source: 'builtin' }],
    };
  return first.kind === 'allow'
    ? { kind: 'allow', reasons, ...(mayWrite ? { mayWrite } : {}) }
    : { ...first, reasons };
}
