/** Shell texts that are made to keep a reader or a judge busy: known bad shapes, and fuzzed ones. */
import fc from 'fast-check';

export interface HostileText {
  readonly name: string;
  readonly text: string;
}

/** The most that is read at all; see `shell-parser.ts`. */
const CAP = 16 * 1024;

/** As many whole repetitions as fit under the cap, with `end` behind them. */
function fill(piece: string, end = '', size = CAP): string {
  return piece.repeat(Math.floor((size - end.length) / piece.length)) + end;
}

const nested = (open: string, close: string, depth: number): string =>
  `${open.repeat(depth)}ls${close.repeat(depth)}`;

/** Texts that hang or abort the parser (BUILDING.md) or are longer than it reads. */
const LONG: Readonly<Record<string, string>> = {
  '64 KiB of <': '<'.repeat(64 * 1024),
  '16 KiB of <': fill('<'),
  'open tests': fill('[[ a =~ ( '),
  '32 KiB of pipes': 'a|'.repeat(16 * 1024),
  '16 KiB of pipes': fill('a|', 'a'),
  '64 KiB of words': 'word '.repeat(13_000),
  '1 MiB of blanks': ' '.repeat(1024 * 1024),
  '1 MiB of invisible characters': '\u200b'.repeat(1024 * 1024),
  '16 KiB of quotes': fill(`'"`),
  '16 KiB of quoted nothing': `ls ${fill(`''`, '', CAP - 3)}`,
  '16 KiB of backslashes': fill('\\'),
  '16 KiB of newlines': fill('\n', 'ls'),
};

/** Texts that are read, and are long in what has to be judged. */
const WIDE: Readonly<Record<string, string>> = {
  'short words': fill('ls ', 'a').replace('ls ls', 'ls a'),
  'one letter words': `ls ${fill('a ', '', CAP - 3)}`,
  'one letter options': `ls ${fill('-a ', '', CAP - 3)}`,
  'one option of 16 KiB': `ls -${fill('a', '', CAP - 4)}`,
  'long options that nobody knows': `git log ${fill('--zz ', '', CAP - 8)}`,
  'one word of 16 KiB': `cat ${fill('a', '', CAP - 4)}`,
  'one path of 16 KiB': `cat ${fill('a/', '', CAP - 4)}`,
  'one path of dots': `cat ${fill('../', '', CAP - 4)}`,
  'different paths': `cat ${Array.from({ length: 3000 }, (_, n) => `f${n}`)
    .join(' ')
    .slice(0, CAP - 10)}`,
  'program paths': Array.from({ length: 1200 }, (_, n) => `/bin/p${n}`)
    .join(' ')
    .slice(0, CAP),
  commands: fill('a;'),
  'git commands': fill('git log;'),
  'known commands': fill('ls -la x;'),
  globs: `ls ${fill('* ', '', CAP - 4)}`,
  'globs of stars': `ls ${fill('*a', '', CAP - 4)}`,
  'globs deep': `ls ${fill('/*', '', CAP - 4)}`,
  'globs of sets': `ls ${fill('[a-z]', '', CAP - 4)}`,
  'sets that stay open': `ls ${fill('[', '', CAP - 4)}`,
  'different globs': `cat ${Array.from({ length: 3000 }, (_, n) => `*${n}`)
    .join(' ')
    .slice(0, CAP - 10)}`,
  'brace lists': `ls ${fill('{a,b}', '', CAP - 4)}`,
  'many brace ranges': `ls ${fill('{1..256} ', '', CAP - 4)}`,
  'brace ranges in commands': fill('ls {1..256} {1..256} {1..256};'),
  'brace lists of long words': `ls ${`{${fill('a', '', 4000)},b}${'{1..100}'} `.repeat(4)}`,
  'settings in front': `${fill('LC_ALL=C ', '', CAP - 4)} ls`,
  'redirects that read': `ls ${fill('<a ', '', CAP - 4)}`,
  'redirects that write': `ls ${fill('>a ', '', CAP - 4)}`,
  assignments: fill('a=b;'),
  'unknown variables': `ls ${fill('$x ', '', CAP - 4)}`,
  substitutions: `ls ${fill('$(a) ', '', CAP - 4)}`,
  pipes: `ls ${fill('<(a) ', '', CAP - 4)}`,
  'invisible characters': fill('ls\u200b '),
  'words that touch': `ls ${fill(`a'b'`, '', CAP - 4)}`,
  'line continuations': `ls ${fill('\\\n', 'a', CAP - 4)}`,
};

/** Texts whose meaning grows faster than their length. */
const GROWING: Readonly<Record<string, string>> = {
  'find that starts find': `find . ${fill('-exec find ', '', CAP - 8)}`,
  'find with endings': `find . ${fill('-exec a ; '.replace(';', '\\;'), '', CAP - 8)}`,
  'find that starts env': `find . ${fill('-exec env ', '', CAP - 8)}`,
  'wrappers in wrappers': fill('env ', 'ls'),
  'wrappers with values': fill('timeout 1 ', 'ls'),
  'loops in loops': `${'for a in {1..64}; do '.repeat(12)}ls${'; done'.repeat(12)}`,
  'a loop of long words': `for a in {1..64}; do ls ${fill('"$a" ', '', CAP - 60)}; done`,
  'a loop of many words': `for a in {1..64}; do ls ${fill('{1..256} ', '', 8000)}; done`,
  'a long value in a loop': `for a in ${fill('x', '', 8000)}; do ls ${fill('"$a" ', '', 8000)}; done`,
  'folders that double': `${fill('cd a;', 'ls', 16 * 5)}`,
  'folders that double, with reads': `${Array.from({ length: 14 }, (_, n) => `cd d${n};`).join('')} cat < x < y`,
  'a deep folder and words': `cd ${fill('a/', '', 4000)} && ls ${fill('a ', '', 12_000)}`,
  'a deep folder and commands': `cd ${fill('a/', '', 8000)} && ${fill('ls a b c;', 'ls', 8000)}`,
  'a deep folder and pipes': `cd ${fill('a/', '', 4000)} && ${fill('ls|', 'ls', 12_000)}`,
  'git in many folders': Array.from({ length: 1000 }, (_, n) => `(cd d${n}; git log)`)
    .join(';')
    .slice(0, CAP - 20),
  'wrappers with unknown words': `xargs ${fill('"$(a)" ', '', CAP - 8)}`,
};

const DEEP: Readonly<Record<string, string>> = {
  brackets: nested('(', ')', 4000),
  'spaced brackets': nested('( ', ' )', 4000),
  'a few brackets': nested('( ', ' )', 39),
  groups: nested('{ ', '; }', 3000),
  substitutions: nested('$(', ')', 4000),
  'quoted substitutions': nested('echo "$(', ')"', 1500),
  backquotes: fill('`'),
  braces: `ls ${nested('{a,', '}', 4000)}`,
  arithmetic: `echo $((${nested('(', ')', 4000)}))`,
  ifs: nested('if ', '; then a; fi', 900),
  'open ifs': fill('if '),
  'open substitutions': fill('$('),
  'open quotes in substitutions': fill('"$('),
  'open parameter expansions': fill(`$\{a:-`),
  negations: fill('! ', 'ls'),
  'and-lists': fill('a&&', 'a'),
  'mixed lists': fill('a&&b||', 'a'),
};

const here = (body: string): string => `cat <<END\n${body}\nEND`;

const DOCUMENTS: Readonly<Record<string, string>> = {
  'a long one': here(fill('words and words\n', '', CAP - 20)),
  'one with substitutions': here(fill('$(a) ', '', CAP - 20)),
  'one that nearly ends': here(fill('EN\n', '', CAP - 20)),
  'many open ones': fill('a <<E\n'),
  'a quoted one': `cat <<'END'\n${fill('$(a)\n', '', CAP - 20)}END`,
  'a here-string': `cat <<< ${fill('"a"', '', CAP - 10)}`,
};

/** All known shapes, by name. */
export function knownHostileTexts(): HostileText[] {
  const groups = { long: LONG, wide: WIDE, growing: GROWING, deep: DEEP, 'here-documents': DOCUMENTS };
  return Object.entries(groups).flatMap(([group, texts]) =>
    Object.entries(texts).map(([name, text]) => ({ name: `${group}: ${name}`, text })),
  );
}

const COMMANDS = [
  'git log --oneline -5 | head -3',
  'cd src && ls -la *.c; cat < README.md',
  'for f in a b c; do wc -l "$f"; done',
  `find . -name '*.ts' -exec grep -n "x y" {} +`,
  'if [ -f README.md ]; then cat README.md; else echo no; fi',
  'cat <<EOF | sort\na $(pwd)\nEOF',
  'LC_ALL=C sort {a,b}{1..9} 2>&1 | uniq -c',
  'diff <(ls a) <(ls b) && echo "$HOME ~ $?"',
  'timeout 5 env A=1 nice xargs -n1 ls -d',
];

const FRAGMENTS = [
  ...[
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    '[[ ',
    ' ]]',
    '$(',
    '`',
    '"',
    "'",
    '\\',
    '$',
    '$((',
    '))',
    '<(',
    '<<E\n',
    '<<<',
  ],
  ...[
    '|',
    '||',
    '&&',
    ';',
    '&',
    '\n',
    '>',
    '<',
    '2>&1',
    '*',
    '?',
    '{a,b}',
    '{1..99}',
    '~',
    '$HOME',
    '"$a" ',
    '#',
  ],
  ...[
    'for a in ',
    '; do ',
    '; done',
    'if ',
    '; then ',
    '; fi',
    'cd a/b ',
    'git ',
    'ls ',
    'find . ',
    '-exec ',
    'env ',
  ],
  ...[
    '-a ',
    '--all ',
    '--x=y ',
    '/bin/ls ',
    'a=b ',
    'xargs ',
    '\u200b',
    '\u00e9',
    '\u{1f600}',
    '=~ ',
    '!',
    '../',
    ' ',
  ],
];

const piece = fc.constantFrom(...FRAGMENTS, ...COMMANDS);

const repeated = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: CAP }), piece)
  .map(([pieces, size, end]) => fill(pieces.join(''), '', size) + end);

const mixed = fc.array(piece, { maxLength: 400 }).map((pieces) => pieces.join(''));

const bytes = fc.uint8Array({ maxLength: CAP }).map((list) => Buffer.from(list).toString('latin1'));

const letters = fc.array(fc.constantFrom(...'ab \n\'"\\$`(){}[]<>|&;*?!#=~-./'), { maxLength: CAP });

/** A valid command with stretches doubled, cut out or replaced. */
const mutated = fc
  .tuple(
    fc.constantFrom(...COMMANDS),
    fc.array(fc.tuple(fc.nat(200), fc.nat(40), piece, fc.nat(60)), { maxLength: 8 }),
  )
  .map(([command, changes]) =>
    changes.reduce(
      (text, [at, cut, put, times]) => text.slice(0, at) + put.repeat(times) + text.slice(at + cut),
      command,
    ),
  );

/** `count` texts that the same `seed` makes again. */
export function fuzzedTexts(seed: number, count: number): HostileText[] {
  const any = fc.oneof(
    repeated,
    mixed,
    bytes,
    letters.map((list) => list.join('')),
    mutated,
  );
  return fc
    .sample(any, { seed, numRuns: count })
    .map((text, index) => ({ name: `fuzzed text ${index} of seed ${seed}`, text }));
}
