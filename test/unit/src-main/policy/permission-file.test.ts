import { describe, expect, test } from 'vitest';
import { changeRules, readPermissions } from '../../../../src-main/policy/permission-file.ts';
import { ruleSuggestion } from '../../../support/rule-suggestion.ts';

function rulesOf(text: string) {
  const read = readPermissions(text);
  if (!read.ok) throw new Error(`${read.line}:${read.column} ${read.message}`);
  return read;
}

describe('reading a permission file', () => {
  test('an empty file and one without permissions hold no rules', () => {
    for (const text of ['', '# only a comment\n', 'permissions:\n', 'name: x\n']) {
      expect(readPermissions(text)).toEqual({ ok: true, rules: [], warnings: [] });
    }
  });

  test('allowed, refused, when, expires and reason are read', () => {
    const { rules, warnings } = rulesOf(`
permissions:
  "Bash(git log *)": { allowed: true, source: me, reason: reading is fine }
  fs_read_file: { allowed: true, when: { path: "/srv/*" } }
  "Bash(git push *)": { refused: true }
  "Bash(ls *)": { allowed: true, expires: { type: date, at: "2030-01-02T03:04:05Z" } }
`);
    expect(warnings).toEqual([]);
    expect(rules).toEqual([
      { key: 'Bash(git log *)', line: 3, allowed: true, refused: false, reason: 'reading is fine' },
      { key: 'fs_read_file', line: 4, allowed: true, refused: false, when: { path: '/srv/*' } },
      { key: 'Bash(git push *)', line: 5, allowed: false, refused: true },
      { key: 'Bash(ls *)', line: 6, allowed: true, refused: false, expiresAt: Date.UTC(2030, 0, 2, 3, 4, 5) },
    ]);
  });

  test.each([
    ['permissions:\n  "Bash(ls *)": { allowed: true\n  x: 1\n', 3],
    ['permissions:\n  "Bash(ls *)": true\n', 2],
    ['permissions:\n  "Bash(a)": { allowed: true }\n  "Bash(b)": { allowed: "false" }\n', 3],
    ['permissions:\n  "Bash(a)": { allowed: true }\n  "Bash(a)": { allowed: false }\n', 3],
    ['permissions: [a]\n', 1],
    ['- a\n', 1],
    ['permissions:\n  x: { allowed: true, expires: { type: someday } }\n', 2],
  ])('one bad entry refuses the whole file and names its place: %j', (text, line) => {
    expect(readPermissions(text)).toMatchObject({ ok: false, line, column: expect.any(Number) });
  });

  test('the column points at the value that is wrong', () => {
    const text = 'permissions:\n  "Bash(a)": { allowed: 3 }\n';
    expect(readPermissions(text)).toMatchObject({
      ok: false,
      line: 2,
      column: (text.split('\n')[1]?.indexOf('3 }') as number) + 1,
    });
  });

  test('rules that ended with their session, and a "match" that would allow everything, are not in force', () => {
    const { rules, warnings } = rulesOf(`
permissions:
  a: { allowed: true, expires: { type: session_end } }
  b: { allowed: true, match: { path: x } }
`);
    expect(rules.map((rule) => rule.expiresAt)).toEqual([0, 0]);
    expect(warnings.join('\n')).toMatch(/session[\s\S]*match/);
  });

  test('rules too wide to be meant and rules that can never match are loaded with a warning', () => {
    const keys = [
      'bash',
      'Bash(bash *)',
      'Bash(python *)',
      'Bash(sudo *)',
      'Bash(pwd && ls)',
      'Bash(*)',
      'no_such_tool',
    ];
    const { rules, warnings } = rulesOf(
      `permissions:\n${keys.map((key) => `  "${key}": { allowed: true }`).join('\n')}\n`,
    );
    expect(rules.map((rule) => rule.key)).toEqual(keys);
    for (const key of keys)
      expect(
        warnings.some((warning) => warning.includes(key)),
        key,
      ).toBe(true);
  });

  test('unknown fields are reported and do not stop the file', () => {
    expect(rulesOf('permissions:\n  bash: { allowed: false, colour: red }\n').warnings.join()).toContain(
      'colour',
    );
  });
});

function added(text: string, ...rules: Parameters<typeof ruleSuggestion>[]): string {
  const changed = changeRules(text, { kind: 'add', rules: rules.map((rule) => ruleSuggestion(...rule)) });
  if (!changed.ok) throw new Error(changed.message);
  return changed.text;
}

describe('adding and removing rules', () => {
  const text = `# my rules
permissions:
  # reading
  "Bash(ls *)": { allowed: true } # always

  zeta: { allowed: false, colour: red }
other: 1
`;

  test('keeps comments, order and unknown keys, and appends at the end of the permissions', () => {
    const now = added(text, ['Bash(git log -1)', { cwd: '/w' }]);
    for (const kept of ['# my rules', '# reading', '# always', 'colour: red', 'other: 1'])
      expect(now).toContain(kept);
    expect(rulesOf(now).rules.map((rule) => rule.key)).toEqual(['Bash(ls *)', 'zeta', 'Bash(git log -1)']);
  });

  test('makes the map where there is none', () => {
    for (const empty of ['', 'permissions:\n', '# note\n', 'permissions: {}\n']) {
      expect(rulesOf(added(empty, ['fs_read_file', { path: '/a b' }])).rules).toMatchObject([
        { key: 'fs_read_file', allowed: true, refused: false, granted: true, when: { path: '/a b' } },
      ]);
    }
  });

  test.each([
    [`Bash(grep "it's: #1" 'a "b"')`, { cwd: '/a b/ü "c"' }],
    [`Bash(echo ${'long '.repeat(150)})`, { cwd: '/w' }],
    ['fs_read_file(/srv/#1: {x}, [y]/é\u2028)', undefined],
    ['Bash(true)', { cwd: '' }],
  ])('what is written is the very line that is shown, and is read back: %j', (key, when) => {
    const now = added(text, [key, when]);
    expect(now.split('\n')).toContain(`  ${ruleSuggestion(key, when).line}`);
    expect(rulesOf(now).rules.at(-1)).toMatchObject({ key, allowed: true, granted: true });
  });

  test('no rule takes the place of another; the same one once more is none', () => {
    const once = added(text, ['Bash(make)', { cwd: '/w' }]);
    expect(added(once, ['Bash(make)', { cwd: '/w' }])).toBe(once);
    for (const key of ['Bash(ls *)', 'zeta', 'Bash(make)']) {
      const rules = [ruleSuggestion('Bash(other)'), ruleSuggestion(key, { cwd: '/elsewhere' })];
      expect(changeRules(once, { kind: 'add', rules })).toEqual({
        ok: false,
        message: expect.stringContaining(key),
      });
    }
  });

  test('removing takes out what an answer wrote, and all else stays as it was', () => {
    const rules = [ruleSuggestion('Bash(make)', { cwd: '/w' }), ruleSuggestion('fs_stat(/srv)')];
    const both = changeRules(text, { kind: 'add', rules });
    if (!both.ok) throw new Error(both.message);
    const before = changeRules(text, { kind: 'add', rules: [] });
    expect(changeRules(both.text, { kind: 'remove', rules })).toEqual(before);
    expect(changeRules(text, { kind: 'remove', rules })).toEqual(before);
  });

  test('a rule that is somebody else’s is not removed', () => {
    const rules = [ruleSuggestion('Bash(ls *)')];
    expect(changeRules(text, { kind: 'remove', rules })).toMatchObject({ ok: false });
    const refused = 'permissions:\n  "Bash(ls *)": { allowed: true, refused: true, source: doorman }\n';
    expect(changeRules(refused, { kind: 'remove', rules })).toMatchObject({ ok: false });
  });
});
