/** The person's own rules in this test, and the programs that they name. */
import type { ProgramLine } from './program-line.ts';

/** Rules that the person of this test has made; all of them are about reading. */
export const PERSON_RULES: readonly string[] = [
  ...'grep find sed awk printf seq paste rev tac fold od timeout nice stdbuf test'
    .split(' ')
    .map((name) => `${name} *`),
  'find src -name *.ts -exec echo {} +',
];

export const PERSON_LINES: readonly ProgramLine[] = [
  {
    words: 'grep',
    operands: 'files',
    flags: 'inwcvlhH',
    first: ['a', '-e a', '^.', '-F a.', "-E 'a|b'"],
    options: ['-m 1', '-A1', '--context=1', '--count', '--incl=*.ts'],
    hostile: ['-f ../outside.txt', '--file=../outside.txt', '-f/etc/shadow'],
  },
  {
    words: 'grep -rn a',
    operands: 'none',
    options: ['src', 'docs src', '--include=*.md docs'],
    hostile: ['..'],
  },
  {
    words: 'find',
    operands: 'none',
    options: [
      '.',
      'src',
      'src -name *.ts',
      '. -type f -maxdepth 1',
      'src docs -print',
      '. -name .git -prune -o -print',
      'src -newer a.txt',
    ],
    hostile: [
      '. -exec touch pwned ;',
      '. -execdir touch pwned ;',
      '. -name a.txt -ok touch pwned ;',
      '. -fprint pwned',
      '. -fprintf pwned %p',
      '. -fls pwned',
      'docs -name none -delete',
      '-files0-from list',
      'src -exec ls {} ; -exec touch pwned ;',
    ],
  },
  { words: 'find src -name *.ts -exec echo {} +', operands: 'none', hostile: ['-exec touch pwned ;'] },
  {
    words: 'sed',
    operands: 'files',
    flags: 'nE',
    first: ['s/a/b/', '1p', '2q', 's/x/y/g', '/a/d', '$p', '1,2p', 'y/ab/ba/'],
    hostile: [
      '--in-p=.bak',
      '--in-pla',
      '-i',
      '-i.bak',
      '--in-place',
      '--in-pl=x',
      '-ni',
      '-n -e 1wpwned',
      '-e s/a/b/wpwned',
      '-e 1e',
      "-e 's/.*/touch pwned/e'",
      '-f evil.sh',
    ],
  },
  {
    words: 'awk',
    operands: 'files',
    first: ['{print}', '{print $1}', 'NR==1', '-F, {print $2}', 'END{print NR}', '-v n=1 NR==n'],
    hostile: ['{print>"pwned"}', 'BEGIN{system("touch pwned")}', '{print|"tee pwned"}', '-f evil.sh'],
  },
  {
    words: 'printf',
    operands: 'texts',
    most: 2,
    first: ['%s\\n', '%d', 'x', '%s %s\\n', '--'],
    hostile: ['-v x y', "-v 'a[$(touch pwned)]' y"],
  },
  { words: 'seq', operands: 'none', options: ['3', '1 2 5', '-s , 3', '-w 8 10', '--separator=: 2'] },
  { words: 'paste', operands: 'files', flags: 's', options: ['-d ,', '--delim=,', '--ser'] },
  { words: 'rev', operands: 'files' },
  { words: 'tac', operands: 'files', options: ['-s ,', '--sep=,'] },
  { words: 'fold', operands: 'files', options: ['-w 5', '-s', '--width=4'] },
  { words: 'od', operands: 'files', options: ['-c', '-An -tx1', '--addr=n', '-N 4'] },
  {
    words: 'timeout',
    operands: 'none',
    options: ['5 ls', '5 wc -l a.txt', '-s INT 5 head a.txt', '--signal=TERM 5 sort a.txt', '5 true'],
    hostile: [
      '5 touch pwned',
      '-k 1 5 touch pwned',
      '5 env touch pwned',
      '--kill=1 5 touch pwned',
      '5 sort -o pwned a.txt',
      '5 ./evil.sh',
    ],
  },
  {
    words: 'nice',
    operands: 'none',
    options: ['ls', '-n 5 wc a.txt', '--adj=3 head a.txt'],
    hostile: ['touch pwned', '-n 5 touch pwned', '-5 touch pwned'],
  },
  {
    words: 'stdbuf',
    operands: 'none',
    options: ['-o L head a.txt', '-oL cat b.txt', '--output=0 wc a.txt'],
    hostile: ['-o L touch pwned', '-oL ./evil.sh'],
  },
];
