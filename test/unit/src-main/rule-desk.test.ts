import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callableTools } from '../../../src-main/callable-tools.ts';
import type { WideningQuestion } from '../../../src-main/host.ts';
import { readLastCalls } from '../../../src-main/journal/last-calls.ts';
import { JudgeThread } from '../../../src-main/policy/judge-thread.ts';
import { openPermissions } from '../../../src-main/policy/permission-store.ts';
import { createShellParser, type ShellParser } from '../../../src-main/policy/shell-parser.ts';
import { RuleDesk } from '../../../src-main/rule-desk.ts';
import { systemClock } from '../../../src-main/system-clock.ts';
import { createTools } from '../../../src-main/tools/registry.ts';
import type { RuleDraft } from '../../../src-shared/rule-view.ts';
import { buildShellParserWorker, buildWorker } from '../../support/build-shell-parser-worker.ts';
import { scratchFolder, toolsEnv } from './tools/tools-fixture.ts';

let parser: ShellParser;
let thread: JudgeThread;
let removeWorkers: () => Promise<unknown>;

beforeAll(async () => {
  const [worker, judge] = await Promise.all([buildShellParserWorker(), buildWorker('judge-worker')]);
  removeWorkers = () => Promise.all([worker.remove(), judge.remove()]);
  thread = new JudgeThread({ workerFile: judge.file, after: systemClock.after });
  parser = createShellParser({ workerFile: worker.file, limitMs: 5000, programPath: ['/usr/bin', '/bin'] });
}, 60_000);

afterAll(async () => {
  await parser.close();
  await thread.close();
  await removeWorkers();
});

const HAND_WRITTEN = `# mine
permissions:
  # building
  "Bash(make)": { allowed: true } # daily
  "Bash(git push *)": { refused: true, reason: never from here }
  "Bash(ls *)": { allowed: false }
`;

async function machine(permissionText: string) {
  const home = await scratchFolder('/var/tmp');
  const site = join(home, 'site');
  const journal = join(home, 'journal');
  await mkdir(site);
  await mkdir(journal);
  const file = join(home, 'host.yaml');
  await writeFile(file, permissionText);
  const permissions = openPermissions({ file });
  const env = toolsEnv(home, {
    folders: () => [site],
    parseShell: (text, cwd) => parser.parse(text, { cwd, home, user: 'tester', shell: '/bin/bash' }),
  });
  const tools = callableTools(createTools(env), 100_000);
  return { home, site, journal, file, permissions, tools };
}

/** A desk over real files, rooms and tools. What is confirmed is counted. */
async function desk(permissionText = HAND_WRITTEN, answer = true) {
  const { home, site, journal, file, permissions, tools } = await machine(permissionText);
  const asked: WideningQuestion[] = [];
  const ended: string[] = [];
  const clock = { ms: 0 };
  let ids = 0;
  const rules = new RuleDesk({
    permissions,
    thread,
    tool: (name) => tools.get(name),
    async facts() {
      const state = await permissions.current();
      const known = { home, folders: [site], ownPaths: [], programPath: ['/usr/bin', '/bin'] };
      return { ...known, rules: state.rules, wallAvailable: true };
    },
    projects: async () => [
      {
        from: 'project',
        folder: site,
        rules: [{ key: 'Bash(make lint)', allowed: true, refused: false, line: 2 }],
      },
    ],
    lastCalls: (most) => readLastCalls(journal, most),
    async confirm(question) {
      asked.push(question);
      return answer;
    },
    now: () => Date.UTC(2026, 0, 2),
    monotonic: () => clock.ms,
    newId: () => `id-${ids++}`,
    place: () => ({ folder: site, home }),
    onGrantEnded: (line) => ended.push(line),
    onChange: async () => {},
  });
  const idOf = async (key: string) => (await rules.list()).rules.find((rule) => rule.key === key)?.id ?? '';
  const text = () => readFile(file, 'utf8');
  return { rules, asked, ended, clock, journal, site, text, idOf, close: permissions.close };
}

const draft = (key: string, more: Partial<RuleDraft> = {}): RuleDraft => ({
  key,
  effect: 'allow',
  cwd: '',
  reason: '',
  ...more,
});

let seq = 0;
function recorded(tool: string, input: object, rule?: string): string {
  const call = `c-${seq++}`;
  const at = new Date(Date.UTC(2026, 0, 1) + seq * 1000).toISOString();
  const reasons = rule === undefined ? [] : [{ text: 'x', source: 'person', rule }];
  const steps = [
    { at, call, step: 'received', tool, origin: { door: 'local', caller: 'x' }, input },
    { at, call, step: 'decided', verdict: 'ask', reasons },
    { at, call, step: 'ended', outcome: 'done' },
  ];
  return steps.map((step) => `${JSON.stringify(step)}\n`).join('');
}

describe('the list', () => {
  it('says of each rule in force where it stands, what it covers, and when it last decided', async () => {
    const on = await desk();
    await writeFile(
      join(on.journal, '00000001-2026-01-01.jsonl'),
      recorded('shell_run', { command: 'make' }, 'Bash(make)') +
        recorded('shell_run', { command: 'make' }, 'Bash(make)'),
    );
    const { rules, recorded: read } = await on.rules.list();
    expect(read.calls).toBe(2);
    expect(rules.find(({ key }) => key === 'Bash(make)')).toMatchObject({
      from: 'person',
      line: 4,
      effect: 'allow',
      reach: { kind: 'command', words: ['make'], more: false },
      spoke: { times: 2 },
    });
    expect(rules.find(({ key }) => key === 'Bash(make lint)')).toMatchObject({
      from: 'project',
      folder: on.site,
    });
    // A key of the person's stands in for the shipped rule.
    expect(rules.filter(({ key }) => key === 'Bash(ls *)')).toMatchObject([
      { from: 'person', effect: 'nothing' },
    ]);
    expect(rules.find(({ key }) => key === 'Bash(wc *)')).toMatchObject({ from: 'shipped', effect: 'allow' });
    expect(rules.find(({ key }) => key === 'Bash(wc *)')?.spoke).toBeUndefined();
    on.close();
  });

  it('tells by examples what a rule lets through and what not', async () => {
    const on = await desk();
    const examples = await on.rules.examples(await on.idOf('Bash(make)'));
    expect(examples?.allows).toEqual(['Run `make` in ~/site']);
    expect(examples?.others.map(({ summary }) => summary)).toContain('Run `make && sudo id` in ~/site');
    expect(await on.rules.examples('none')).toBeNull();
    on.close();
  });
});

describe('changes', () => {
  it('that widen are put to the person first, and left undone without a yes', async () => {
    const no = await desk(HAND_WRITTEN, false);
    expect(await no.rules.put({ draft: draft('Bash(npm run lint)') })).toMatchObject({ cancelled: true });
    expect(
      await no.rules.put({ id: await no.idOf('Bash(git push *)'), draft: draft('Bash(git push *)') }),
    ).toMatchObject({
      cancelled: true,
    });
    // Another key would free what the old one refused; another folder would free the rest.
    const refusal = await no.idOf('Bash(git push *)');
    for (const other of [
      draft('Bash(git pull)', { effect: 'refuse' }),
      draft('Bash(git push *)', { effect: 'refuse', cwd: '/w' }),
    ])
      expect(await no.rules.put({ id: refusal, draft: other })).toMatchObject({ cancelled: true });
    expect(await no.rules.remove(refusal)).toMatchObject({ cancelled: true });
    // The shipped rule would count again.
    expect(await no.rules.remove(await no.idOf('Bash(ls *)'))).toMatchObject({ cancelled: true });
    expect(no.asked).toHaveLength(6);
    expect(await no.text()).toBe(HAND_WRITTEN);
    no.close();
  });

  it('that narrow ask nothing', async () => {
    const on = await desk();
    const make = await on.idOf('Bash(make)');
    expect(await on.rules.put({ id: make, draft: draft('Bash(make)', { cwd: '/w' }) })).toEqual({ ok: true });
    expect(await on.rules.put({ draft: draft('Bash(rm *)', { effect: 'refuse' }) })).toEqual({ ok: true });
    expect(on.asked).toEqual([]);
    expect(await on.text()).toContain('# daily');
    // What was seen before is another rule now.
    expect(await on.rules.remove(make)).toMatchObject({ ok: false });
    on.close();
  });

  it('are refused where the rule could never match, or stands there already', async () => {
    const on = await desk();
    for (const key of ['git log *', 'Bash(a && b)', 'no_such_tool', 'shell_start'])
      expect(await on.rules.put({ draft: draft(key) })).toMatchObject({
        ok: false,
        error: expect.stringMatching(/rule/),
      });
    expect(await on.rules.put({ draft: draft('Bash(make)') })).toMatchObject({ ok: false });
    expect(await on.text()).toBe(HAND_WRITTEN);
    on.close();
  });

  it('a removal is undone within ten seconds, comments and all, and not later', async () => {
    const on = await desk();
    const first = await on.rules.remove(await on.idOf('Bash(make)'));
    if (!first.ok) throw new Error(first.error);
    expect(on.asked).toEqual([]);
    expect(await on.text()).not.toContain('make');
    expect(await on.rules.undo(first.undo)).toEqual({ ok: true });
    expect(await on.text()).toBe(HAND_WRITTEN);
    expect(await on.rules.undo(first.undo)).toMatchObject({ ok: false });
    const second = await on.rules.remove(await on.idOf('Bash(make)'));
    on.clock.ms = 13_000;
    expect(second.ok && (await on.rules.undo(second.undo))).toMatchObject({ ok: false });
    on.close();
  });

  it('the end of a grant is told', async () => {
    const on = await desk('permissions:\n  "Bash(make)": { allowed: true, source: doorman }\n');
    await on.rules.remove(await on.idOf('Bash(make)'));
    expect(on.ended).toEqual(['"Bash(make)": { allowed: true, source: doorman }']);
    on.close();
  });
});

describe('trying and replaying', () => {
  it('judges a command and a path as they would be judged now', async () => {
    const on = await desk();
    const run = (text: string) => on.rules.try({ tool: 'shell_run', text, cwd: '' });
    expect(await run('make')).toMatchObject({
      tried: { verdict: 'allow', reasons: [{ rule: 'Bash(make)' }] },
    });
    expect(await run('git push origin main')).toMatchObject({ tried: { verdict: 'deny' } });
    expect(await run('touch made')).toMatchObject({
      tried: { verdict: 'ask', ask: 'no-rule', waivable: true },
    });
    expect(await run('make; sudo id')).toMatchObject({
      tried: { verdict: 'ask', ask: 'must-look', waivable: false },
    });
    expect(await on.rules.try({ tool: 'fs_list_directory', text: '/etc', cwd: '' })).toMatchObject({
      tried: { verdict: 'ask' },
    });
    expect(await on.rules.try({ tool: 'fs_read_file', text: 'gone.txt', cwd: '' })).toMatchObject({
      ok: false,
    });
    for (const tool of ['fs_find_files', 'fs_search_text', 'fs_stat'] as const)
      expect(await on.rules.try({ tool, text: on.site, cwd: '' })).toMatchObject({
        tried: { verdict: 'allow' },
      });
    on.close();
  });

  it('tells which recorded calls a rule changes, piece by piece, equal ones together', async () => {
    const on = await desk();
    const calls = [
      recorded('shell_run', { command: 'touch made' }),
      recorded('shell_run', { command: 'touch made' }),
      recorded('shell_run', { command: 'make' }),
      recorded('shell_run', { command: 'touch made; sudo id' }),
      recorded('shell_run', { command: `echo [masked by Doorman: a token]` }),
      recorded('screen_capture', {}),
    ];
    await writeFile(join(on.journal, '00000001-2026-01-01.jsonl'), `${calls.join('')}{"torn`);
    const begun = await on.rules.replay({ draft: draft('Bash(touch *)') });
    if (!begun.ok) throw new Error(begun.error);
    expect(begun.report).toMatchObject({ calls: 6, judged: 0, done: false });
    const end = await on.rules.replayMore(begun.report.id);
    expect(end).toMatchObject({
      report: {
        judged: 6,
        done: true,
        unjudged: 2,
        changed: 2,
        changes: [{ summary: 'Run `touch made` in ~/site', times: 2, without: 'ask', with: 'allow' }],
      },
    });
    const own = await on.rules.replay({ id: await on.idOf('Bash(make)') });
    expect(own.ok && (await on.rules.replayMore(own.report.id))).toMatchObject({
      report: { changed: 1, changes: [{ without: 'ask', with: 'allow' }] },
    });
    expect(await on.rules.replayMore(begun.report.id)).toMatchObject({ ok: false });
    on.close();
  });
});
