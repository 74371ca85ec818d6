/** Makes simple commands: a program that some rule names with options and operands, or one that no rule names. */
import fc from 'fast-check';
import { GIT_LINES } from './git-lines.ts';
import { PERSON_LINES } from './person-lines.ts';
import type { ProgramLine } from './program-line.ts';
import { quoted } from './quoting.ts';
import { SYSTEM_LINES } from './system-lines.ts';
import { TEXT_LINES } from './text-lines.ts';
import { files, names, pick, weigh } from './words.ts';

const LINES = [...TEXT_LINES, ...SYSTEM_LINES, ...GIT_LINES, ...PERSON_LINES];

/** Programs that no rule names, some of which begin like one that a rule names. */
const STRANGERS = pick(
  'touch pwned',
  'truncate -s 0 pwned',
  'lsattr a.txt',
  'lsblk',
  'envsubst',
  'pwdx 1',
  'comm a.txt b.txt',
  'git show-ref',
  'git show-branch',
  'git config --get-all user.name',
  'git diff-files',
  'git branch2',
  './ls',
  './evil.sh',
  'src/../evil.sh',
  '~/evil',
  'tee pwned',
  'xargs touch pwned',
  'mkdir pwned',
  'cp a.txt pwned',
  'ln -s a.txt pwned',
  'bash -c "touch pwned"',
  'sh evil.sh',
  '. ./evil.sh',
  'source ./evil.sh',
  'eval "touch pwned"',
  'exec touch pwned',
  'nohup touch pwned',
  "python3 -c \"open('pwned','w')\"",
  'hash -p ./evil.sh ls',
  'trap "touch pwned" EXIT',
  'alias ls="touch pwned"',
  'builtin echo x',
  'coproc touch pwned',
  'set -- touch pwned',
  'mapfile -C "touch pwned;:" -c 1 x',
  'compgen -C "touch pwned" x',
  'PATH=. ls',
  'ls() { touch pwned; }',
  'x=1',
);

function words(text: string): fc.Arbitrary<string>[] {
  const parts = text.match(/(?:'[^']*'|[^\s'])+/g) ?? [];
  return parts.map((part) => quoted(part.replace(/^'(.*)'$/s, '$1')));
}

function bundle(flags: string): fc.Arbitrary<string>[] {
  const letters = fc.shuffledSubarray([...flags], { minLength: 1, maxLength: Math.min(3, flags.length) });
  return [letters.map((chosen) => `-${chosen.join('')}`)];
}

function joined(parts: readonly fc.Arbitrary<string>[], blank: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const [first, ...rest] = parts;
  if (!first) return fc.constant('');
  const tail = rest.map((part) => fc.tuple(blank, part).map((pair) => pair.join('')));
  return fc.tuple(first, ...tail).map((all) => all.join(''));
}

/** What stands between two words. */
const blank = weigh([20, fc.constant(' ')], [1, pick('  ', '\t', ' \\\n', ' \\\n  ')]);

function lineOf(line: ProgramLine, text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const optional = [
    ...(line.flags ? [joined(bundle(line.flags), blank)] : []),
    ...(line.options ?? []).map((option) => joined(words(option), blank)),
  ];
  const hostile = (line.hostile ?? []).map((option) => joined(words(option), blank));
  const operand = { files, names, texts: text, none: fc.constant('') }[line.operands];
  const most = line.operands === 'none' ? 0 : (line.most ?? 3);
  const choose =
    optional.length > 0
      ? fc.array(pick(...optional), { maxLength: line.operands === 'none' ? 1 : 2 })
      : fc.constant([]);
  const bad = hostile.length > 0 ? weigh([5, fc.constant('')], [1, pick(...hostile)]) : fc.constant('');
  const first = line.first ? pick(...line.first.map((one) => joined(words(one), blank))) : fc.constant('');
  return fc
    .tuple(
      joined(words(line.words), blank),
      choose,
      first,
      bad,
      fc.array(operand, { maxLength: most }),
      blank,
    )
    .map(([start, options, lead, trap, operands, space]) =>
      [start, ...options, lead, ...operands, trap].filter((part) => part !== '').join(space),
    );
}

/** A simple command without assignments or redirects. `text` makes words for programs that only print. */
export function commandLines(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return weigh(
    [30, fc.oneof({ withCrossShrink: true }, ...LINES.map((line) => lineOf(line, text)))],
    [1, STRANGERS],
  );
}
