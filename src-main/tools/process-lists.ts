/**
 * Collects lists of processes outside of every wall, since a wall shows none: the program that the PATH gives, the very
 * words that were judged, no shell between, and an environment without a home, so that no settings file is read.
 */
import { access, constants, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { EndSignal } from '../../src-shared/end-signal.ts';
import type { ProcessList } from '../../src-shared/shell-script.ts';
import type { Failed } from './define-tool.ts';
import { runProcess } from './run-process.ts';
import { coveredBy } from './wall-paths.ts';

/** What one command line printed, and how it ended. */
export interface PrintedList {
  readonly args: readonly string[];
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly exitCode: number;
}

/** One program with all the lists that were collected of it. */
export interface CollectedLists {
  /** Its bare name. */
  readonly name: string;
  /** Canonical. */
  readonly program: string;
  readonly lists: readonly PrintedList[];
}

export interface CollectRequest {
  readonly lists: readonly ProcessList[];
  /** Folders of PATH that count for this run. */
  readonly path: readonly string[];
  /** Folders that commands may write in: what lies there is never started outside the wall. */
  readonly folders: readonly string[];
  /** LANG, LC_… and TZ as they stand. */
  readonly locale: Readonly<Record<string, string>>;
  readonly signal: EndSignal;
  /** Milliseconds that the whole call has; no list may take more than half of them. */
  readonly budgetMs: number;
}

export type Collection = { readonly ok: true; readonly collected: readonly CollectedLists[] } | Failed;

/** Milliseconds for one list at most; a `top` of many rounds takes longer and is no list any more. */
const LIST_BUDGET_MS = 10_000;

/** Bytes of one list: ten thousand processes with long command lines. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Different lists in one text. */
const MOST_LISTS = 8;

/** Collects all that can be collected. A program that is not there, is one of many in one file, or leads into
 * a folder that commands write in, has no entry. */
export async function collectLists(request: CollectRequest): Promise<Collection> {
  const known = request.lists.filter(({ args }) => args !== undefined);
  if (known.length > MOST_LISTS) return failed(`it asks for more than ${MOST_LISTS} lists of processes`);
  const names = [...new Set(request.lists.map(({ program }) => program))];
  const collected: CollectedLists[] = [];
  for (const name of names) {
    const program = await findProgram(name, request.path);
    if (program === undefined || basename(program) !== name || coveredBy(program, request.folders)) continue;
    const wanted = known.filter((list) => list.program === name);
    const lists = await Promise.all(wanted.map(({ args = [] }) => collectOne(program, args, request)));
    const failure = lists.find((list) => 'ok' in list);
    if (failure) return failure;
    collected.push({ name, program, lists: lists.flatMap((list) => ('ok' in list ? [] : [list])) });
  }
  return { ok: true, collected };
}

async function collectOne(
  program: string,
  args: readonly string[],
  { path, locale, signal, budgetMs }: CollectRequest,
): Promise<PrintedList | Failed> {
  const name = basename(program);
  const limitMs = Math.min(LIST_BUDGET_MS, budgetMs / 2);
  const end = await runProcess({
    argv: [program, ...args],
    cwd: '/',
    env: { ...locale, PATH: path.join(':'), HOME: '/nonexistent', TERM: 'dumb' },
    budgetMs: limitMs,
    keptBytes: MOST_BYTES,
    signal,
  });
  if (end.kind === 'not-started') return failed(`${name} could not be started: ${end.why}`);
  if (end.by === 'signal') return failed('it was ended before it began');
  if (end.by === 'time')
    return failed(`${name} did not end within ${Math.round(limitMs)} ms; ask for fewer rounds`);
  if (end.stdout.total > MOST_BYTES) return failed(`${name} prints too much`);
  return { args, stdout: end.stdout.head, stderr: end.stderr.head, exitCode: end.exitCode ?? 1 };
}

function failed(why: string): Failed {
  return { ok: false, message: `not run: ${why}.` };
}

/** The real path of the program that a bare name stands for, or nothing. */
export async function findProgram(name: string, path: readonly string[]): Promise<string | undefined> {
  for (const folder of path) {
    const real = await realpath(join(folder, name)).catch(() => undefined);
    if (real !== undefined && (await isProgram(real))) return real;
  }
  return undefined;
}

async function isProgram(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isFile()) return false;
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
