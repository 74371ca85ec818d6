/** Answers what the History page asks, from the index of one journal. Lives in a worker. */
import { basename } from 'node:path';
import {
  type Failed,
  type HistoryExport,
  type HistoryFilter,
  type HistoryLook,
  type HistoryPage,
  type HistoryStory,
  MOST_ROWS,
  type Progress,
} from '../../src-shared/history.ts';
import type { JournalReport } from '../../src-shared/journal-report.ts';
import { parseTrust, type TrustTexts } from './chain-start.ts';
import { type IndexedCall, rowOf } from './history-call.ts';
import { writeLines } from './history-export.ts';
import { HistoryIndex } from './history-index.ts';
import { openLineReader } from './history-lines.ts';
import { choicesIn, matching } from './history-query.ts';
import { verifyJournal } from './verify.ts';

export interface HistoryPlace {
  readonly folder: string;
  /** When this host began. Unix milliseconds. */
  readonly runBegan: number;
}

export class HistoryAnswers {
  readonly #place: HistoryPlace;
  readonly #index: HistoryIndex;
  /** What was last asked for, of one revision. */
  #matched: { readonly key: string; readonly calls: readonly IndexedCall[] } | undefined;
  #choices: { readonly revision: number; readonly choices: HistoryPage['choices'] } | undefined;
  #exporting: Progress | undefined;

  constructor(place: HistoryPlace) {
    this.#place = place;
    this.#index = new HistoryIndex(place.folder);
  }

  async look({ filter, offset, count, anchor }: HistoryLook): Promise<HistoryPage | Failed> {
    try {
      await this.#index.follow();
    } catch (error) {
      return { ok: false, error: `The journal cannot be read: ${(error as Error).message}` };
    }
    const matched = this.#matching(filter);
    const anchorAt = anchor === undefined ? -1 : matched.findIndex(({ call }) => call === anchor);
    const reading = this.#index.reading();
    const unreadable = this.#index.unreadable();
    return {
      ok: true,
      rows: matched
        .slice(offset, offset + Math.min(count, MOST_ROWS))
        .map((call) => rowOf(call, this.#place.runBegan)),
      offset,
      matched: matched.length,
      total: this.#index.calls().length,
      revision: this.#index.revision,
      choices: this.#choicesNow(),
      ...(anchorAt < 0 ? {} : { anchorAt }),
      ...(reading ? { reading } : {}),
      ...(this.#exporting ? { exporting: this.#exporting } : {}),
      ...(unreadable.length > 0 ? { unreadable } : {}),
      ...(this.#index.leftOut ? { older: true } : {}),
    };
  }

  async story(id: string): Promise<HistoryStory | Failed> {
    const reader = openLineReader();
    try {
      await this.#index.follow();
      if (!this.#index.call(id)) await this.#index.readAll();
      const call = this.#index.call(id);
      if (!call) return { ok: false, error: 'This call is not in the journal any more.' };
      const places = this.#index.placesOf(call);
      const files = new Set(places.map(({ file }) => file));
      const steps = places.map((place) => reader.step(id, place));
      return {
        ok: true,
        row: rowOf(call, this.#place.runBegan),
        steps,
        files: [...files].map((file) => basename(file)),
      };
    } catch (error) {
      return { ok: false, error: `The call cannot be read: ${(error as Error).message}` };
    } finally {
      reader.close();
    }
  }

  /** Waits until all of the journal is read. */
  async export(filter: HistoryFilter, file: string): Promise<HistoryExport> {
    if (this.#exporting) return { ok: false, error: 'another export is being written' };
    this.#exporting = { done: 0, of: 0 };
    try {
      await this.#index.readAll();
      const calls = this.#matching(filter);
      await writeLines(file, this.#index.linesOf(calls), (done, of) => {
        this.#exporting = { done, of };
      });
      return { ok: true, file, calls: calls.length };
    } catch (error) {
      return { ok: false, error: `the file cannot be written: ${(error as Error).message}` };
    } finally {
      this.#exporting = undefined;
    }
  }

  /** Rejects when the folder cannot be read. The page comes first: nothing is checked until all is read. */
  async verify(texts: TrustTexts, onFile: (done: number, of: number) => void): Promise<JournalReport> {
    await this.#index.readAll();
    const report = await verifyJournal(this.#place.folder, parseTrust(texts), onFile);
    return texts.locked ? { ...report, limits: ['The keychain cannot be read.', ...report.limits] } : report;
  }

  #matching(filter: HistoryFilter): readonly IndexedCall[] {
    const key = JSON.stringify([this.#index.revision, filter]);
    if (this.#matched?.key !== key) {
      this.#matched = { key, calls: matching(this.#index.calls(), filter) };
    }
    return this.#matched.calls;
  }

  #choicesNow(): HistoryPage['choices'] {
    const { revision } = this.#index;
    if (this.#choices?.revision !== revision) {
      this.#choices = { revision, choices: choicesIn(this.#index.calls()) };
    }
    return this.#choices.choices;
  }
}
