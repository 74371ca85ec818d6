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

export class ChainedFile {
  readonly name: string;
  readonly #fd: number;
  readonly #onSynced: (position: JournalPosition) => void;
  #size: number;
  #unsynced: JournalPosition | undefined;
  #syncing: Promise<void> | undefined;
  #refused = false;

  private constructor(name: string, fd: number, size: number, onSynced: (position: JournalPosition) => void) {
    this.name = name;
    this.#fd = fd;
    this.#size = size;
    this.#onSynced = onSynced;
  }

  /** Makes a new file for this user alone, and its folder. Throws, also where the name is taken. */
  static create(folder: string, name: string, onSynced: (position: JournalPosition) => void): ChainedFile {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return new ChainedFile(name, openSync(join(folder, name), 'ax', 0o600), 0, onSynced);
  }

  /** Opens one that has `size` bytes and keeps the first `whole` of them. Throws; undefined when its size is another. */
  static reopen(
    folder: string,
    { file, size, whole }: { readonly file: string; readonly size: number; readonly whole: number },
    onSynced: (position: JournalPosition) => void,
  ): ChainedFile | undefined {
    const fd = openSync(join(folder, file), constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW);
    if (fstatSync(fd).size !== size) {
      closeSync(fd);
      return undefined;
    }
    if (whole < size) ftruncateSync(fd, whole);
    return new ChainedFile(file, fd, whole, onSynced);
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

  /** Returns when the line is with the system. A line that does not fit is taken back whole, and thrown. */
  write(line: string, position: JournalPosition): void {
    const bytes = Buffer.from(line);
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
    await this.#syncing;
    return !this.#refused;
  }

  async close(): Promise<void> {
    await this.#syncing;
    await new Promise((resolve) => close(this.#fd, resolve));
  }

  /** One flush at a time; what is written meanwhile is covered by the next one. */
  async #syncAll(): Promise<void> {
    while (this.#unsynced) {
      const position = this.#unsynced;
      this.#unsynced = undefined;
      const problem = await new Promise((resolve) => fdatasync(this.#fd, resolve));
      if (problem) this.#refused = true;
      else this.#onSynced(position);
    }
    this.#syncing = undefined;
  }
}
