/** Looks at what a script names on disk: where paths really lead, what kind of files they are, whose repository it is. */
import { opendir, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path/posix';
import type {
  FileFact,
  FileLook,
  RepositoryLook,
  ShellCommand,
  ShellSurroundings,
} from '../../src-shared/shell-script.ts';
import { type Effort, freshEffort, takeCommand } from './effort.ts';
import type { Examination, NameOf, PathUse } from './examination.ts';
import { examineCommand } from './examine-command.ts';
import { createSniff, type Sniff } from './file-sniff.ts';
import { globFits, readGlob } from './glob.ts';
import { withoutDots } from './path-rules.ts';
import { processListsIn } from './process-lists.ts';
import { surveyRepository } from './repository-survey.ts';
import type { ShellPlace } from './shell-reading.ts';

/** More paths than this in one script are not looked up one by one, so a person must look. */
const MOST_PATHS = 200;
const MOST_MATCHES = 200;
/** Names in the folders that one pattern is held against. */
const MOST_NAMES = 20_000;
/** Names that are read from a folder at a time; in between, the host does other things. */
const NAMES_AT_A_TIME = 256;
/** Characters in the real paths of all files that one script names; judging them takes its time by the character. */
const MOST_PATH_CHARACTERS = 128 * 1024;
/** Files below a folder that is read whole; with more in it a person must look. */
const MOST_IN_TREE = 1000;

interface Script {
  readonly commands: readonly ShellCommand[];
  readonly reads: readonly string[];
  readonly writes?: readonly string[];
}

/** Looks up everything that the judgement will ask about. Reads at most the head of each file; changes nothing. */
export async function lookAround(
  script: Script,
  programPath: readonly string[],
  place: Pick<ShellPlace, 'home' | 'cwd'>,
): Promise<ShellSurroundings> {
  const programs: Record<string, string> = {};
  for (const word of new Set(script.commands.flatMap((command) => command.argv.filter(isProgramPath))))
    await findProgram(word, programPath, programs);
  const nameOf = (word: string): string => (Object.hasOwn(programs, word) ? (programs[word] ?? word) : word);
  const uses: PathUse[] = [
    ...script.reads.map((path): PathUse => ({ path, use: 'read', glob: false })),
    ...(script.writes ?? []).map((path): PathUse => ({ path, use: 'change', glob: false })),
  ];
  const repositories: Record<string, RepositoryLook> = {};
  const effort = freshEffort();
  const examined = script.commands.flatMap((one) => withInner(one, nameOf, 0, effort));
  for (const { command, paths } of examined) {
    uses.push(...paths);
    if (nameOf(command.argv[0] ?? '') === 'git')
      repositories[command.cwd] ??= await surveyRepository(command.cwd);
  }
  const files = await lookAtAll(uses, createSniff(place.home, place.cwd));
  const folders = await realFolders(script.commands);
  return { files, repositories, folders, processLists: processListsIn(examined, nameOf), programs };
}

/** Where the folders that commands run in really lead; for one that is missing, where it would lie. */
async function realFolders(commands: readonly ShellCommand[]): Promise<Record<string, string>> {
  const folders: Record<string, string> = {};
  for (const { cwd } of commands) {
    if (!Object.hasOwn(folders, cwd)) folders[cwd] = await realpath(cwd).catch(() => nearest(cwd));
  }
  return folders;
}

/** The judgement goes less deep than this and asks beyond. */
const MOST_WRAPPERS = 6;

/** What the table says of a command and of all that it starts; the judgement stops where this stops. */
function withInner(command: ShellCommand, nameOf: NameOf, depth: number, effort: Effort): Examination[] {
  if (!takeCommand(effort, command.argv.length)) return [];
  const examined = examineCommand(command, nameOf);
  const inner = depth < MOST_WRAPPERS ? examined.inner : [];
  return [examined, ...inner.flatMap((one) => withInner(one, nameOf, depth + 1, effort))];
}

function isProgramPath(word: string): boolean {
  return word.startsWith('/') && !word.endsWith('/');
}

/** An absolute program path counts as its bare name only when the fixed PATH gives that very file. */
async function findProgram(
  word: string,
  programPath: readonly string[],
  found: Record<string, string>,
): Promise<void> {
  const name = word.slice(word.lastIndexOf('/') + 1);
  for (const folder of programPath) {
    const candidate = await realpath(`${folder}/${name}`).catch(() => undefined);
    if (candidate === undefined) continue;
    const given = await realpath(word).catch(() => undefined);
    if (given === candidate) found[word] = name;
    return;
  }
}

async function lookAtAll(uses: readonly PathUse[], sniff: Sniff): Promise<Record<string, FileLook>> {
  const files: Record<string, FileLook> = {};
  const paths = new Map<string, PathUse>();
  for (const use of uses) if (closeness(use) > closeness(paths.get(use.path))) paths.set(use.path, use);
  let looked = 0;
  let characters = 0;
  for (const use of paths.values()) {
    const tooMany = looked++ >= MOST_PATHS || characters > MOST_PATH_CHARACTERS;
    const look = tooMany
      ? TOO_MANY
      : await lookAt(use, sniff).catch(
          (): FileLook => ({ kind: 'unseen', why: 'Doorman cannot look at what it names' }),
        );
    if (look.kind === 'seen') characters += look.files.reduce((sum, file) => sum + file.path.length, 0);
    files[use.path] = characters > MOST_PATH_CHARACTERS ? TOO_MANY : look;
  }
  return files;
}

const TOO_MANY: FileLook = { kind: 'unseen', why: 'names too many files to check each' };

/** One path can be used in several ways; the way that shows most decides how closely it is looked at. */
function closeness(use: PathUse | undefined): number {
  if (!use) return 0;
  return use.use === 'tree' ? 3 : use.use === 'read' ? 2 : 1;
}

async function lookAt(use: PathUse, sniff: Sniff): Promise<FileLook> {
  const paths = use.glob ? await expandGlob(use.path) : [use.path];
  if (!paths) return { kind: 'unseen', why: 'its pattern matches too many files to check each' };
  const facts = await Promise.all(
    paths.map((path) => factOf(path, use.use === 'read' || use.use === 'tree' ? sniff : undefined)),
  );
  if (use.use !== 'tree') return { kind: 'seen', files: facts, use: use.use };
  const budget = { left: MOST_IN_TREE };
  for (const fact of [...facts]) if (fact.type === 'folder') await walkTree(fact.path, facts, budget, sniff);
  if (budget.left < 0)
    return { kind: 'unseen', why: 'reads a whole folder, with too many files in it to check each' };
  return { kind: 'seen', files: facts, use: use.use };
}

/** Adds everything below a folder. Links are added by where they lead, and not followed. */
async function walkTree(
  folder: string,
  facts: FileFact[],
  budget: { left: number },
  sniff: Sniff,
): Promise<void> {
  for await (const entry of await opendir(folder, { bufferSize: NAMES_AT_A_TIME })) {
    budget.left -= 1;
    if (budget.left < 0) return;
    const fact = await factOf(`${folder}/${entry.name}`, sniff);
    facts.push(fact);
    if (entry.isDirectory()) await walkTree(fact.path, facts, budget, sniff);
    // A program that follows links would read on in there.
    else if (fact.type === 'folder') budget.left = -1;
  }
}

/** Names that mean something else in the process that asks than in the one that will run. */
const OWN_VIEW = /^\/dev\/(std(in|out|err)|fd|tty)(\/|$)|^\/proc\/(self|thread-self)(\/|$)/;

async function factOf(path: string, sniff?: Sniff): Promise<FileFact> {
  if (path === '/dev/null') return { path, type: 'file' };
  if (OWN_VIEW.test(withoutDots(path))) return { path: withoutDots(path), type: 'special' };
  const real = await realpath(path).catch(missing);
  if (real === undefined) return { path: await nearest(path), type: 'missing' };
  if (OWN_VIEW.test(real)) return { path: real, type: 'special' };
  const info = await stat(real);
  const type = info.isFile() ? 'file' : info.isDirectory() ? 'folder' : 'special';
  const secret = type === 'file' ? await sniff?.(real) : undefined;
  return { path: real, type, ...(secret ? { secretContent: secret } : {}) };
}

function missing(error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
  throw error;
}

/** Where a missing path would lie: its nearest real folder, with the missing rest as text behind it. */
async function nearest(path: string): Promise<string> {
  const rest: string[] = [];
  for (let at = path.replace(/\/+$/, ''); at !== '' && at !== '/'; at = dirname(at)) {
    const real = await realpath(at).catch(missing);
    if (real !== undefined) return withoutDots(`${real}/${rest.join('/')}`);
    rest.unshift(at.slice(at.lastIndexOf('/') + 1));
  }
  return withoutDots(path);
}

/** The names that a pattern matches now; the pattern itself where none does, as bash then passes it on. */
async function expandGlob(pattern: string): Promise<string[] | undefined> {
  const budget = { left: MOST_NAMES };
  let bases = [''];
  for (const part of pattern.split('/').slice(1)) {
    if (!/[*?[]/.test(part)) bases = bases.map((base) => `${base}/${part.replace(/\\(.)/g, '$1')}`);
    else {
      const next: string[] = [];
      for (const base of bases) {
        const names = await namesLike(part, base === '' ? '/' : base, budget);
        next.push(...names.map((name) => `${base}/${name}`));
        if (next.length > MOST_MATCHES || budget.left < 0) return undefined;
      }
      bases = next;
    }
  }
  return bases.length > 0 ? bases : [pattern.replace(/\\(.)/g, '$1')];
}

/** The names in a folder that one part of a pattern matches, in order; none where there is no such folder. */
async function namesLike(part: string, folder: string, budget: { left: number }): Promise<string[]> {
  const entries = await opendir(folder, { bufferSize: NAMES_AT_A_TIME }).catch(() => undefined);
  if (!entries) return [];
  const glob = readGlob(part, 'name');
  const hidden = part.startsWith('.');
  const names: string[] = [];
  for await (const { name } of entries) {
    budget.left -= 1;
    if (budget.left < 0 || names.length > MOST_MATCHES) break;
    if ((hidden || !name.startsWith('.')) && globFits(glob, name)) names.push(name);
  }
  return names.sort();
}
