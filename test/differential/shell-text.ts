/** The grammar of whole shell texts: chains, pipelines, groups, branches, loops, tests, redirects, here-documents. */
import fc from 'fast-check';
import { commandLines } from './command-lines.ts';
import { soup } from './soup.ts';
import { files, pick, texts, weigh } from './words.ts';

type Text = fc.Arbitrary<string>;

function join(...parts: readonly (string | Text)[]): Text {
  return fc
    .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
    .map((all) => all.join(''));
}

const JOINTS = weigh(
  [8, pick(' && ', '; ', ' || ', ' | ')],
  [2, pick('&&', ';', ' |\n', ' &&\n', ' \\\n&& ', '\n', ' ||\\\n', ' # why not\n', '\n# a note\n\n')],
  [1, pick(' & ', ' |& ', ';\n', ' && ! ')],
);

const SETTINGS = weigh(
  [5, pick('LC_ALL=C ', 'TZ=UTC ', 'LANG="C" ', 'NO_COLOR=1 LC_ALL=C ', "COLUMNS='80' ")],
  [
    1,
    pick(
      'PATH=. ',
      'LD_PRELOAD=./x ',
      'BASH_ENV=evil.sh ',
      'IFS=o ',
      'GIT_PAGER="touch pwned" ',
      'LC_ALL=$(touch pwned) ',
    ),
  ],
);

const PLAIN_REDIRECTS = pick(
  ' 2>&1',
  ' 2>/dev/null',
  ' >/dev/null',
  ' &>/dev/null',
  ' >/dev/null 2>&1',
  ' >&2',
  ' 2>>/dev/null',
  ' 2>"/dev/null"',
);

const HOSTILE_REDIRECTS = pick(
  ' > pwned',
  ' >> pwned',
  '>pwned',
  ' >| pwned',
  ' &> pwned',
  ' 2> pwned',
  ' >&pwned',
  ' <> pwned',
  ' 3<a.txt',
  ' > /dev/nul{l,}',
  ' >$(echo pwned)',
  ' 2>&-',
  ' {x}</dev/null',
  ' 2\\\n>/dev/null',
  ' 2>/dev/null\\\n-opwned',
  ">/dev/null''1",
  ' > >(tee pwned)',
  ' 1>pwned 2>&1',
);

function redirects(text: Text): Text {
  return weigh(
    [8, PLAIN_REDIRECTS],
    [3, files.map((file) => ` < ${file}`)],
    [2, text.map((word) => ` <<< ${word}`)],
    [1, text.map((word) => ` < <(echo ${word})`)],
    [1, text.map((word) => ` <<<${word}\\\n-opwned`)],
    [1, HOSTILE_REDIRECTS],
  );
}

function tests(inner: Text): Text {
  return weigh(
    [
      6,
      pick(
        '[ -f a.txt ]',
        '[[ -d src ]]',
        '[ ! -e missing ]',
        '[ "a b" = a ]',
        '[[ -e a.txt && -d src ]]',
        '[[ 1 -lt 2 ]]',
        '[ 3 -eq 3 ]',
        '[[ ( -s a.txt ) || -L link.txt ]]',
        '[ -x "$PWD/evil.sh" ]',
        '[ -r ~/notes.txt ]',
        '[[ "$HOME" == a ]]',
        '[[ -n $USER ]]',
      ),
    ],
    [2, inner.map((command) => `[ -n "$(${command})" ]`)],
    [1, inner.map((command) => `[[ -z "$(${command})" ]]`)],
    [
      1,
      pick(
        "[ -v 'a[$(touch pwned)]' ]",
        "[[ 'a[$(touch pwned)]' -eq 0 ]]",
        '[[ $(touch pwned) ]]',
        '[ $(touch pwned) = 1 ]',
        '[[ a =~ $(touch pwned) ]]',
      ),
    ],
  );
}

const LOOPED = weigh(
  [
    6,
    pick(
      'wc -l "$f"',
      'head -n 1 "./$f"',
      'echo "$f"',
      'echo "$f" $f',
      'stat -- "$f"',
      '[ -f "$f" ] && cat -- "$f"',
      'grep -c a -- "$f"',
      'basename "$f" .txt',
    ),
  ],
  [1, pick('touch "$f"', 'sort -o "$f" a.txt', '$f', 'sort $f', 'cat > "$f"', '"$f" pwned')],
);

function loops(chain: Text): Text {
  const items = weigh(
    [
      5,
      pick(
        'a.txt b.txt',
        './*.txt',
        'src/*.ts',
        '{a,b}.txt',
        '1 2 3',
        '"my file.txt" a.txt',
        '{1..2}',
        "'x y'",
      ),
    ],
    [1, pick('*', '$(echo a b)', '-o pwned', 'touch ls', '"-opwned"', '~/.netrc', '../outside.txt')],
  );
  const body = weigh([4, LOOPED], [1, chain]);
  return weigh(
    [3, join('for f in ', items, '; do ', body, '; done')],
    [1, join('for f in ', items, '\ndo\n  ', body, '\n  ', body, '\ndone')],
  );
}

function branches(chain: Text, test: Text): Text {
  const condition = weigh([3, test], [1, chain]);
  return weigh(
    [3, join('if ', condition, '; then ', chain, '; fi')],
    [2, join('if ', condition, '; then ', chain, '; else ', chain, '; fi')],
    [1, join('if ', condition, '\nthen\n', chain, '\nelif ', condition, '\nthen\n', chain, '\nfi')],
  );
}

function hereDocuments(simple: Text, inner: Text): Text {
  const plainBody = pick(
    'text',
    'a\nb',
    '$(touch pwned) `touch pwned`',
    '\\$HOME "quoted" \'x\'',
    '# no comment\nEO',
    '',
  );
  const openBody = weigh(
    [4, pick('text', 'to $USER in $HOME', 'sum $((1+2)) \\$x \\`', 'a "b" \'$?\'', '*')],
    [2, inner.map((command) => `now $(${command}) then`)],
    [1, pick('`touch pwned`', '$(touch pwned)', '$UNSET', 'E\\\nOF\ntouch pwned', `\${x:-$(touch pwned)}`)],
  );
  const more = weigh(
    [4, fc.constant('')],
    [2, pick(' | sort', ' | wc -l', ' 2>&1', ' && ls')],
    [1, pick(' | tee pwned', ' > pwned', ' && touch pwned')],
  );
  return weigh(
    [3, join(simple, " <<'EOF'", more, '\n', plainBody, '\nEOF')],
    [3, join(simple, ' <<EOF', more, '\n', openBody, '\nEOF')],
    [1, join(simple, " <<-'EOF'", more, '\n\t', plainBody, '\n\tEOF')],
    [1, join(simple, ' <<EOF\n', openBody, '\nEOF\ntouch pwned')],
  );
}

type Parts = {
  readonly simple: string;
  readonly inner: string;
  readonly statement: string;
  readonly chain: string;
  readonly line: string;
};

type Tie = fc.LetrecTypedTie<Parts>;

function simple(tie: Tie, redirect: Text): Text {
  const bare = commandLines(texts(tie('inner')));
  return weigh(
    [12, bare],
    [4, join(bare, redirect)],
    [1, join(bare, redirect, redirect)],
    [
      1,
      join(
        redirect.map((one) => `${one.trim()} `),
        bare,
      ),
    ],
    [1, join(SETTINGS, bare)],
    [1, join(bare, redirect, ' ', files)],
  );
}

/** Beyond this depth only the first choice is left, which holds no other statement. */
const DEPTH = { depthIdentifier: 'shell', maxDepth: 3, withCrossShrink: true } as const;

function inner(tie: Tie): Text {
  const short = pick(
    'pwd',
    'echo x',
    'cat a.txt',
    'git rev-parse HEAD',
    'ls src | wc -l',
    'basename src/main.ts .ts',
    'touch pwned',
  );
  return fc.oneof(
    DEPTH,
    { weight: 4, arbitrary: short },
    { weight: 2, arbitrary: tie('simple') },
    { weight: 1, arbitrary: tie('chain') },
  );
}

const MOVES = pick(
  'cd src',
  'cd docs',
  'cd ./src/deep',
  'cd "$PWD"',
  'cd',
  'cd ..',
  'cd $(touch pwned)',
  'cd -',
);

function statement(tie: Tie, redirect: Text): Text {
  const chain = tie('chain');
  const test = tests(tie('inner'));
  const reader = pick('diff', 'cat', 'sort -m', 'paste', 'wc -l');
  const remark = pick('why', '$(touch pwned)', "it's", '\\');
  return fc.oneof(
    DEPTH,
    { weight: 10, arbitrary: tie('simple') },
    { weight: 2, arbitrary: test },
    { weight: 2, arbitrary: join(MOVES, pick(' && ', '; '), tie('simple')) },
    { weight: 1, arbitrary: join('{ ', chain, '; }') },
    { weight: 1, arbitrary: join('{ ', chain, '; }', redirect) },
    { weight: 1, arbitrary: join('( ', chain, ' )') },
    { weight: 1, arbitrary: join('(', chain, ')', redirect) },
    { weight: 1, arbitrary: join('! ', tie('simple')) },
    { weight: 2, arbitrary: branches(chain, test) },
    { weight: 2, arbitrary: loops(chain) },
    { weight: 1, arbitrary: join(reader, ' <(', tie('inner'), ') <(', tie('inner'), ')') },
    { weight: 1, arbitrary: join(tie('simple'), ' # ', remark) },
  );
}

/** One shell text; it shrinks towards a single short command. */
export const shellText: Text = fc.letrec<Parts>((tie) => {
  const redirect = redirects(texts(tie('inner')));
  const document = hereDocuments(tie('simple'), tie('inner'));
  return {
    simple: simple(tie, redirect),
    inner: inner(tie),
    statement: statement(tie, redirect),
    chain: fc
      .tuple(tie('statement'), fc.array(fc.tuple(JOINTS, tie('statement')), { maxLength: 2 }))
      .map(([first, rest]) => first + rest.flat().join('')),
    line: weigh([8, tie('chain')], [1, document], [1, join(document, '\n', tie('chain'))], [2, soup]),
  };
}).line;
