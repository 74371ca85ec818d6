import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createShellParser, type ShellParser } from '../../../../src-main/policy/shell-parser.ts';
import type { ShellScript } from '../../../../src-shared/shell-script.ts';
import { buildShellParserWorker } from '../../../support/build-shell-parser-worker.ts';
import { bashAccepts } from '../../../support/handed-cases.ts';

let workerFile: string;
let removeWorker: () => Promise<void>;
let parser: ShellParser;
let cwd: string;

beforeAll(async () => {
  const worker = await buildShellParserWorker();
  workerFile = worker.file;
  removeWorker = worker.remove;
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'doorman-shell-')));
  parser = createShellParser({ workerFile, limitMs: 2000, bashAccepts });
}, 60_000);

afterAll(async () => {
  await parser.close();
  await removeWorker();
  rmSync(cwd, { recursive: true, force: true });
});

const place = () => ({ cwd, home: '/home/some one', user: 'someone', shell: '/bin/bash' });
const parse = (text: string): Promise<ShellScript> => parser.parse(text, place());

async function vectors(text: string): Promise<readonly (readonly string[])[]> {
  const script = await parse(text);
  if (script.kind !== 'plain') throw new Error(`${text} is ${JSON.stringify(script)}`);
  return script.commands.map((command) => command.argv);
}

describe('argument vectors', () => {
  test.each([
    `a 'b c' "d e" f\\ g`,
    `'it'"'"'s' "a\\"b" "a\\\\b" "\\$x" '\\'`,
    `a"b"'c'\\d$'e'$"f"`,
    `$'a\\tb\\x41\\101\\u0041\\'' ''  ""`,
    `{a,b}{1,2} x{1..3} {c..a} {} {a} {a,b}"{c,d}" pre{,-x}post`,
    `"$HOME" ~ ~/x "~" '~' a~ "$USER" $USER \${USER}x`,
    `a\\\nb "c\\\nd"`,
    `名前 é "ü"`,
    `a#b '#c' "#"`,
    `"!" a=b [ a]`,
    `"it's" 'say "x"' \\' \\"`,
    `$ "$" a$ "a$"`,
    `-x --y=z "--a b" -"o"`,
  ])('are those that bash gives a program: %s', async (words) => {
    const env = { PATH: process.env.PATH, HOME: '/home/some one', USER: 'someone' };
    const script = `f() { printf '%s\\0' "$@"; }; f ${words}`;
    const seen = execFileSync('bash', ['-c', script], { cwd, env, encoding: 'utf8' })
      .split('\0')
      .slice(0, -1);
    expect(await vectors(`f ${words}`)).toEqual([['f', ...seen]]);
  });

  test('every command of chains, pipes, groups, branches, loops and substitutions is listed', async () => {
    expect(
      await vectors(
        `a && b || c; d | e\n{ f; }; (g); if h; then i; else j; fi; for x in 1 2; do k "$x"; done; l "$(m)" <(n)`,
      ),
    ).toEqual(
      [
        ['a'],
        ['b'],
        ['c'],
        ['d'],
        ['e'],
        ['f'],
        ['g'],
        ['h'],
        ['i'],
        ['j'],
        ['k', '1'],
        ['k', '2'],
        ['m'],
        ['n'],
      ].concat([['l', '"$(m)"', '<(n)']]),
    );
  });

  test('a folder change counts for what can run after it, and only there', async () => {
    const script = await parse('cd a && x; y; (cd b; z); w');
    if (script.kind !== 'plain') throw new Error('not plain');
    const seen = script.commands.map((command) => `${command.argv[0]} ${command.cwd.slice(cwd.length)}`);
    expect(seen).toContain('x /a');
    expect(seen).not.toContain('x ');
    expect(seen).toEqual(expect.arrayContaining(['y /a', 'y ', 'z /b', 'z /a/b', 'w ', 'w /a']));
    expect(seen).not.toContain('w /b');
  });

  test('a redirect behind a list belongs to its last command, in the folder that one runs in', async () => {
    const script = await parse('cd a && b < c');
    expect(script).toMatchObject({ kind: 'plain', reads: [`${cwd}/a/c`] });
  });
});

describe('what is not plain', () => {
  test.each([
    ['x=1', 'assignment'],
    ['echo $x', 'variable x'],
    [`echo "\${HOME:-x}"`, 'expansion'],
    ['echo $((a))', 'arithmetic'],
    ['ls &', 'background'],
    ['f() { ls; }', 'function'],
    ['while ls; do ls; done', 'never end'],
    ['ls > x', 'writes'],
    ['ls <> x', 'writes'],
    ['PATH=. ls', 'assignment'],
    ['echo {1..99999}', 'brace range'],
    ['cat < /dev/tcp/a/1', 'socket'],
    ['[ a > b ]', 'evaluate'],
    ['[[ -v x ]]', 'evaluate'],
    ['echo ~root', 'home'],
    ['echo \u202ex', 'U+202E'],
    ['ls\u00a0-la', 'U+00A0'],
    ['ls\r', 'U+000D'],
    ['', 'nothing'],
    [`${'( '.repeat(60)}ls${' )'.repeat(60)}`, 'deep'],
  ])('%j names the construct', async (text, construct) => {
    const script = await parse(text);
    expect(script.kind).toBe('unclear');
    expect(JSON.stringify(script)).toContain(construct);
  });

  test.each([
    ['a NUL', 'ls\0'],
    ['a lone surrogate', 'ls \ud800'],
    ['what bash cannot parse', 'ls |'],
  ])('%s is invalid', async (_what, text) => {
    expect((await parse(text)).kind).toBe('invalid');
  });
});

describe('the worker', () => {
  test('a text over 16 KiB is not read at all', async () => {
    const started = performance.now();
    expect(await parse('<'.repeat(64 * 1024))).toMatchObject({ kind: 'unclear', commands: [] });
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test('a text that takes too long is ended by a kill, and the next one is read by a fresh worker', async () => {
    const strict = createShellParser({ workerFile, limitMs: 300 });
    try {
      const hostile = ['[[ a =~ ( '.repeat(1600), 'a|'.repeat(8000), '<'.repeat(16_000), '$('.repeat(8000)];
      const answers = hostile.map((text) => strict.parse(text, place()));
      const after = strict.parse('ls -la', place());
      for (const answer of await Promise.all(answers)) expect(answer.kind).toBe('unclear');
      expect(await after).toMatchObject({ kind: 'plain', commands: [{ argv: ['ls', '-la'] }] });
    } finally {
      await strict.close();
    }
  });

  test('a worker that hangs is ended, and only the text that it hung on is lost', async () => {
    const stuck = join(cwd, 'stuck.mjs');
    writeFileSync(
      stuck,
      `import { parentPort } from 'node:worker_threads';
       const script = { kind: 'plain', commands: [], reads: [] };
       parentPort.on('message', ({ id, text }) => {
         while (text === 'hang') {}
         parentPort.postMessage({ kind: 'read', id, script });
       });
       parentPort.postMessage({ kind: 'ready' });`,
    );
    const killing = createShellParser({ workerFile: stuck, limitMs: 200 });
    const texts = ['fine', 'hang', 'fine', 'hang', 'fine'];
    const kinds = await Promise.all(texts.map(async (text) => (await killing.parse(text, place())).kind));
    expect(kinds).toEqual(['plain', 'unclear', 'plain', 'unclear', 'plain']);
    await killing.close();
  });

  test('a worker that cannot start makes every text unclear, never plain', async () => {
    const lost = createShellParser({ workerFile: join(cwd, 'missing.mjs'), limitMs: 300 });
    expect((await lost.parse('ls', place())).kind).toBe('unclear');
    expect((await lost.parse('ls', place())).kind).toBe('unclear');
    await lost.close();
  });

  test('after closing, a text is unclear', async () => {
    const closing = createShellParser({ workerFile, limitMs: 300 });
    const waiting = closing.parse('ls', place());
    await closing.close();
    expect((await waiting).kind).toBe('unclear');
    expect((await closing.parse('ls', place())).kind).toBe('unclear');
  });
});
