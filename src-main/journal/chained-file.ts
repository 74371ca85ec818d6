/** One open file of the journal: whole lines at its end, flushed in the background, and found out when others touch it. */
import {
  close,
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { JournalPosition } from '../../src-shared/journal-entry.ts';
import type { JournalDamage } from '../../src-shared/journal-report.ts';

/** Calls once after so many milliseconds; the function that it returns cancels that. */
export type After = (ms: number, run: () => void) => () => void;

export interface ChainedFileOptions {
  /** Hears of the last line that is safely on the disk. */
  onSynced(position: JournalPosition): unknown;
  readonly after: After;
}

/**
 * Between two flushes to the disk. While one is under way a write to the same file waits for it (on ext4 most of its
 * milliseconds), and a call waits for the write. A power cut can take this much more. Milliseconds.
 */
const SYNC_PAUSE_MS = 100;

export class ChainedFile {
  readonly name: string;
  readonly #fd: number;
  readonly #options: ChainedFileOptions;
  #size: number;
  #unsynced: JournalPosition | undefined;
  #syncing: Promise<void> | undefined;
  #refused = false;
  #hurried = false;
  #endPause = (): void => {};

  private constructor(name: string, fd: number, size: number, options: ChainedFileOptions) {
    this.name = name;
    this.#fd = fd;
    this.#size = size;
    this.#options = options;
  }

  /** Makes a new file for this user alone, and its folder. Throws, also where the name is taken. */
  static create(folder: string, name: string, options: ChainedFileOptions): ChainedFile {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return new ChainedFile(name, openSync(join(folder, name), 'ax', 0o600), 0, options);
  }

  /** Opens one that has `size` bytes and keeps the first `whole` of them. Throws; undefined when its size is another. */
  static reopen(
    folder: string,
    { file, size, whole }: { readonly file: string; readonly size: number; readonly whole: number },
    options: ChainedFileOptions,
  ): ChainedFile | undefined {
    const fd = openSync(join(folder, file), constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW);
    if (fstatSync(fd).size !== size) {
      closeSync(fd);
      return undefined;
    }
    if (whole < size) ftruncateSync(fd, whole);
    return new ChainedFile(file, fd, whole, options);
  }

  get size(): number {
    return this.#size;
  }

  /** What somebody else did to the file since the last line, if anything. */
  touched(): JournalDamage | undefined {
    const { nlink, size } = fstatSync(this.#fd);
    if (nlink === 0) return 'missing';
    if (size === this.#size) return undefined;
    return size < this.#size ? 'cut' : 'added';
  }

  /** Returns when the lines are with the system. What does not fit is taken back whole, and thrown. */
  write(lines: string, position: JournalPosition): void {
    const bytes = Buffer.from(lines);
    const written = writeSync(this.#fd, bytes);
    if (written !== bytes.length) {
      ftruncateSync(this.#fd, this.#size);
      throw new Error(`only ${written} of ${bytes.length} bytes were written`);
    }
    this.#size += written;
    this.#unsynced = position;
    this.#syncing ??= this.#syncAll();
  }

  /** Resolves when all that was written is on the disk; to false when the disk refused. */
  async synced(): Promise<boolean> {
    await this.#syncNow();
    return !this.#refused;
  }

  async close(): Promise<void> {
    await this.#syncNow();
    await new Promise((resolve) => close(this.#fd, resolve));
  }

  async #syncNow(): Promise<void> {
    this.#hurried = true;
    this.#endPause();
    await this.#syncing;
    this.#hurried = false;
  }

  /** One flush at a time; what is written meanwhile is covered by the next one. */
  async #syncAll(): Promise<void> {
    while (this.#unsynced) {
      const position = this.#unsynced;
      this.#unsynced = undefined;
      const problem = await new Promise((resolve) => fdatasync(this.#fd, resolve));
      if (problem) this.#refused = true;
      else this.#options.onSynced(position);
      await this.#pause();
    }
    this.#syncing = undefined;
  }

  async #pause(): Promise<void> {
    if (this.#hurried) return;
    await new Promise<void>((resolve) => {
      const cancel = this.#options.after(SYNC_PAUSE_MS, resolve);
      this.#endPause = () => {
        cancel();
        resolve();
      };
    });
  }
}
