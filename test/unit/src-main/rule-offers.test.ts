import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callableTools } from '../../../src-main/callable-tools.ts';
import { decide } from '../../../src-main/policy/decide.ts';
import { changeRules, readPermissions } from '../../../src-main/policy/permission-file.ts';
import type { PolicyFacts } from '../../../src-main/policy/policy-facts.ts';
import { withRules } from '../../../src-main/policy/rule.ts';
import { secretContent } from '../../../src-main/policy/sensitive.ts';
import { createShellParser, type ShellParser } from '../../../src-main/policy/shell-parser.ts';
import { SHIPPED_RULES } from '../../../src-main/policy/shipped-rules.ts';
import { canBeRule } from '../../../src-main/policy/suggest-rules.ts';
import { RuleOffers } from '../../../src-main/rule-offers.ts';
import { createTools } from '../../../src-main/tools/registry.ts';
import type { Action } from '../../../src-shared/action.ts';
import type { RuleOffer } from '../../../src-shared/approval.ts';
import { approvalCard } from '../../support/approval-card.ts';
import { buildShellParserWorker } from '../../support/build-shell-parser-worker.ts';
import { fc } from '../../support/properties.ts';
import { scratchFolder, testOrigin, toolsEnv } from './tools/tools-fixture.ts';

let parser: ShellParser;
let removeWorker: () => Promise<void>;

beforeAll(async () => {
  const worker = await buildShellParserWorker();
  removeWorker = worker.remove;
  parser = createShellParser({ workerFile: worker.file, limitMs: 5000, programPath: ['/usr/bin', '/bin'] });
}, 60_000);

afterAll(async () => {
  await parser.close();
  await removeWorker();
});

/** A person's home with one added folder; all tools and the judgement are the real ones. */
async function machine(permissions = '') {
  const home = await scratchFolder('/var/tmp');
  const site = join(home, 'site');
  await mkdir(join(site, 'made'), { recursive: true });
  await mkdir(join(home, 'notes'));
  for (const name of ['a.md', 'b.md', '.env']) await writeFile(join(home, 'notes', name), 'text');
  await writeFile(join(home, 'notes', 'key.md'), '-----BEGIN OPENSSH PRIVATE KEY-----');
  const own = readPermissions(permissions);
  if (!own.ok) throw new Error(own.message);
  const facts: PolicyFacts = {
    home,
    folders: [site],
    ownPaths: [],
    programPath: ['/usr/bin', '/bin'],
    rules: [
      { from: 'person', rules: own.rules },
      { from: 'shipped', rules: SHIPPED_RULES },
    ],
    wallAvailable: true,
  };
  const env = toolsEnv(home, {
    folders: () => [site],
    parseShell: (text, cwd) => parser.parse(text, { cwd, home, user: 'tester', shell: '/bin/bash' }),
    sniffSecret: secretContent,
  });
  const tools = callableTools(createTools(env), 100_000);
  return { home, site, facts, tools };
}

type Machine = Awaited<ReturnType<typeof machine>>;
type Asked = Action & { readonly input: { readonly [name: string]: string } };

async function resolve({ tools }: Machine, name: string, input: Asked['input']): Promise<Asked> {
  const tool = tools.get(name);
  const signal = new AbortController().signal;
  const resolved = await tool?.resolve(input, { asker: 'test', origin: testOrigin, signal });
  if (!resolved?.ok) throw new Error(`${name} ${JSON.stringify(input)} cannot be resolved`);
  await tool?.release(resolved.action);
  return { ...resolved.action, input };
}

async function offersFor(on: Machine, name: string, input: Asked['input']) {
  const action = await resolve(on, name, input);
  const verdict = decide(action, on.facts, 0);
  if (!canBeRule(action, verdict)) return { action, offers: [] };
  const room = new RuleOffers({ facts: async () => on.facts, tool: () => on.tools.get(name), now: () => 0 });
  const card = approvalCard({ tool: name, input, origin: testOrigin });
  room.open(card, action);
  const offers = await room.list(card.callId);
  for (const { lines, rules } of offers) expect(room.told(card.callId, lines)).toEqual(rules);
  room.close(card.callId);
  return { action, offers };
}

/** What is in force once the offer was taken, read from the file that it was written to. */
function taken({ facts }: Machine, { rules }: RuleOffer): PolicyFacts {
  const changed = changeRules('', { kind: 'add', rules });
  const read = changed.ok ? readPermissions(changed.text) : changed;
  if (!read.ok || !('rules' in read)) throw new Error('the rule cannot be read back');
  expect(read.warnings).toEqual([]);
  return withRules(facts, read.rules);
}

const keysOf = (offers: readonly RuleOffer[]) => offers.map(({ rules }) => rules.map(({ key }) => key));

describe('the rules that a card offers', () => {
  it('are the exact command first, then its last word and its words left open, in that folder', async () => {
    const on = await machine();
    const { offers } = await offersFor(on, 'shell_run', { command: 'cp made/a b' });
    expect(keysOf(offers)).toEqual([['Bash(cp made/a b)'], ['Bash(cp made/a *)'], ['Bash(cp *)']]);
    expect(offers[0]?.lines).toBe(
      `"Bash(cp made/a b)": { allowed: true, source: doorman, when: { cwd: "${on.site}" } }`,
    );
    expect(offers[2]?.allows).toContain('Run `cp made/a other` in ~/site');
    expect(offers[0]?.allows).toEqual([]);
    expect(offers[0]?.asks.map(({ summary }) => summary)).toContain('Run `cp made/a b` in ~');
  });

  it('keep a subcommand, and never open a program as a whole', async () => {
    const { offers } = await offersFor(await machine(), 'shell_run', { command: 'git add -- a b' });
    expect(keysOf(offers)).toEqual([['Bash(git add -- a b)'], ['Bash(git add -- a *)'], ['Bash(git add *)']]);
  });

  it('open no program that removes files, and none that nobody knows', async () => {
    const on = await machine();
    const { offers } = await offersFor(on, 'shell_run', { command: 'rm -r made/x' });
    expect(keysOf(offers)).toEqual([['Bash(rm -r made/x)']]);
  });

  it('name each command of a chain that needs a rule, in the folder that it runs in', async () => {
    const on = await machine();
    const command = 'mkdir made/x && cd made && touch x/y && ls && touch x/y';
    const { offers, action } = await offersFor(on, 'shell_run', { command });
    expect(offers[0]?.rules).toMatchObject([
      { key: 'Bash(mkdir made/x)', when: { cwd: on.site } },
      { key: 'Bash(touch x/y)', when: { cwd: join(on.site, 'made') } },
    ]);
    expect(offers).toHaveLength(1);
    expect(offers[0] && decide(action, taken(on, offers[0]), 0).kind).toBe('allow');
  });

  it('never take the key of a rule that is there, whatever that one says', async () => {
    const on = await machine(
      'permissions:\n  "Bash(touch a)": { refused: true, when: { cwd: /x } }\n  "Bash(touch *)": { allowed: false }\n',
    );
    const { offers } = await offersFor(on, 'shell_run', { command: 'touch a' });
    expect(keysOf(offers)).toEqual([["Bash('touch' a)"], ["Bash('touch' *)"]]);
  });

  it('are the file, then its folder, with the files that are really there as examples', async () => {
    const on = await machine();
    const { offers } = await offersFor(on, 'fs_read_file', { path: '~/notes/a.md' });
    expect(keysOf(offers)).toEqual([
      [`fs_read_file(${on.home}/notes/a.md)`],
      [`fs_read_file(${on.home}/notes/*)`],
    ]);
    const [exact, folder] = offers;
    expect(exact?.allows).toEqual([]);
    expect(exact?.asks.map(({ summary }) => summary).join()).toContain('b.md');
    expect(folder?.allows.join()).toMatch(/b\.md/);
    expect(folder?.allows.join()).not.toMatch(/key\.md|\.env/);
    expect(folder?.asks.map(({ summary }) => summary).join()).toMatch(/\.env[\s\S]*key\.md/);
  });

  it('open neither the home nor a folder with known secrets below it', async () => {
    const on = await machine();
    await mkdir(join(on.home, '.config'));
    for (const path of ['top.md', '.config/top.md']) {
      await writeFile(join(on.home, path), 'text');
      const { offers } = await offersFor(on, 'fs_read_file', { path: `~/${path}` });
      expect(keysOf(offers)).toEqual([[`fs_read_file(${on.home}/${path})`]]);
    }
  });

  it('are a folder, then all below it, for a list', async () => {
    const on = await machine();
    const { offers, action } = await offersFor(on, 'fs_list_directory', { path: '~/notes' });
    const notes = join(on.home, 'notes');
    expect(keysOf(offers)).toEqual([
      [`fs_list_directory(${notes})`],
      [`fs_list_directory(${notes})`, `fs_list_directory(${notes}/*)`],
    ]);
    for (const offer of offers) expect(decide(action, taken(on, offer), 0).kind).toBe('allow');
  });

  it('are none for what must be looked at, reads outside, or is not known in all its words', async () => {
    const on = await machine();
    for (const command of ['git push origin main', 'sed -n 1p /etc/hosts', 'touch made/*', 'unheard-of x']) {
      expect((await offersFor(on, 'shell_run', { command })).offers).toEqual([]);
    }
    expect((await offersFor(on, 'fs_read_file', { path: '~/notes/.env' })).offers).toEqual([]);
  });

  it('are none that were not told, and none once the card has ended', async () => {
    const on = await machine();
    const action = await resolve(on, 'shell_run', { command: 'touch a' });
    const room = new RuleOffers({ facts: async () => on.facts, tool: () => undefined, now: () => 0 });
    const card = approvalCard({ tool: 'shell_run', input: action.input });
    room.open(card, action);
    const lines = `"Bash(touch a)": { allowed: true, source: doorman, when: { cwd: "${on.site}" } }`;
    expect(room.told(card.callId, lines)).toBeUndefined();
    await room.list(card.callId);
    expect(room.told(card.callId, lines)).toBeDefined();
    room.close(card.callId);
    expect(room.told(card.callId, lines)).toBeUndefined();
    expect(await room.list(card.callId)).toEqual([]);
  });
});

/** The input that an example's summary came from; all that is tried here are short enough to stand whole in it. */
function inputOf(on: Machine, summary: string): Asked['input'] | undefined {
  const [, command, place = ''] = /^Run `(.*)` in (~.*|\/.*)$/.exec(summary) ?? [];
  return command === undefined ? undefined : { command, cwd: place.replace(/^~/, on.home) };
}

describe('whatever is offered', () => {
  it('allows what was asked, and each example does what it is said to do, through the file and the judgement', async () => {
    const on = await machine();
    const program = fc.constantFrom(
      'cp',
      'mkdir -p',
      'touch',
      'git add',
      'mv',
      'seq',
      'chmod u+x',
      'grep',
      'sed -n',
      'awk',
      'ln -s',
      'git mv',
    );
    const word = fc.constantFrom(
      'a',
      'made',
      '-v',
      '1',
      "'b c'",
      '"it\'s"',
      'x=1',
      "'*'",
      "'a;b'",
      '{print}',
      './made/..',
      '"q(1)"',
    );
    let offered = 0;
    await fc.assert(
      fc.asyncProperty(program, fc.array(word, { minLength: 1, maxLength: 3 }), async (start, words) => {
        const command = [start, ...words].join(' ');
        const { action, offers } = await offersFor(on, 'shell_run', { command });
        for (const offer of offers) {
          offered += 1;
          const after = taken(on, offer);
          expect([command, decide(action, after, 0).kind]).toEqual([command, 'allow']);
          const examples = [
            ...offer.allows.map((summary) => ({ summary, allowed: true })),
            ...offer.asks.map(({ summary }) => ({ summary, allowed: false })),
          ];
          for (const { summary, allowed } of examples) {
            const input = inputOf(on, summary);
            if (!input) throw new Error(`no input in ${summary}`);
            const verdict = decide(await resolve(on, 'shell_run', input), after, 0);
            expect([offer.lines, summary, verdict.kind === 'allow']).toEqual([offer.lines, summary, allowed]);
          }
        }
      }),
      { numRuns: 60, seed: 6 },
    );
    expect(offered).toBeGreaterThan(60);
  }, 60_000);
});
