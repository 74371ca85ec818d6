/** Operands: files of the scratch folder, names, texts, and hostile words that must not slip through as any of them. */
import fc from 'fast-check';
import { quoted } from './quoting.ts';

/** A few of many, the first of them where a failure shrinks to. */
export function pick(...choices: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> {
  const made = choices.map((choice) => (typeof choice === 'string' ? fc.constant(choice) : choice));
  return fc.oneof({ withCrossShrink: true }, ...made);
}

/** Picks by weight; the first is the simplest. */
export function weigh(
  ...choices: readonly (readonly [number, fc.Arbitrary<string>])[]
): fc.Arbitrary<string> {
  return fc.oneof(
    { withCrossShrink: true },
    ...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })),
  );
}

const literally = (...words: string[]): fc.Arbitrary<string> => pick(...words.map(quoted));

const FILES = literally(
  'a.txt',
  'b.txt',
  'data.json',
  'lines.csv',
  'my file.txt',
  'src/main.ts',
  'src/util.ts',
  'docs/guide.md',
  'src/deep/x.txt',
  'link.txt',
  './a.txt',
  '.hidden',
  'src/../b.txt',
  'missing.txt',
  'it’s.txt',
);

/** Words that come to files of the scratch folder, though not as they are written. */
const FILE_EXPANSIONS = pick(
  '"$PWD/a.txt"',
  '$PWD/src/util.ts',
  `"\${PWD}"/b.txt`,
  '{a,b}.txt',
  'src/{main,util}.ts',
  "src/{main,'util'}.ts",
  'n{1..3}.txt',
  '{a..b}.txt',
  './*.txt',
  'src/*.ts',
  'src/[mu]*.ts',
  './?.txt',
  "'./'*.csv",
  'src/deep/*',
  './{a,lines}.*',
);

/** Words that an engine must not take for an ordinary file: options in disguise, other places, unknown text. */
const HOSTILE_FILES = pick(
  '*',
  '*.txt',
  '-*',
  '~/.netrc',
  '../outside.txt',
  '"$HOME/notes.txt"',
  'src/../../outside.txt',
  'escape.txt',
  '$UNSET',
  '$(echo a.txt)',
  '"$(printf %s -opwned)"',
  '{-o,pwned}',
  '-o{pwned,}',
  '$IFS',
  "$'-opwned'",
  '"-o"pwned',
  '--outp{ut,}=pwned',
  '~+/a.txt',
  '<(touch pwned)',
  '>(touch pwned)',
  '$((pwned))',
  '/proc/self/root/etc/hostname',
);

export const files = weigh([10, FILES], [4, FILE_EXPANSIONS], [1, HOSTILE_FILES]);

export const names = weigh(
  [8, literally('.', 'src', 'docs', 'src/deep', 'a.txt', 'my file.txt', 'missing', '..', '/usr/share')],
  [3, pick('~', '~/', '"$HOME"', '$HOME/notes.txt', '$PWD', '"$PWD"/src', '~/notes.txt', '*', 'src/*', '*/')],
  [3, FILE_EXPANSIONS],
  [1, HOSTILE_FILES],
);

const TEXTS = literally(
  'hello',
  'two words',
  '',
  '*',
  '$(touch pwned)',
  '`touch pwned`',
  'a;b',
  '#no',
  '"',
  "it's",
  '-n',
  '--',
  'a\tb',
  'line\nline',
  '\\',
  `\${HOME}`,
  '~',
  '{a,b}',
  'é',
  '&& touch pwned',
  '!',
  '[a]',
);

const TEXT_EXPANSIONS = pick(
  '$?',
  '"$USER"',
  '$USER',
  '"$HOME"',
  '$((1 + 2))',
  '"$((3*4))"',
  '"$SHELL $PWD"',
  'a\\ b',
  '{1..3}',
  '~',
  'x=~',
  '"it\'s $?"',
);

const HOSTILE_TEXTS = pick(
  '$1',
  '"$@"',
  '$$',
  '$UNSET',
  '$((a[0]))',
  '$((a[$(touch pwned)]))',
  `\${HOME:-$(touch pwned)}`,
  `\${x:=1}`,
  '!!',
);

/** Texts in which bash puts something. `inner` is a command for substitutions. */
export function texts(inner: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const substitution = fc.oneof(
    { withCrossShrink: true },
    inner.map((command) => `$(${command})`),
    inner.map((command) => `"$(${command})"`),
    inner.map((command) => `"a $(${command}) b"`),
    inner.map((command) => `x$( ${command} )y`),
    inner.map((command) => `"$(${command}\n)"`),
    pick('pwd', 'git rev-parse HEAD', 'echo a | wc -c', 'touch pwned').map((command) => `\`${command}\``),
    pick('echo b', 'ls src', 'touch pwned').map((command) => `"\`${command}\`"`),
  );
  return weigh([6, TEXTS], [3, TEXT_EXPANSIONS], [1, HOSTILE_TEXTS], [4, substitution]);
}
