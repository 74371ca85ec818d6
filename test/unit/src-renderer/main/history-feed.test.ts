/** What the History page asks for, and when; and how its address keeps what was asked. */
import { describe, expect, it } from 'vitest';
import { historyHash, readHistoryAddress, withPart } from '../../../../src-renderer/main/history-address.ts';
import { HistoryFeed } from '../../../../src-renderer/main/history-feed.ts';
import { pageFromHash } from '../../../../src-renderer/main/page-nav.tsx';
import type { Failed, HistoryLook, HistoryPage, HistoryRow } from '../../../../src-shared/history.ts';

const row = (nth: number): HistoryRow => ({ call: `c-${nth}`, at: nth, state: 'ended' });

interface Journal {
  total: number;
  revision: number;
  reading: boolean;
}

/** The newest call has the highest number and stands first. */
function pageOf({ total, revision, reading }: Journal, { offset, count, anchor }: HistoryLook): HistoryPage {
  const rows = Array.from({ length: total }, (_none, at) => row(total - at));
  const anchorAt = rows.findIndex(({ call }) => call === anchor);
  return {
    ok: true,
    rows: rows.slice(offset, offset + count),
    offset,
    matched: total,
    total,
    revision,
    ...(anchorAt < 0 ? {} : { anchorAt }),
    choices: { tools: [], agents: [], sources: [], outcomes: [], days: [] },
    ...(reading ? { reading: { done: 1, of: 2 } } : {}),
  };
}

interface Asked {
  readonly look: HistoryLook;
  answer(page?: HistoryPage | Failed): Promise<void>;
}

/** A journal with so many calls, of which the test answers the questions one by one. */
function rig(total: number) {
  const journal: Journal = { total, revision: 1, reading: false };
  const asked: Asked[] = [];
  const timers: { ms: number; run: () => void }[] = [];
  const seen = { drawn: 0, hidden: false };
  const ask = (look: HistoryLook) =>
    new Promise<HistoryPage | Failed>((resolve) => {
      asked.push({
        look,
        async answer(page = pageOf(journal, look)) {
          resolve(page);
          // The feed hears of it in later turns.
          for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
        },
      });
    });
  const rooms = {
    look: ask,
    changed: () => {
      seen.drawn += 1;
    },
    hidden: () => seen.hidden,
    after(ms: number, run: () => void) {
      const timer = { ms, run };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0);
    },
  };
  const feed = new HistoryFeed({}, rooms);
  const answer = () => asked.at(-1)?.answer() ?? Promise.reject(new Error('nothing was asked'));
  return { feed, journal, asked, timers, seen, answer, tick: () => timers.shift()?.run() };
}

describe('the feed of the History page', () => {
  it('asks one question at a time, once more for all that came meanwhile, and draws nothing twice', async () => {
    const { feed, asked, answer, seen } = rig(500);
    feed.open();
    feed.show(0, 9);
    feed.poke();
    feed.poke();
    expect(asked).toHaveLength(1);
    await answer();
    expect(asked).toHaveLength(2);
    await answer();
    expect(asked).toHaveLength(2);
    expect(seen.drawn).toBe(2);
    expect(feed.view.rows.get(9)).toEqual(row(491));
    feed.poke();
    await answer();
    expect(seen.drawn).toBe(2);
  });

  it('fetches rows that come into view, and asks for none that it has', async () => {
    const { feed, asked, answer } = rig(500);
    feed.open();
    await answer();
    feed.show(0, 20);
    expect(asked).toHaveLength(1);
    feed.show(300, 310);
    expect(asked.at(-1)?.look).toMatchObject({ offset: 260, count: 91 });
    await answer();
    expect(feed.view.rows.get(305)).toEqual(row(195));
    expect(feed.view.rows.get(0)).toEqual(row(500));
  });

  it('tells by how much the rows in view moved when calls came before them, but not at the top', async () => {
    const { feed, journal, answer } = rig(500);
    feed.open();
    await answer();
    feed.show(100, 110);
    await answer();
    Object.assign(journal, { total: 503, revision: 2 });
    feed.poke();
    await answer();
    expect(feed.view.moved).toEqual({ by: 3 });
    expect(feed.view.rows.get(103)).toEqual(row(400));
    const { moved } = feed.view;
    feed.show(0, 10);
    await answer();
    Object.assign(journal, { total: 504, revision: 3 });
    feed.poke();
    await answer();
    expect(feed.view.moved).toBe(moved);
    expect(feed.view.rows.get(0)).toEqual(row(504));
  });

  it('looks every second, more often while older files are read, and not while nobody sees the page', async () => {
    const { feed, journal, asked, timers, seen, answer, tick } = rig(5);
    journal.reading = true;
    feed.open();
    await answer();
    expect(timers.map(({ ms }) => ms)).toEqual([200]);
    journal.reading = false;
    tick();
    await answer();
    expect(timers.map(({ ms }) => ms)).toEqual([1000]);
    seen.hidden = true;
    tick();
    expect(asked).toHaveLength(2);
    seen.hidden = false;
    tick();
    expect(asked).toHaveLength(3);
    feed.close();
    await answer();
    expect(timers).toHaveLength(0);
  });

  it('keeps what it had when a question fails, says why, and goes on', async () => {
    const { feed, asked, answer, tick } = rig(5);
    feed.open();
    await answer();
    feed.poke();
    await asked.at(-1)?.answer({ ok: false, error: 'no such folder' });
    expect(feed.view.problem).toBe('no such folder');
    expect(feed.view.rows.size).toBe(5);
    tick();
    await answer();
    expect(feed.view.problem).toBeUndefined();
  });
});

describe('the address of the History page', () => {
  it('keeps the filter and the open call, and is still the address of that page', () => {
    const filter = { text: 'git push & pull', tool: 'shell_run', day: '2026-01-02' };
    const hash = historyHash({ filter, call: 'c-1/ä' });
    expect(pageFromHash(hash)).toBe('history');
    expect(readHistoryAddress(hash)).toEqual({ filter, call: 'c-1/ä' });
    expect(historyHash({ filter: {}, call: undefined })).toBe('#history');
  });

  it('takes nothing that the contract would refuse', () => {
    const long = 'x'.repeat(5000);
    const { filter } = readHistoryAddress(`#history?text=${long}&tool=&other=1`);
    expect(filter).toEqual({ text: 'x'.repeat(300) });
    expect(withPart(filter, 'text', '')).toEqual({});
  });
});
