/** Looks through folders for what a wall must keep or hide at any depth: within bounds, and saying what it left out. */
import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';

export interface WalkFound {
  /** `.git`, folder or file. Those near the top come first. */
  readonly repositories: readonly string[];
  /** Things named like the first part of a protected name, below the folder itself. */
  readonly obeyed: readonly string[];
  readonly sockets: readonly string[];
  readonly secrets: readonly string[];
  /** False where time or entries ran out, or a folder broke off, before the end. */
  readonly complete: boolean;
}

export interface WalkQuestions {
  /** First parts of protected names, to be noticed anywhere. */
  readonly names: ReadonlySet<string>;
  /** Says what kind of secret a path is by its name alone. */
  secretPlace(path: string): string | undefined;
}

export interface FolderWalk {
  /** A look is used again for a moment, but never under another `version`. */
  find(folder: string, version: string): Promise<WalkFound>;
  /** Looks in any case; the look is good for `find`, too. */
  lookAgain(folder: string, version: string): Promise<WalkFound>;
}

const MOST_ENTRIES = 20_000;
const MOST_MS = 120;

/** Milliseconds for which one look is good for the calls that follow. */
const GOOD_FOR_MS = 10_000;
const MOST_LOOKS = 50;
const ENTRIES_AT_A_TIME = 512;
const AT_ONCE = 8;

const TOO_MUCH = new Error('there is too much to look at');

/** Thousands of files that others wrote, in which nobody works. */
const NOT_ENTERED: ReadonlySet<string> = new Set(['node_modules', '.git']);

interface Look {
  readonly at: number;
  readonly version: string;
  readonly found: Promise<WalkFound>;
}

/** `now` is in milliseconds, of a clock that never goes back. */
export function createFolderWalk(questions: WalkQuestions, now: () => number): FolderWalk {
  const looks = new Map<string, Look>();
  const lookAgain = (folder: string, version: string) => {
    if (looks.size >= MOST_LOOKS) looks.clear();
    const found = walk(folder, questions, now);
    looks.set(folder, { at: now(), version, found });
    return found;
  };
  return {
    find(folder, version) {
      const last = looks.get(folder);
      const good = last && last.version === version && now() - last.at < GOOD_FOR_MS;
      return good ? last.found : lookAgain(folder, version);
    },
    lookAgain,
  };
}

type Lists = { [Kind in 'repositories' | 'obeyed' | 'sockets' | 'secrets']: string[] };

async function walk(folder: string, questions: WalkQuestions, now: () => number): Promise<WalkFound> {
  const lists: Lists = { repositories: [], obeyed: [], sockets: [], secrets: [] };
  const end = now() + MOST_MS;
  let left = MOST_ENTRIES;
  const look = async (at: string): Promise<readonly string[]> => {
    const folders: string[] = [];
    const entries = await opendir(at, { bufferSize: ENTRIES_AT_A_TIME }).catch(() => undefined);
    for await (const entry of entries ?? []) {
      left -= 1;
      if (left < 0 || now() > end) throw TOO_MUCH;
      note(entry, at, at === folder, questions, lists);
      if (entry.isDirectory() && !NOT_ENTERED.has(entry.name)) folders.push(join(at, entry.name));
    }
    return folders;
  };
  const complete = await level([folder], look);
  return { ...lists, complete };
}

/** Level by level, so that what lies near the top is found first. False where it broke off. */
async function level(
  folders: readonly string[],
  look: (at: string) => Promise<readonly string[]>,
): Promise<boolean> {
  let waiting = [...folders];
  while (waiting.length > 0) {
    const next: string[] = [];
    for (let at = 0; at < waiting.length; at += AT_ONCE) {
      const ends = await Promise.allSettled(waiting.slice(at, at + AT_ONCE).map(look));
      for (const end of ends) if (end.status === 'fulfilled') next.push(...end.value);
      if (ends.some((end) => end.status === 'rejected')) return false;
    }
    waiting = next;
  }
  return true;
}

function note(entry: Dirent, at: string, top: boolean, questions: WalkQuestions, lists: Lists): void {
  const path = join(at, entry.name);
  if (entry.name === '.git') lists.repositories.push(path);
  else if (!top && questions.names.has(entry.name)) lists.obeyed.push(path);
  if (entry.isSocket()) lists.sockets.push(path);
  else if (!entry.isSymbolicLink() && questions.secretPlace(path) !== undefined) lists.secrets.push(path);
}
