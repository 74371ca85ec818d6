import { describe, expect, test } from 'vitest';
import type { PermissionChange } from '../../../../src-main/policy/permission-file.ts';
import { changeRules, readPermissions } from '../../../../src-main/policy/permission-file.ts';
import type { Rule } from '../../../../src-main/policy/rule.ts';
import type { RuleDraft } from '../../../../src-shared/rule-view.ts';

const text = `# my rules
permissions:
  # reading
  "Bash(ls *)": { allowed: true } # always

  # by make
  "Bash(make)": { allowed: true, source: doorman, expires: { type: never }, when: { cwd: "/w" } } # by an answer
  zeta:
    allowed: false # not yet
    colour: red
other: 1
`;

const draft = (change: Partial<RuleDraft> = {}): RuleDraft => ({
  key: 'Bash(make)',
  effect: 'allow',
  cwd: '',
  reason: '',
  ...change,
});

function rule(key: string, from = text): Rule {
  const read = readPermissions(from);
  const found = read.ok ? read.rules.find((one) => one.key === key) : undefined;
  if (!found) throw new Error(`no rule ${key}`);
  return found;
}

function changed(change: PermissionChange, from = text): string {
  const result = changeRules(from, change);
  if (!result.ok) throw new Error(result.message);
  return result.text;
}

describe('a rule edited by hand', () => {
  test('is added at the end, as the line that was shown', () => {
    const put = draft({ key: 'Bash(git push *)', effect: 'refuse', cwd: '/w/*', reason: 'ask "me" first' });
    const now = changed({ kind: 'put', draft: put });
    expect(now.split('\n')).toContain(
      '  "Bash(git push *)": { refused: true, when: { cwd: "/w/*" }, reason: "ask \\"me\\" first" }',
    );
    expect(now).toContain('# always');
    expect(rule('Bash(git push *)', now)).toMatchObject({
      refused: true,
      allowed: false,
      when: { cwd: '/w/*' },
    });
  });

  test('takes the place of no other', () => {
    expect(changeRules(text, { kind: 'put', draft: draft({ key: 'zeta' }) })).toMatchObject({ ok: false });
    const was = rule('Bash(make)');
    expect(changeRules(text, { kind: 'replace', was, draft: draft({ key: 'zeta' }) })).toMatchObject({
      ok: false,
    });
  });

  test('changes where it stands; what the draft does not speak of stays, and it is no grant any more', () => {
    const now = changed({
      kind: 'replace',
      was: rule('Bash(make)'),
      draft: draft({ key: 'Bash(make lint)', cwd: '/v', reason: 'quick' }),
    });
    expect(now).toBe(
      text.replace(
        '"Bash(make)": { allowed: true, source: doorman, expires: { type: never }, when: { cwd: "/w" } }',
        '"Bash(make lint)": { allowed: true, expires: { type: never }, when: { cwd: "/v" }, reason: quick }',
      ),
    );
    const wider = changed({ kind: 'replace', was: rule('Bash(make)'), draft: draft() });
    expect(rule('Bash(make)', wider).when).toBeUndefined();
    const refusing = changed({
      kind: 'replace',
      was: rule('zeta'),
      draft: draft({ key: 'zeta', effect: 'refuse' }),
    });
    expect(rule('zeta', refusing)).toMatchObject({ refused: true, allowed: false });
    expect(refusing).toContain('colour: red');
  });

  test('is taken out with the words that stand above it, and put back byte for byte', () => {
    for (const key of ['Bash(ls *)', 'Bash(make)', 'zeta']) {
      const without = changed({ kind: 'take', was: rule(key) });
      expect(without).not.toContain(key);
      expect(changed({ kind: 'restore', was: rule(key), from: text }, without)).toBe(text);
    }
    const onlyLast = changed(
      { kind: 'take', was: rule('Bash(ls *)') },
      changed({ kind: 'take', was: rule('Bash(make)') }),
    );
    expect(onlyLast).not.toContain('by make');
    const back = changed({ kind: 'restore', was: rule('Bash(make)'), from: text }, onlyLast);
    expect(readPermissions(back)).toMatchObject({ rules: [{ key: 'Bash(make)' }, { key: 'zeta' }] });
  });

  test('is left alone where it reads otherwise by now, and is not put back beside another of its key', () => {
    const was = { ...rule('Bash(make)'), when: { cwd: '/elsewhere' } };
    expect(changeRules(text, { kind: 'take', was })).toMatchObject({ ok: false });
    expect(changeRules(text, { kind: 'replace', was, draft: draft() })).toMatchObject({ ok: false });
    expect(changeRules(text, { kind: 'restore', was: rule('zeta'), from: text })).toMatchObject({
      ok: false,
    });
  });
});
