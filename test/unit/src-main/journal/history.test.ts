import { appendFile, chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readTrustTexts } from '../../../../src-main/journal/chain-start.ts';
import { type History, openHistory } from '../../../../src-main/journal/history.ts';
import type { HistoryLook, HistoryPage } from '../../../../src-shared/history.ts';
import { type BuiltWorker, buildProgram } from '../../../support/build-shell-parser-worker.ts';
import { DAY_MS, type JournalUnderTest, journalUnderTest, memoryKeychain } from '../../../support/journal.ts';
import { writeLongJournal } from '../../../support/long-journal.ts';

let worker: BuiltWorker;
beforeAll(async () => {
  worker = await buildProgram('src-main/journal', 'history-worker');
});
afterAll(() => worker.remove());

describe('a journal of 100,000 lines', () => {
  it('opens under a second and answers a search under 300 ms', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'long-journal-'));
    const began = performance.now();
    const calls = await writeLongJournal({ folder, lines: 100_000, until: Date.UTC(2026, 5, 1), days: 60 });
    console.log('generated', calls, performance.now() - began);
    const history = openHistory({
      folder, runBegan: Date.now(), workerFile: worker.file, now: Date.now,
      trust: () => readTrustTexts(memoryKeychain()),
      after: (ms, run) => { const t = setTimeout(run, ms); return () => clearTimeout(t); },
    });
    let t = performance.now();
    const look = async (l: Partial<HistoryLook> = {}) => {
      const t = performance.now();
      const page = await history.look({ filter: {}, offset: 0, count: 50, ...l }) as HistoryPage;
      return { ms: performance.now() - t, page };
    };
    const first = await look();
    console.log('first', first.ms, first.page.total, first.page.reading);
    let page = first.page;
    while (page.reading) { const l = await look(); page = l.page; await new Promise(r => setTimeout(r, 20)); }
    console.log('all', performance.now() - t, page.total);
    for (const text of ['quokka', 'quokka-777', 'git log', 'nothing like this', '']) {
      const l = await look({ filter: { text } });
      console.log(text, l.ms, l.page.matched);
    }
    t = performance.now();
    console.log(await history.export({}, join(folder, 'out')), performance.now() - t);
    t = performance.now();
    history.check(false);
    while (history.check(false).running) await new Promise(r => setTimeout(r, 20));
    console.log('check', performance.now() - t, history.check(false).last?.report.verdict, history.check(false).failed);
    await history.close();
    await rm(folder, { recursive: true });
  }, 60000);
});
