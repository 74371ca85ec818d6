/**
 * The journal: one chained line a step, appended in order. A step counts as written when the write returned; the disk
 * and the keychain follow in the background. What it cannot write it says, so that nothing runs unrecorded.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { JournalNote, JournalPosition, JournalStep } from '../../src-shared/journal-entry.ts';
import type { JournalFinding } from '../../src-shared/journal-report.ts';
import { seal } from './chain.ts';
import type { ChainStart } from './chain-start.ts';
import { type After, ChainedFile, type ChainedFileOptions } from './chained-file.ts';
import { chainedName, dayOf } from './file-names.ts';
import type { HeadKeeper } from './head-keeper.ts';
import { isoTime } from './iso-time.ts';
import { noteText, stepText, tornNote } from './line-text.ts';
import type { KeptOut } from './redact.ts';
import { findRetired, type KeepLimits } from './retention.ts';

export interface Journal {
  /** Writes one step now, and all that waits. False when it could not be written whole; `problem()` then says why. */
  append(call: string, step: JournalStep): boolean;
  /** The same with the steps of other calls that are as far in this turn of the event loop: one write for all. */
  appendTogether(call: string, step: JournalStep): Promise<boolean>;
  /**
   * Puts a step in line that nothing follows from: it is written with the next one that something does, or a moment
   * later. It stays in line until it can be written. False where writing failed before and fails again.
   */
  queue(call: string, step: JournalStep): boolean;
  /** Why the last write failed, for the person; undefined after one that worked. */
  problem(): string | undefined;
  /** What was wrong at the start, or what somebody did to the open file since. */
  damage(): JournalFinding | undefined;
  /** False while the keychain refuses to be told of the newest line. */
  headKept(): boolean;
  /** Resolves when all is on the disk, and the keychain knows the end or did not answer. */
  close(): Promise<void>;
}

export interface JournalOptions {
  readonly folder: string;
  readonly start: ChainStart;
  /** Is told of each line that is safely on the disk. */
  readonly head: HeadKeeper;
  limits(): KeepLimits;
  /** Unix milliseconds. */
  now(): number;
  /** What must never be written, such as tokens in use, and how to find what looks like one. */
  keptOut(): KeptOut;
  readonly after: After;
}

/** A file is full when it has so much; checking one at the start must not take long. Bytes. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** How long a step waits in line at most. Milliseconds. */
const QUEUE_MS = 10;

/** Names that others may have put in the way before a new file is given up. */
const NAME_TRIES = 20;

/** Opens nothing yet: files are opened when there is something to write. */
export function openJournal(options: JournalOptions): Journal {
  const writer = new Writer(options);
  return {
    append: (call, step) => writer.append(call, step),
    appendTogether: (call, step) => writer.appendTogether(call, step),
    queue: (call, step) => writer.queue(call, step),
    problem: () => writer.problem,
    damage: () => writer.damage,
    headKept: () => options.head.kept(),
    close: () => writer.close(),
  };
}

interface Waiting {
  readonly call: string;
  readonly step: JournalStep;
  readonly at: string;
  /** Its caller waits to hear that it was written. */
  readonly vital: boolean;
}

class Writer {
  readonly #options: JournalOptions;
  #line: Waiting[] = [];
  #together: Promise<boolean> | undefined;
  #stopTimer: (() => void) | undefined;
  #closed = false;
  readonly #now: () => string;
  problem: string | undefined;
  damage: JournalFinding | undefined;
  #file: ChainedFile | undefined;
  #last: JournalPosition | undefined;
  #number: number;
  #begins: string | undefined;
  /** What must stand in the journal before the next step. */
  #notes: JournalNote[] = [];
  #resume: ChainStart['resume'];
  #closing: Promise<unknown>[] = [];
  #retiring: Promise<void> = Promise.resolve();

  constructor(options: JournalOptions) {
    const { start } = options;
    this.#options = options;
    this.#now = isoTime(options.now);
    this.#last = start.last;
    this.#number = start.number;
    this.#begins = start.begins;
    this.#resume = start.resume;
    if (start.damage) this.#found(start.damage);
  }

  append(call: string, step: JournalStep): boolean {
    this.#line.push({ call, step, at: this.#now(), vital: true });
    return this.#flush();
  }

  appendTogether(call: string, step: JournalStep): Promise<boolean> {
    this.#line.push({ call, step, at: this.#now(), vital: true });
    // Those that are as far as this one come to here before what is queued now.
    this.#together ??= Promise.resolve().then(() => {
      this.#together = undefined;
      return this.#flush();
    });
    return this.#together;
  }

  queue(call: string, step: JournalStep): boolean {
    if (this.problem !== undefined || this.#closed) return this.append(call, step);
    this.#line.push({ call, step, at: this.#now(), vital: false });
    this.#stopTimer ??= this.#options.after(QUEUE_MS, () => this.#flush());
    return true;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#flush();
    for (let seen: unknown; seen !== this.#retiring; await seen) seen = this.#retiring;
    // A call that is slow to end may still have something to say.
    if (this.#file) this.#resume = { file: this.#file.name, whole: this.#file.size, torn: Buffer.alloc(0) };
    this.#closeFile();
    await Promise.all(this.#closing);
    await this.#options.head.close();
  }

  /** Writes what is in line. Of what cannot be written, steps whose callers hear of it and go no further are dropped. */
  #flush(): boolean {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    const [first] = this.#line;
    if (!first) return this.problem === undefined;
    try {
      this.#write(this.#ready(first.at), this.#line.map(this.#textOf));
      this.#line = [];
      this.problem = undefined;
      return true;
    } catch (error) {
      this.#line = this.#line.filter(({ vital }) => !vital);
      this.problem = `The journal in ${this.#options.folder} cannot be written: ${(error as Error).message}`;
      return false;
    }
  }

  readonly #textOf =
    ({ call, step, at }: Waiting) =>
    (seq: number): string =>
      stepText({ seq, at }, call, step, this.#options.keptOut());

  /** The file that the next line goes into, with all notes that come before it. Throws. */
  #ready(at: string): ChainedFile {
    this.#leaveFile(at.slice(0, 10));
    const file = this.#file ?? this.#reopen(at) ?? this.#create(at.slice(0, 10));
    this.#file = file;
    if (file.size === 0) this.#begin(file, at);
    for (let note = this.#notes[0]; note; note = this.#notes[0]) {
      this.#note(file, at, note);
      this.#notes.shift();
    }
    return file;
  }

  /** A file is left when it is full, when its day is over, and when somebody else touched it. */
  #leaveFile(day: string): void {
    const file = this.#file;
    if (!file) return;
    const touched = file.touched();
    if (touched) this.#found({ file: file.name, what: touched });
    const over = file.size >= MAX_FILE_BYTES || dayOf(file.name) !== day;
    if (touched || (over && file.size > 0)) this.#closeFile();
  }

  #found(damage: JournalFinding): void {
    this.damage = damage;
    this.#notes.push({ note: 'damage', ...damage });
  }

  #closeFile(): void {
    if (this.#file) this.#closing.push(this.#file.close());
    this.#file = undefined;
  }

  #reopen(at: string): ChainedFile | undefined {
    const resume = this.#resume;
    this.#resume = undefined;
    if (!resume) return undefined;
    const { file, whole, torn } = resume;
    const size = whole + torn.length;
    try {
      this.#file = ChainedFile.reopen(this.#options.folder, { file, size, whole }, this.#fileOptions);
    } catch (error) {
      const gone = (error as NodeJS.ErrnoException).code === 'ENOENT';
      this.#found({ file, what: gone ? 'missing' : 'unreadable' });
      return undefined;
    }
    if (!this.#file) {
      this.#found({ file, what: 'edited' });
      return undefined;
    }
    if (torn.length > 0) this.#notes.push(tornNote(torn));
    this.#leaveFile(at.slice(0, 10));
    return this.#file;
  }

  #create(day: string): ChainedFile {
    for (let tries = 1; ; tries += 1) {
      const name = chainedName(this.#number + tries, day);
      try {
        const file = ChainedFile.create(this.#options.folder, name, this.#fileOptions);
        this.#number += tries;
        return file;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || tries === NAME_TRIES) throw error;
      }
    }
  }

  /** The first line of a file ties it to the one before. */
  #begin(file: ChainedFile, at: string): void {
    const { key, before, knownHead, leftBehind } = this.#options.start;
    const previous = this.#last ?? null;
    const atStart = previous === (this.#options.start.last ?? null);
    this.#note(file, at, {
      note: 'opened',
      file: file.name,
      key: key.id,
      previous,
      begins: this.#begins ?? file.name,
      ...(previous === null ? { before: [...before] } : {}),
      ...(atStart && knownHead ? { head: knownHead } : {}),
      ...(atStart && leftBehind > 0 ? { leftBehind } : {}),
    });
    this.#begins ??= file.name;
    this.#retiring = this.#retiring.then(() => this.#retire());
  }

  #note(file: ChainedFile, at: string, note: JournalNote): void {
    this.#write(file, [(seq) => noteText({ seq, at }, note)]);
  }

  /** All of them, or none and a throw. */
  #write(file: ChainedFile, texts: readonly ((seq: number) => string)[]): void {
    const { key } = this.#options.start;
    let { seq, mac } = this.#last ?? { seq: 0, mac: '' };
    let lines = '';
    for (const text of texts) {
      seq += 1;
      const sealed = seal(key, mac, text(seq));
      mac = sealed.mac;
      lines += sealed.line;
    }
    const position = { file: file.name, seq, mac, key: key.id };
    file.write(lines, position);
    this.#last = position;
  }

  readonly #fileOptions: ChainedFileOptions = {
    onSynced: (position) => this.#options.start.keyKept && this.#options.head.moved(position),
    after: (ms, run) => this.#options.after(ms, run),
  };

  /** Puts on record what goes, and removes it when that is on the disk. */
  async #retire(): Promise<void> {
    const { folder, limits, now } = this.#options;
    try {
      const kept = limits();
      const retired = await findRetired(folder, kept, now());
      if (!retired) return;
      const by = `the limits in the settings: ${kept.keepDays} days, ${kept.keepMebibytes} MiB`;
      const at = this.#now();
      const file = this.#ready(at);
      this.#note(file, at, { note: 'retired', files: [...retired.files], begins: retired.begins, by });
      this.#begins = retired.begins;
      if (!(await file.synced())) return;
      await Promise.all(retired.files.map(({ file: name }) => rm(join(folder, name), { force: true })));
    } catch {
      // They stay until the next file begins.
    }
  }
}
