/** The person's permission file on disk: read again whenever it changed, kept whole when it is broken. */
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, stat } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import { watchFile } from './file-watch.ts';
import type { FileProblem, PermissionChange } from './permission-file.ts';
import { createPermissionReader, type PermissionReader } from './permission-reader.ts';
import type { Rule, RuleSource } from './rule.ts';
import { SHIPPED_RULES } from './shipped-rules.ts';

export interface PermissionProblem extends FileProblem {
  /** True when no earlier version of this run stands in, so that no rule is in force at all. */
  readonly noneInForce: boolean;
  /** What a person reads. */
  readonly text: string;
}

export interface PermissionState {
  /** The person's rules, then the shipped ones; empty when none may count. */
  readonly rules: readonly RuleSource[];
  readonly warnings: readonly string[];
  readonly problem?: PermissionProblem;
}

export interface PermissionStore {
  readonly file: string;
  /**
   * What is in force now. An edit that the system reports at once (as Linux does) is in force for whoever asks after it;
   * any other 20 ms later at most (see `BLIND_MS`). Never rejects.
   */
  current(): Promise<PermissionState>;
  /**
   * Changes the file, and resolves to its text from before. Rejects when the file is broken, says otherwise by now, or
   * cannot be written; it is then untouched. `current()` waits for it.
   */
  change(change: PermissionChange): Promise<string>;
  /** Ends the watch over the file; from then on every `current` looks at it. */
  close(): void;
}

interface Good {
  readonly rules: readonly Rule[];
  readonly warnings: readonly string[];
}

type Disk =
  | { readonly kind: 'absent' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly why: string };

/** A file that keeps changing while it is read is read again this often before it counts as unreadable. */
const TRIES = 5;

export interface PermissionStoreOptions {
  readonly file: string;
  /** Reads the text. Without it, it is read where the caller is, which may hold it up. */
  readonly reader?: PermissionReader;
  /** Monotonic, in milliseconds. */
  readonly now?: () => number;
}

/** Nothing is read before the first `current()`. */
export function openPermissions(options: PermissionStoreOptions): PermissionStore {
  const { file, reader = createPermissionReader(), now = () => performance.now() } = options;
  const stateOf = stateKeeper(file, reader);
  let seen: { readonly mark: string; readonly state: PermissionState } | undefined;
  const writes = oneByOne();
  // An older version must never come after a newer one.
  const reads = oneByOne();
  const watch = watchFile(file, now);
  const latest = sharedInTurn(look);

  function current(): Promise<PermissionState> {
    // Whoever asks after an answer was given must find what it wrote.
    return writes.underWay()?.then(latest) ?? latest();
  }

  async function look(): Promise<PermissionState> {
    if (seen && watch.isQuiet()) return seen.state;
    const looked = watch.looking();
    const state = seen?.mark === (await markOf(file)) ? seen.state : await reads.add(lookAgain);
    looked();
    return state;
  }

  async function lookAgain(): Promise<PermissionState> {
    if (seen?.mark === (await markOf(file))) return seen.state;
    const disk = await readWhole(file);
    const state = await stateOf(disk.content);
    seen = { mark: disk.mark, state };
    return state;
  }

  return {
    file,
    current,
    change: (asked) => writes.add(() => write(asked, file, reader).finally(watch.changed)),
    close: watch.close,
  };
}

/** From what is on the disk to what is in force, which depends on the last version that could be read. */
function stateKeeper(file: string, reader: PermissionReader): (disk: Disk) => Promise<PermissionState> {
  let lastGood: Good | undefined;
  return async (disk) => {
    if (disk.kind === 'absent' && lastGood) return goneState(file, lastGood);
    const read =
      disk.kind === 'unreadable'
        ? unreadable(disk.why)
        : await reader.read(disk.kind === 'text' ? disk.text : '');
    if (!read.ok) return brokenState(read, file, lastGood);
    const good = { rules: read.rules, warnings: read.warnings };
    if (disk.kind === 'text') lastGood = good;
    return inForce(good);
  };
}

async function write(change: PermissionChange, file: string, reader: PermissionReader): Promise<string> {
  const { content } = await readWhole(file);
  if (content.kind === 'unreadable') throw new Error(`${file} cannot be read: ${content.why}`);
  const text = content.kind === 'text' ? content.text : '';
  const changed = await reader.change(text, change);
  if (!changed.ok) throw new Error(`${file} was left as it is: ${changed.message}`);
  if (changed.text !== text) await writeFileAtomic(file, changed.text, { mode: 0o600 });
  return text;
}

function unreadable(why: string): { readonly ok: false } & FileProblem {
  return { ok: false, line: 0, column: 0, message: `it cannot be read: ${why}` };
}

function inForce(good: Good): PermissionState {
  const rules: RuleSource[] = [
    { from: 'person', rules: good.rules },
    { from: 'shipped', rules: withoutReplaced(good.rules) },
  ];
  return { rules, warnings: good.warnings };
}

/** A key of the person's replaces the shipped rule of the same key whole, as in the published system. */
function withoutReplaced(own: readonly Rule[]): readonly Rule[] {
  const keys = new Set(own.map((rule) => rule.key));
  return SHIPPED_RULES.filter((rule) => !keys.has(rule.key));
}

function brokenState(problem: FileProblem, file: string, lastGood: Good | undefined): PermissionState {
  const { line, column, message } = problem;
  const where = line > 0 ? ` at line ${line}, column ${column}` : '';
  const effect = lastGood
    ? 'The version read before stays in force.'
    : 'No rule is in force until it is repaired.';
  const text = `The permission file ${file} is broken${where}: ${message}. ${effect}`;
  const state = lastGood ? inForce(lastGood) : { rules: [], warnings: [] };
  return { ...state, problem: { line, column, message, noneInForce: !lastGood, text } };
}

/** Refusals must not vanish with their file: whoever removes it in the middle of a run gets no say by that. */
function goneState(file: string, lastGood: Good): PermissionState {
  const refusals = lastGood.rules.filter((rule) => rule.refused);
  if (refusals.length === 0) return inForce({ rules: [], warnings: [] });
  const warning = `The permission file ${file} is gone. Its refusals stay in force until Doorman is started anew.`;
  return inForce({ rules: refusals, warnings: [warning] });
}

/** Each piece of work begins when the one before is over, so that none undoes another. */
function oneByOne() {
  let last: Promise<void> | undefined;
  return {
    underWay: () => last,
    add<T>(work: () => Promise<T>): Promise<T> {
      const done = (last ?? Promise.resolve()).then(work);
      const over: Promise<void> = done
        .catch(() => undefined)
        .then(() => {
          if (last === over) last = undefined;
        });
      last = over;
      return done;
    },
  };
}

/**
 * Those who ask before the looking begins share what it finds, so that nobody gets what was seen before they asked. It
 * begins when the events of this turn are through: what the system had to report before they asked has then been heard.
 */
function sharedInTurn<T>(look: () => Promise<T>): () => Promise<T> {
  let shared: Promise<T> | undefined;
  return () => {
    shared ??= new Promise<T>((resolve, reject) => {
      setImmediate(() => {
        shared = undefined;
        look().then(resolve, reject);
      });
    });
    return shared;
  };
}

async function markOf(file: string): Promise<string> {
  try {
    const info = await stat(file, { bigint: true });
    return `${info.dev}:${info.ino}:${info.size}:${info.mtimeNs}:${info.ctimeNs}`;
  } catch (error) {
    return `none:${codeOf(error)}`;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

/** Reads the file as it was at one moment: a change while reading means reading again. */
async function readWhole(file: string): Promise<{ mark: string; content: Disk }> {
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await markOf(file);
    const content = await readOnce(file);
    if ((await markOf(file)) === before) return { mark: before, content };
  }
  return { mark: 'changing', content: { kind: 'unreadable', why: 'it keeps changing' } };
}

async function readOnce(file: string): Promise<Disk> {
  try {
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const bytes = await readRegular(handle).finally(() => handle.close());
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { kind: 'text', text };
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') return { kind: 'unreadable', why: codeOf(error) };
    // A link that leads nowhere is a file that somebody meant to be there.
    const entry = await lstat(file).catch(() => undefined);
    return entry ? { kind: 'unreadable', why: 'it is a link that leads nowhere' } : { kind: 'absent' };
  }
}

/** A pipe or a device would never end, and holds no rules that anybody wrote. */
async function readRegular(handle: FileHandle): Promise<Buffer> {
  if (!(await handle.stat()).isFile()) throw new Error('it is not a regular file');
  return handle.readFile();
}
