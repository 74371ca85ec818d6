import { describe, expect, test } from 'vitest';
import { decide } from '../../../../src-main/policy/decide.ts';
import { addRule, readPermissions } from '../../../../src-main/policy/permission-file.ts';
import { suggestRule } from '../../../../src-main/policy/suggest-rule.ts';
import type { Action, Effect } from '../../../../src-shared/action.ts';
import type { Verdict } from '../../../../src-shared/verdict.ts';

function actionOf(tool: string, effect: Effect): Action {
  return { tool, summary: tool, text: tool, effects: [effect], frozen: null, target: undefined };
}

function run(argv: readonly string[]): Action {
  const surroundings = { files: {}, repositories: { '/w': { dangers: [], places: [] } }, programs: {} };
  const script = {
    kind: 'plain' as const,
    commands: [{ argv, part: '', cwd: '/w' }],
    reads: [],
    surroundings,
  };
  return actionOf('shell_run', { kind: 'run', text: argv.join(' '), cwd: '/w', script });
}

const noRule: Verdict = { kind: 'ask', ask: 'no-rule', reasons: [], wall: 'guarded' };

/** Adds the suggestion to a file, reads that file back, and judges again. */
function afterAdding(action: Action): string {
  const suggestion = suggestRule(action, noRule);
  if (!suggestion) return 'no suggestion';
  const read = readPermissions(addRule('', suggestion));
  if (!read.ok) return read.message;
  const facts = {
    home: '/home/u',
    folders: [],
    ownPaths: [],
    programPath: [],
    rules: [{ from: 'person' as const, rules: read.rules }],
    wallAvailable: true,
  };
  return decide({ ...action, input: {} }, facts, 0).kind;
}

describe('the suggested rule', () => {
  test.each([
    [['uname', '-a']],
    [['echo', 'a b', "it's", 'say "x"', '']],
    [['git', 'log', '--format=%h %s']],
  ])('allows exactly the command it was made for: %j', (argv) => {
    expect(afterAdding(run(argv))).toBe('allow');
  });

  test('names the canonical path of a file', () => {
    expect(afterAdding(actionOf('fs_read_file', { kind: 'read', path: '/srv/a b.txt' }))).toBe('allow');
  });

  test('is none for what must be looked at, for chains, and for what a rule cannot say exactly', () => {
    expect(suggestRule(run(['uname']), { ...noRule, ask: 'must-look' })).toBeUndefined();
    expect(suggestRule(run(['uname']), { kind: 'allow', reasons: [], wall: 'read-only' })).toBeUndefined();
    expect(suggestRule(run(['cat', '/x']), { ...noRule, outside: true })).toBeUndefined();
    expect(suggestRule(run(['echo', '*']), noRule)).toBeUndefined();
    expect(suggestRule(run(['echo', `'"`]), noRule)).toBeUndefined();
    expect(suggestRule(actionOf('fs_read_file', { kind: 'read', path: '/a*' }), noRule)).toBeUndefined();
  });
});
