/** Searching a folder is judged as reading it would be. */
import { describe, expect, test } from 'vitest';
import { decide } from '../../../../src-main/policy/decide.ts';
import type { PolicyFacts } from '../../../../src-main/policy/policy-facts.ts';
import type { Rule } from '../../../../src-main/policy/rule.ts';

function search(path: string, rule?: Partial<Rule>) {
  const rules: PolicyFacts['rules'] = rule
    ? [{ from: 'person', rules: [{ key: 'fs_search_text', allowed: true, refused: false, ...rule }] }]
    : [];
  const facts: PolicyFacts = {
    home: '/home/u',
    folders: ['/w'],
    ownPaths: ['/home/u/.config/doorman'],
    programPath: ['/usr/bin'],
    rules,
    wallAvailable: true,
  };
  const action = {
    tool: 'fs_search_text',
    effects: [{ kind: 'search' as const, path }],
    summary: '',
    frozen: null,
  };
  const verdict = decide({ ...action, input: { pattern: 'x' } }, facts, 0);
  return verdict.kind === 'ask' ? verdict.ask : verdict.kind;
}

describe('a search of a folder', () => {
  test('is allowed in an added folder and asked about elsewhere', () => {
    expect(search('/w/src')).toBe('allow');
    expect(search('/w2')).toBe('no-rule');
    expect(search('/home/u')).toBe('no-rule');
  });

  test("must be looked at in a secret place, and is refused in Doorman's own folder", () => {
    expect(search('/w/.ssh')).toBe('must-look');
    expect(search('/home/u/.config/doorman/journal')).toBe('deny');
  });

  test('follows the rules of the person that name the folder, under the published name too', () => {
    expect(search('/srv', { when: { path: '/srv' } })).toBe('allow');
    expect(search('/srv/other', { when: { path: '/srv' } })).toBe('no-rule');
    expect(search('/w', { key: 'grep', allowed: false, refused: true })).toBe('deny');
  });
});
