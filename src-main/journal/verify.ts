/** Checks a whole journal: each file by itself, that each goes on where the one before ended, and the end by the keychain. */
import { join } from 'node:path';
import type { JournalPosition } from '../../src-shared/journal-entry.ts';
import type { CheckedJournalFile, JournalFinding, JournalReport } from '../../src-shared/journal-report.ts';
import type { ChainKey } from './chain.ts';
import { beginFile, checkLine, endOf, type FileState, isOwn, macAt } from './check-file.ts';
import { type JournalFiles, listFiles, numberOf } from './file-names.ts';
import { readLines } from './read-lines.ts';

/** What the keychain has: the key, and the last line that it was told of. */
export interface Trust {
  readonly key: ChainKey | undefined;
  readonly head: JournalPosition | undefined;
}

export interface CheckedFile {
  readonly state: FileState;
  /** What stands after the last whole line. */
  readonly rest: Buffer;
}

/** Checks one file of the chain by itself. Rejects only when it is not there. */
export async function checkFile(
  folder: string,
  name: string,
  key: ChainKey | undefined,
): Promise<CheckedFile> {
  let state = beginFile(name, key);
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const slice of readLines(join(folder, name))) {
      for (const line of slice.lines) state = checkLine(state, line);
      rest = slice.rest;
    }
  } catch (error) {
    if (isGone(error)) throw error;
    state = { ...state, damage: { line: state.lines + 1, what: 'unreadable' } };
  }
  return { state, rest };
}

/** A file in which no line was finished says nothing: a crash can leave one. If there was more, others tell. */
export function isEmpty({ state }: CheckedFile): boolean {
  return state.lines === 0 && state.damage === undefined;
}

function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** What is known after some files, oldest first. */
interface Walk {
  readonly files: JournalFiles;
  readonly trust: Trust;
  /** By the name of the file; the first finding of a file stands. */
  readonly findings: Map<string, JournalFinding>;
  readonly limits: string[];
  /** How many whole lines each file has. */
  readonly lines: Map<string, number>;
  /** The files whose MACs could be checked. */
  readonly own: Set<string>;
  previous: CheckedFile | undefined;
  /** The last line whose MAC was proven. */
  proven: JournalPosition | undefined;
  begins: string | undefined;
  /** The files from before the chain, as they were when it began. */
  listed: readonly string[] | undefined;
  /** The MAC that the journal has where the head of the keychain points. */
  macAtHead: string | undefined;
}

/** Files may be retired while others are read; then everything is read again. */
const TRIES = 3;

/** Hears before each file how many of them are checked, and how many there are. */
type OnFile = (done: number, of: number) => void;

/**
 * Reads everything, in slices; the writer is not disturbed, and what it adds meanwhile does no harm as long as
 * `trust` was read before. Rejects when the folder cannot be read.
 */
export async function verifyJournal(
  folder: string,
  trust: Trust,
  onFile: OnFile = () => {},
  tries = TRIES,
): Promise<JournalReport> {
  try {
    return await walkThrough(folder, trust, onFile);
  } catch (error) {
    if (!isGone(error) || tries <= 1) throw error;
    return verifyJournal(folder, trust, onFile, tries - 1);
  }
}

async function walkThrough(folder: string, trust: Trust, onFile: OnFile): Promise<JournalReport> {
  const files = await listFiles(folder);
  const walk: Walk = {
    files,
    trust,
    findings: new Map(),
    limits: [],
    lines: new Map(),
    own: new Set(),
    previous: undefined,
    proven: undefined,
    begins: undefined,
    listed: undefined,
    macAtHead: undefined,
  };
  for (const [done, name] of files.chained.entries()) {
    onFile(done, files.chained.length);
    const checked = await checkFile(folder, name, trust.key);
    walk.lines.set(name, checked.state.lines);
    if (!isEmpty(checked)) take(walk, checked);
  }
  checkBeginning(walk);
  checkEnd(walk);
  return report(walk);
}

function find(walk: Walk, finding: JournalFinding): void {
  if (!walk.findings.has(finding.file)) walk.findings.set(finding.file, finding);
}

function take(walk: Walk, checked: CheckedFile): void {
  const { state } = checked;
  const { name, damage } = state;
  const own = isOwn(state) || !walk.trust.key;
  // What a first line that was edited, or one of another key, says of other files is not believed.
  if (own && damage?.line !== 1) checkLink(walk, checked);
  if (damage) find(walk, { file: name, line: damage.line, what: damage.what });
  walk.previous = checked;
  if (state.opened && !own) {
    walk.limits.push(
      `${name} was chained with a key that is not in the keychain (a run without one, or a key that was lost): only the order of its numbers could be checked.`,
    );
  }
  if (!own) return;
  if (walk.trust.key) walk.own.add(name);
  walk.begins = state.begins ?? walk.begins;
  walk.proven = endOf(state) ?? walk.proven;
  const { head } = walk.trust;
  if (head?.file === name) walk.macAtHead = macAt(state, head.seq);
}

/** Each file says where the one before it ended. */
function checkLink(walk: Walk, { state: { opened } }: CheckedFile): void {
  const before = walk.previous;
  if (!opened) return;
  checkKnownHead(walk, opened.head);
  walk.listed ??= opened.before;
  if (!before) return;
  const end = endOf(before.state);
  const { previous } = opened;
  if (previous === null || numberOf(previous.file) < numberOf(before.state.name)) {
    find(walk, { file: before.state.name, what: 'added' });
  } else if (previous.file !== before.state.name) {
    findGone(walk, previous.file);
  } else if (end) {
    compareEnd(walk, before, end, previous, opened.leftBehind ?? 0);
  }
}

function compareEnd(
  walk: Walk,
  { state, rest }: CheckedFile,
  end: JournalPosition,
  said: JournalPosition,
  leftBehind: number,
): void {
  const file = state.name;
  if (said.key !== end.key) find(walk, { file, line: 1, what: 'edited' });
  else if (end.seq < said.seq) find(walk, { file, line: state.lines + 1, what: 'cut' });
  else if (end.seq > said.seq) {
    find(walk, { file, line: state.lines - (end.seq - said.seq) + 1, what: 'added' });
  } else if (end.mac !== said.mac) find(walk, { file, line: state.lines, what: 'edited' });
  else if (rest.length !== leftBehind) find(walk, { file, line: state.lines + 1, what: 'added' });
}

/** After files of another key: what the keychain knew of our own then. */
function checkKnownHead(walk: Walk, head: JournalPosition | undefined): void {
  if (!head || (walk.proven && walk.proven.seq >= head.seq)) return;
  findGone(walk, head.file);
}

/** Lines that are known to have been written are not there, at the end of a file or with all of it. */
function findGone(walk: Walk, file: string): void {
  const lines = walk.lines.get(file);
  find(walk, lines === undefined ? { file, what: 'missing' } : { file, line: lines + 1, what: 'cut' });
}

/** The oldest file must be the one that was kept last; what is older was retired, and may still be there. */
function checkBeginning(walk: Walk): void {
  const { before, chained } = walk.files;
  const { begins } = walk;
  const there = [...before, ...chained].filter((name) => walk.lines.get(name) !== 0);
  if (begins !== undefined && !there.includes(begins)) findGone(walk, begins);
  for (const file of before) if (walk.listed?.includes(file) === false) find(walk, { file, what: 'added' });
}

function checkEnd(walk: Walk): void {
  const { trust, proven } = walk;
  if (!trust.key) {
    walk.limits.push(
      'There is no key in the keychain: whether a line was edited, or whether the end was cut off, cannot be said.',
    );
    return;
  }
  const { head } = trust;
  if (!head) {
    if (proven)
      walk.limits.push('The keychain does not know where the journal ends: a cut end is not found.');
    return;
  }
  if (!proven || proven.seq < head.seq) findGone(walk, head.file);
  else if (walk.macAtHead !== undefined && walk.macAtHead !== head.mac) {
    find(walk, { file: head.file, what: 'edited' });
  }
}

function report(walk: Walk): JournalReport {
  const { files, trust, proven, limits, begins } = walk;
  const findings = [...walk.findings.values()].sort((a, b) => numberOf(a.file) - numberOf(b.file));
  const after = trust.head && proven ? proven.seq - trust.head.seq : 0;
  return {
    verdict: findings.length > 0 ? 'broken' : limits.length > 0 ? 'unproven' : 'intact',
    findings,
    files: files.chained.length,
    lines: [...walk.lines.values()].reduce((sum, lines) => sum + lines, 0),
    checked: [...walk.lines].map(([file, lines]): CheckedJournalFile => {
      return { file, lines, proven: walk.own.has(file) && !walk.findings.has(file) };
    }),
    afterHead: Math.max(0, after),
    torn: (walk.previous?.rest.length ?? 0) > 0,
    beforeChain: files.before,
    ...(begins === undefined ? {} : { begins }),
    limits,
  };
}
