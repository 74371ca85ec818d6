import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readTrustTexts } from '../../../../src-main/journal/chain-start.ts';
import { type History, openHistory } from '../../../../src-main/journal/history.ts';
import { callStory } from '../../../../src-shared/call-story.ts';
import type { HistoryLook, HistoryPage } from '../../../../src-shared/history.ts';
import type { JournalStep } from '../../../../src-shared/journal-entry.ts';
import { storyWords } from '../../../../src-shared/story-words.ts';
import { type BuiltWorker, buildProgram } from '../../../support/build-shell-parser-worker.ts';
import { DAY_MS, type JournalUnderTest, journalUnderTest, memoryKeychain } from '../../../support/journal.ts';
import { writeLongJournal } from '../../../support/long-journal.ts';

let worker: BuiltWorker;
beforeAll(async () => {
  worker = await buildProgram('src-main/journal', 'history-worker');
});
afterAll(() => worker.remove());

const BEGAN = Date.UTC(2026, 0, 2);

/** When its worker may rest, is up to the test. */
function open(folder: string, keychain = memoryKeychain(), workerFile = worker.file) {
  const rests: (() => void)[] = [];
  const history = openHistory({
    folder,
    runBegan: BEGAN,
    workerFile,
    trust: () => readTrustTexts(keychain),
    now: Date.now,
    after: (_ms, rest) => {
      rests.push(rest);
      return () => rests.splice(rests.indexOf(rest), 1);
    },
  });
  return { history, rests };
}

async function look(history: History, asked: Partial<HistoryLook> = {}): Promise<HistoryPage> {
  const page = await history.look({ filter: {}, offset: 0, count: 50, ...asked });
  if (!page.ok) throw new Error(page.error);
  return page;
}

/** Asks as the page does, until older files are read as well. */
async function wholly(history: History, asked: Partial<HistoryLook> = {}): Promise<HistoryPage> {
  for (;;) {
    const page = await look(history, asked);
    if (!page.reading) return page;
    await pause(5);
  }
}

async function checked(history: History) {
  for (;;) {
    const check = history.check(false);
    if (!check.running) return check;
    await pause(5);
  }
}

const origin = (agentId: string) =>
  ({ door: 'client-tools', profileId: 'p', profileName: 'studio', connectionId: 'k', agentId }) as const;
const asks = (command: string, agent = 'a-1'): JournalStep => ({
  step: 'received',
  tool: 'shell_run',
  origin: origin(agent),
  input: { command },
});
const ends = (outcome: 'done' | 'denied-by-person'): JournalStep => ({
  step: 'ended',
  outcome,
  ran: outcome === 'done',
  durationMs: 5,
  delivered: true,
});

describe('the history of a journal', () => {
  let under: JournalUnderTest;
  let history: History;
  let rests: (() => void)[];

  beforeEach(async () => {
    under = await journalUnderTest();
    ({ history, rests } = open(under.folder, under.keychain));
  });
  afterEach(async () => {
    await history.close();
    await under.remove();
  });

  async function write(...steps: readonly (readonly [string, JournalStep])[]): Promise<void> {
    const journal = await under.open();
    for (const [call, step] of steps) journal.append(call, step);
    await journal.close();
  }

  it('is empty where nothing was written yet, and shows what is written from then on', async () => {
    expect(await look(history)).toMatchObject({ rows: [], matched: 0, total: 0 });
    await write(['c-1', asks('git status')]);
    const before = await look(history);
    expect(before.rows).toMatchObject([{ call: 'c-1', state: 'deciding', origin: origin('a-1') }]);
    await write(['c-1', ends('done')], ['c-2', asks('ls')]);
    const after = await look(history, { anchor: 'c-1' });
    expect(after.rows).toMatchObject([{ call: 'c-2' }, { call: 'c-1', state: 'ended', outcome: 'done' }]);
    expect(after.anchorAt).toBe(1);
    expect(after.revision).not.toBe(before.revision);
    expect((await look(history)).revision).toBe(after.revision);
  });

  it('finds calls by words in any order and by each filter, and says what there is to choose from', async () => {
    await write(
      ['c-1', asks('git push origin main', 'a-1')],
      ['c-1', { step: 'answered', answer: 'deny', by: 'window', reason: 'Not on a Friday' }],
      ['c-1', ends('denied-by-person')],
    );
    under.now += DAY_MS;
    await write(['c-2', asks('git pull', 'a-2')], ['c-2', ends('done')], ['c-3', asks('sleep 9')]);
    const found = async (filter: HistoryLook['filter']) =>
      (await wholly(history, { filter })).rows.map(({ call }) => call);
    expect(await found({ text: 'PUSH git' })).toEqual(['c-1']);
    expect(await found({ text: 'friday' })).toEqual(['c-1']);
    expect(await found({ text: 'git' })).toEqual(['c-2', 'c-1']);
    expect(await found({ text: 'git', agent: 'a-2' })).toEqual(['c-2']);
    expect(await found({ outcome: 'denied-by-person' })).toEqual(['c-1']);
    expect(await found({ outcome: 'none' })).toEqual(['c-3']);
    expect(await found({ source: 'elsewhere' })).toEqual([]);
    expect(await found({ call: 'c-3' })).toEqual(['c-3']);
    const { choices } = await look(history);
    expect(choices).toMatchObject({
      tools: ['shell_run'],
      agents: ['a-1', 'a-2'],
      sources: ['studio'],
      outcomes: ['denied-by-person', 'done', 'none'],
    });
    expect(choices.days).toHaveLength(2);
    expect(await found({ day: choices.days[1] })).toEqual(['c-1']);
  });

  it('puts a call together that began in an older file, and tells its story with every step', async () => {
    await write(['c-1', asks('make')], ['c-1', { step: 'asked', expiresAt: under.now + 1000 }]);
    under.now += DAY_MS;
    await write(['c-1', { step: 'answered', answer: 'allow', by: 'command-line' }], ['c-1', ends('done')]);
    const [row] = (await wholly(history)).rows;
    expect(row).toMatchObject({
      call: 'c-1',
      tool: 'shell_run',
      outcome: 'done',
      answeredBy: 'command-line',
    });
    const story = await history.story('c-1');
    if (!story.ok) throw new Error(story.error);
    expect(story.files).toEqual(await under.files());
    expect(callStory(story.steps, storyWords).flatMap(({ lines }) => lines)).toEqual([
      { words: 'asked by studio, agent a-1', exact: '{"command":"make"}' },
      { words: `put before the person, until ${new Date(under.now - DAY_MS + 1000).toISOString()}` },
      { words: 'allow, by the person, on the command line' },
      { words: 'ended: done, 0.0 s in all' },
      { words: 'left this machine (delivered): an error: ?' },
    ]);
  });

  it('says of a call without an end whether its host is still there', async () => {
    under.now = BEGAN - 1;
    await write(['c-1', asks('make')], ['c-1', { step: 'started', wall: 'guarded' }]);
    under.now = BEGAN;
    await write(['c-2', asks('make')], ['c-2', { step: 'started', wall: 'guarded' }]);
    const { rows } = await wholly(history);
    expect(rows).toMatchObject([{ state: 'running' }, { state: 'lost' }]);
  });

  it('begins anew when the journal is another one', async () => {
    await write(['c-1', asks('make')]);
    expect((await look(history)).total).toBe(1);
    await rm(under.folder, { recursive: true });
    await write(['c-2', asks('make')]);
    expect((await wholly(history)).rows).toMatchObject([{ call: 'c-2' }]);
  });

  it('names older files that cannot be read, and shows the others', async () => {
    await write(['c-1', asks('make')]);
    under.now += DAY_MS;
    await write(['c-2', asks('make')]);
    const [older = ''] = await under.files();
    await rm(join(under.folder, older));
    // Nobody follows a link there, not even root, who may read every file.
    await symlink('elsewhere', join(under.folder, older));
    const page = await wholly(history);
    expect(page.rows).toMatchObject([{ call: 'c-2' }]);
    expect(page.unreadable).toEqual([older]);
  });

  it('exports the lines of what matches, as they stand in the journal, into a file of this user alone, or says why not', async () => {
    await write(['c-1', asks('make')], ['c-2', asks('ls')], ['c-1', ends('done')], ['c-3', asks('make it')]);
    const file = join(under.folder, '..', 'out.jsonl');
    await writeFile(file, 'what was there before', { mode: 0o644 });
    expect(await history.export({ text: 'make' }, file)).toEqual({ ok: true, file, calls: 2 });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const [name = ''] = await under.files();
    const journal = (await under.read(name)).toString().split('\n');
    expect((await readFile(file, 'utf8')).split('\n')).toEqual([journal[1], journal[3], journal[4], '']);
    const nowhere = await history.export({}, join(under.folder, 'nowhere', 'out.jsonl'));
    expect(nowhere).toMatchObject({ ok: false, error: expect.stringContaining('ENOENT') });
    expect((await readdir(join(under.folder, '..'))).sort()).toEqual(['journal', 'out.jsonl']);
  });

  it('checks the chain in the worker with the key of the keychain, and names the line that is wrong', async () => {
    await write(['c-1', asks('make')], ['c-1', ends('done')]);
    const good = await checked(history);
    expect(good.last?.report).toMatchObject({ verdict: 'intact', checked: [{ lines: 3, proven: true }] });
    const [file = ''] = await under.files();
    await under.replace(file, Buffer.from((await under.read(file)).toString().replace('make', 'fake')));
    // What was found holds for a while, unless the person asks again.
    expect((await checked(history)).last?.report.verdict).toBe('intact');
    history.check(true);
    const bad = await checked(history);
    expect(bad.last?.report).toMatchObject({
      verdict: 'broken',
      findings: [{ file, line: 2, what: 'edited' }],
      checked: [{ file, proven: false }],
    });
  });

  it('lets the worker go when nobody asks, and has another one for who asks again', async () => {
    await write(['c-1', asks('make')]);
    await look(history);
    expect(rests).toHaveLength(1);
    rests[0]?.();
    expect((await look(history)).rows).toHaveLength(1);
  });
});

it('says what failed where its worker cannot start', async () => {
  const { history } = open('/nowhere', memoryKeychain(), '/nowhere/worker.mjs');
  const said = { ok: false, error: expect.stringContaining('/nowhere/worker.mjs') };
  expect(await history.look({ filter: {}, offset: 0, count: 1 })).toEqual(said);
  history.check(false);
  expect((await checked(history)).failed).toContain('/nowhere/worker.mjs');
  await history.close();
});

describe('a journal of 100,000 lines', () => {
  it('opens under a second, and then answers a search in under 300 ms', { timeout: 60_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'long-journal-'));
    const calls = await writeLongJournal({ folder, lines: 100_000, until: BEGAN, days: 60 });
    const { history, rests } = open(folder);
    try {
      const openings: number[] = [];
      // The machine may be busy with other things in one of them.
      for (let nth = 0; nth < 3; nth += 1) {
        rests[0]?.();
        openings.push(await timed(async () => expect((await look(history)).rows).toHaveLength(50)));
      }
      const whole = await timed(async () => expect((await wholly(history)).total).toBe(calls));
      const searches: number[] = [];
      for (const text of ['quokka', 'cat quokka-1777', 'git log', 'no call says this']) {
        const { matched } = await wholly(history, { filter: { text } });
        expect(matched > 0).toBe(text !== 'no call says this');
        searches.push(await timed(() => look(history, { filter: { text: `${text} ` } })));
      }
      const figures = [...openings, whole, ...searches].map((ms) => `${ms.toFixed(0)} ms`).join(', ');
      console.info(`history of ${calls} calls: opened thrice, then whole, searches: ${figures}`);
      expect(Math.min(...openings)).toBeLessThan(1_000);
      expect(searches.toSorted((a, b) => a - b)[2]).toBeLessThan(300);
    } finally {
      await history.close();
      await rm(folder, { recursive: true });
    }
  });
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
