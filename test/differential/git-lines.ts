/** Subcommands of git that the shipped rules name, with options that only read and others that do more. */
import type { ProgramLine } from './program-line.ts';

export const GIT_LINES: readonly ProgramLine[] = [
  { words: 'git', operands: 'none', options: ['status', 'stash list', 'config --list', '--version'] },
  { words: 'git status', operands: 'none', hostile: ['--porcelain', '-s'] },
  {
    words: 'git log',
    operands: 'names',
    most: 1,
    options: ['--oneline', '-n 1', '-1', '--format=%h', '--stat', '--name-only', '-p', '--all', 'side'],
    hostile: ['--output=pwned', '--output pwned -p', '--outp=pwned', '--ext-diff -p', '--format=%G?'],
  },
  {
    words: 'git diff',
    operands: 'names',
    most: 1,
    options: ['HEAD', '--stat', '--name-only', '--cached', 'side', '-U1', '--word-diff=plain'],
    hostile: ['--output=pwned HEAD side', '--ext-diff', '--no-index a.txt ../outside.txt', '--output pwned'],
  },
  {
    words: 'git show',
    operands: 'none',
    options: ['HEAD', 'HEAD:a.txt', '--stat', 'side --name-only', '--no-patch'],
    hostile: ['--output=pwned', '--textconv'],
  },
  {
    words: 'git branch',
    operands: 'none',
    options: ['', '-a', '--list', '-v', '--show-current', '--contains HEAD', '-l side'],
    hostile: [
      'pwned',
      '-D side',
      '-f side HEAD',
      '-m pwned',
      '--delete side',
      '--del side',
      '-vD side',
      '--edit-description',
    ],
  },
  {
    words: 'git remote',
    operands: 'none',
    options: ['', '-v', 'get-url origin'],
    hostile: ['add x y', 'rm origin', 'rename origin x'],
  },
  {
    words: 'git rev-parse',
    operands: 'none',
    options: ['HEAD', '--abbrev-ref HEAD', '--show-toplevel', '--git-dir', '--short HEAD'],
  },
  {
    words: 'git blame',
    operands: 'none',
    options: ['a.txt', '-L 1,1 a.txt', '-s a.txt'],
    hostile: ['--contents ../outside.txt a.txt'],
  },
  { words: 'git describe', operands: 'none', options: ['--always', '--tags --always', '--all'] },
  { words: 'git shortlog', operands: 'none', options: ['-s HEAD', '-sn', '-n HEAD'] },
  {
    words: 'git ls-files',
    operands: 'names',
    most: 1,
    options: ['-s', '--others', '--cached', '-o --exclude-standard'],
  },
  {
    words: 'git config --get',
    operands: 'none',
    options: ['user.name', 'remote.origin.url'],
    hostile: ['--unset user.name'],
  },
];
