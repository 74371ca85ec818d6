/**
 * The calls of a journal in memory, one entry a call: read from the newest file to the oldest, so that what is asked for
 * first is there first, and then followed at its end. Files that are not as they were are read anew.
 */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { MOST_CALLS, type Progress } from '../../src-shared/history.ts';
import type { AnyStep } from '../../src-shared/journal-reader.ts';
import { listFiles } from './file-names.ts';
import { addStep, beginCall, type IndexedCall, joinCall, type Place } from './history-call.ts';
import { readLines } from './read-lines.ts';

interface KnownFile {
  readonly name: string;
  /** Its number in `places`. */
  readonly number: number;
  /** How much of it is read: whole lines. Bytes. */
  read: number;
  size: number;
}

/** A line of the journal, and the call that it is of. */
export interface CallLine {
  readonly call: string;
  readonly place: Place;
}

/** Files may be retired while others are read; then everything is read again. */
const TRIES = 3;

type Calls = Map<string, IndexedCall>;

export class HistoryIndex {
  readonly #folder: string;
  #calls: Calls = new Map();
  #sorted: readonly IndexedCall[] | undefined;
  /** In the order of the journal, those that were read or are being read. */
  #files: KnownFile[] = [];
  readonly #names: string[] = [];
  #unread: string[] = [];
  #backlog: Progress = { done: 0, of: 0 };
  #left = false;
  #unreadable: string[] = [];
  #reading: Promise<void> | undefined;
  #following: Promise<void> | undefined;
  /** Another one whenever anything else is known. */
  revision = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Resolves when everything that is in the newest file now is known. Rejects when the folder cannot be read. */
  async follow(): Promise<void> {
    this.#following ??= this.#follow().finally(() => {
      this.#following = undefined;
    });
    return this.#following;
  }

  /** Resolves when the older files are read as well. */
  async readAll(): Promise<void> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      await this.follow();
      const reading = this.#reading;
      if (reading === undefined) return;
      const isRead = await reading.then(
        () => true,
        () => false,
      );
      if (isRead) return;
    }
    throw new Error('it changes faster than it can be read; try again in a moment');
  }

  /** The newest first. */
  calls(): readonly IndexedCall[] {
    this.#sorted ??= [...this.#calls.values()].sort((a, b) => b.at - a.at || b.seq - a.seq);
    return this.#sorted;
  }

  call(id: string): IndexedCall | undefined {
    return this.#calls.get(id);
  }

  /** Where the lines of a call stand, in their order. */
  placesOf({ places }: IndexedCall): readonly Place[] {
    const found: Place[] = [];
    for (let at = 0; at < places.length; at += 3) {
      const [number = 0, start = 0, bytes = 0] = places.slice(at, at + 3);
      found.push({ file: join(this.#folder, this.#names[number] ?? ''), start, bytes });
    }
    return found;
  }

  /** Where the lines of these calls stand, in the order of the journal. */
  linesOf(calls: readonly IndexedCall[]): readonly CallLine[] {
    const order = new Map(this.#files.map(({ name }, at) => [join(this.#folder, name), at]));
    return calls
      .flatMap((call) => this.placesOf(call).map((place) => ({ call: call.call, place })))
      .sort(
        (a, b) =>
          (order.get(a.place.file) ?? 0) - (order.get(b.place.file) ?? 0) || a.place.start - b.place.start,
      );
  }

  /** Of the older files, while there are unread ones. Bytes. */
  reading(): Progress | undefined {
    return this.#reading && this.#backlog;
  }

  /** Files of which nothing, or not all, could be read. */
  unreadable(): readonly string[] {
    return this.#unreadable;
  }

  /** True where there are more calls than are held. */
  get leftOut(): boolean {
    return this.#left;
  }

  async #follow(): Promise<void> {
    const { before, chained } = await listFiles(this.#folder);
    const names = [...before, ...chained];
    if (!(await this.#areAsTheyWere(names))) this.#forget();
    const isFirst = this.#files.length === 0;
    // At first only the newest file that says anything; the others follow behind.
    const fresh = isFirst ? names : names.slice(names.indexOf(this.#files.at(-1)?.name ?? '') + 1);
    if (!isFirst) await this.#readOn();
    while (fresh.length > 0) {
      const name = isFirst ? fresh.pop() : fresh.shift();
      const file = this.#add(name ?? '', isFirst);
      await this.#readOn(file);
      if (isFirst && this.#calls.size > 0) break;
    }
    if (isFirst && fresh.length > 0) this.#readBehind(fresh);
  }

  /** False where a known file is gone or shorter than what was read of it. */
  async #areAsTheyWere(names: readonly string[]): Promise<boolean> {
    if (this.#files.some(({ name }) => !names.includes(name))) return false;
    if (this.#unread.some((name) => !names.includes(name))) return false;
    const newest = this.#files.at(-1);
    return newest === undefined || (await this.#size(newest.name)) >= newest.read;
  }

  #forget(): void {
    this.#calls = new Map();
    this.#files = [];
    this.#unread = [];
    this.#left = false;
    this.#unreadable = [];
    this.#changed();
  }

  #changed(): void {
    this.revision += 1;
    this.#sorted = undefined;
  }

  #add(name: string, isOlder: boolean): KnownFile {
    const file: KnownFile = { name, number: this.#names.push(name) - 1, read: 0, size: 0 };
    if (isOlder) this.#files.unshift(file);
    else this.#files.push(file);
    return file;
  }

  async #size(name: string): Promise<number> {
    return (await lstat(join(this.#folder, name))).size;
  }

  /** Reads what came to the newest file: straight into what is known. */
  async #readOn(file = this.#files.at(-1)): Promise<void> {
    if (!file) return;
    const size = await this.#size(file.name);
    if (size === file.size) return;
    await this.#tryToRead(this.#calls, file);
    file.size = size;
    if (this.#calls.size > 0) this.#changed();
  }

  /** What cannot be read is named; rejects only when it is not there. */
  async #tryToRead(calls: Calls, file: KnownFile): Promise<void> {
    try {
      await this.#readInto(calls, file);
    } catch (error) {
      if (isGone(error)) throw error;
      this.#unreadable = [...this.#unreadable.filter((name) => name !== file.name), file.name];
    }
  }

  async #readInto(calls: Calls, file: KnownFile): Promise<void> {
    for await (const { lines, ends } of readLines(join(this.#folder, file.name), file.read)) {
      for (const [at, line] of lines.entries()) {
        const end = ends[at] ?? 0;
        const step = parseStep(line);
        const start = file.read;
        file.read = end;
        if (!step) continue;
        const known = calls.get(step.call) ?? beginCall(step);
        calls.set(step.call, known);
        addStep(known, step);
        known.places.push(file.number, start, end - start - 1);
      }
    }
  }

  /** Reads the other files, the newest first, while questions are answered. */
  #readBehind(names: string[]): void {
    this.#unread = names;
    this.#backlog = { done: 0, of: 0 };
    const behind = this.#readOlder(names).finally(() => {
      if (this.#reading === behind) this.#reading = undefined;
    });
    this.#reading = behind;
    // A file went meanwhile: the next look begins anew.
    behind.catch(() => this.#forget());
  }

  async #readOlder(names: string[]): Promise<void> {
    const sizes = new Map<string, number>();
    for (const name of names) sizes.set(name, await this.#size(name));
    let done = 0;
    const of = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    this.#backlog = { done, of };
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      if (this.#unread !== names) return;
      if (this.#calls.size >= MOST_CALLS) {
        this.#left = true;
        names.splice(0);
        return;
      }
      await this.#takeOlder(name, names);
      done += sizes.get(name) ?? 0;
      this.#backlog = { done, of };
    }
  }

  async #takeOlder(name: string, names: readonly string[]): Promise<void> {
    const older: Calls = new Map();
    const file: KnownFile = { name, number: this.#names.push(name) - 1, read: 0, size: 0 };
    await this.#tryToRead(older, file);
    // Everything was forgotten meanwhile, because the journal is another one.
    if (this.#unread !== names) return;
    this.#files.unshift(file);
    for (const [id, call] of older) {
      const newer = this.#calls.get(id);
      this.#calls.set(id, newer ? joinCall(call, newer) : call);
    }
    this.#changed();
  }
}

function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** Looked at by hand, because a schema takes as long as all the rest for a line. Notes of the journal about itself are no steps. */
function parseStep(line: Buffer): AnyStep | undefined {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'));
    return isStep(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isStep(value: unknown): value is AnyStep {
  if (typeof value !== 'object' || value === null) return false;
  const { at, call, step } = value as Readonly<Record<string, unknown>>;
  return typeof at === 'string' && typeof call === 'string' && typeof step === 'string';
}
