import { describe, expect, test } from 'vitest';
import { globMatches } from '../../../../src-main/policy/glob.ts';
import { commandPattern, covers, rulePattern, ruleWords } from '../../../../src-main/policy/patterns.ts';
import { namesTool } from '../../../../src-main/policy/tool-names.ts';

function matches(key: string, ...argv: string[]): boolean {
  const pattern = commandPattern(key);
  return (
    pattern !== undefined &&
    covers(
      pattern,
      argv,
      argv.map(() => true),
    )
  );
}

describe('rule keys', () => {
  test('a wildcard covers the words before it, alone and with anything behind', () => {
    expect(matches('Bash(ls *)', 'ls')).toBe(true);
    expect(matches('Bash(ls *)', 'ls', '-la', 'a b')).toBe(true);
    expect(matches('Bash(git log *)', 'git', 'log', '-1')).toBe(true);
    for (const argv of [
      ['lsof'],
      ['./ls'],
      ['/tmp/ls'],
      ['ls -la'],
      ['git'],
      ['git', 'logs'],
      ['git', '-C', 'x', 'log'],
    ]) {
      expect(matches('Bash(ls *)', ...argv), argv.join(' ')).toBe(false);
      expect(matches('Bash(git log *)', ...argv), argv.join(' ')).toBe(false);
    }
  });

  test('without a wildcard the whole vector must be equal', () => {
    expect(matches('Bash(git status)', 'git', 'status')).toBe(true);
    expect(matches('Bash(git status)', 'git', 'status', '-s')).toBe(false);
    expect(matches('Bash(git status)', 'git', 'status ')).toBe(false);
  });

  test('quotes in a rule hold a word together', () => {
    expect(ruleWords(`grep 'a b' "c d"e`)).toEqual(['grep', 'a b', 'c de']);
    expect(matches(`Bash(grep 'a b' x)`, 'grep', 'a b', 'x')).toBe(true);
    expect(matches(`Bash(grep a b x)`, 'grep', 'a b', 'x')).toBe(false);
  });

  test('a word that is only known at run time equals no word of a rule', () => {
    const pattern = commandPattern('Bash(git log *)');
    expect(pattern && covers(pattern, ['git', 'log'], [true, false])).toBe(false);
  });

  test('other stars, empty keys and foreign keys match nothing', () => {
    for (const key of ['Bash(*)', 'Bash( *)', 'Bash()', 'bash(ls *)', 'BASH', 'Bash'])
      expect(matches(key, 'ls'), key).toBe(false);
    expect(matches('Bash(ls*)', 'ls')).toBe(false);
    expect(matches('bash', 'anything')).toBe(true);
    expect(matches('shell_run', 'anything')).toBe(true);
  });

  test('a written command limit narrows the key bash to a pattern over words, not over text', () => {
    const pattern = rulePattern({
      key: 'bash',
      allowed: true,
      refused: false,
      when: { command: 'git log *' },
    });
    expect(pattern).toEqual({ kind: 'begins', words: ['git', 'log'] });
  });

  test('published tool names and ours stand for each other', () => {
    expect(namesTool('read_file', 'fs_read_file')).toBe(true);
    expect(namesTool('shell_run', 'shell_run')).toBe(true);
    expect(namesTool('take_screenshot', 'screen_capture')).toBe(true);
    expect(namesTool('read_file', 'fs_list_directory')).toBe(false);
    expect(namesTool('Read_File', 'fs_read_file')).toBe(false);
  });
});

describe('globs', () => {
  test.each([
    ['*.ts', 'a.ts', true],
    ['*.ts', 'a/b.ts', false],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['[]a]x', ']x', true],
    ['a[', 'a[', true],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['*', '', true],
  ])('%j against the name %j', (glob, text, expected) => {
    expect(globMatches(glob, text, 'name')).toBe(expected);
  });

  test('in rules a star crosses slashes', () => {
    expect(globMatches('/srv/*', '/srv/a/b', 'any')).toBe(true);
    expect(globMatches('/srv/*', '/srv2/a', 'any')).toBe(false);
  });

  test('a hostile pattern takes no longer than its length times the text', () => {
    const started = performance.now();
    expect(globMatches(`${'*a'.repeat(200)}b`, 'a'.repeat(2000), 'any')).toBe(false);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
