import { describe, expect, test } from 'vitest';
import { decide, type JudgedAction } from '../../../../src-main/policy/decide.ts';
import type { PolicyFacts } from '../../../../src-main/policy/policy-facts.ts';
import type { Rule, RuleSource } from '../../../../src-main/policy/rule.ts';
import { SHIPPED_RULES } from '../../../../src-main/policy/shipped-rules.ts';
import type { Effect } from '../../../../src-shared/action.ts';
import type { ShellScript } from '../../../../src-shared/shell-script.ts';
import type { Verdict } from '../../../../src-shared/verdict.ts';

const NOW = Date.UTC(2030, 0, 1);

function rule(key: string, more: Partial<Rule> = {}): Rule {
  return { key, allowed: true, refused: false, ...more };
}

function facts(rules: readonly RuleSource[] = [], more: Partial<PolicyFacts> = {}): PolicyFacts {
  return {
    home: '/home/u',
    folders: ['/w'],
    ownPaths: ['/home/u/.config/doorman'],
    programPath: ['/usr/bin'],
    rules,
    wallAvailable: true,
    ...more,
  };
}

const person = (...rules: Rule[]): RuleSource[] => [{ from: 'person', rules }];

function action(tool: string, effects: readonly Effect[], input: JudgedAction['input'] = {}): JudgedAction {
  return { tool, effects, summary: tool, frozen: null, input };
}

const read = (path: string, secretContent?: string): JudgedAction =>
  action('fs_read_file', [{ kind: 'read', path, ...(secretContent ? { secretContent } : {}) }], { path });

const noSurroundings = { files: {}, repositories: {}, programs: {} };

function shell(
  argv: readonly string[],
  surroundings: Partial<NonNullable<Extract<ShellScript, { kind: 'plain' }>['surroundings']>> = {},
): JudgedAction {
  const text = argv.join(' ');
  const script: ShellScript = {
    kind: 'plain',
    commands: [{ argv, part: text, cwd: '/w' }],
    reads: [],
    surroundings: { ...noSurroundings, ...surroundings },
  };
  return action('shell_run', [{ kind: 'run', text, cwd: '/w', script }], { command: text });
}

function short(verdict: Verdict): string {
  return verdict.kind === 'ask' ? verdict.ask : verdict.kind;
}

describe('jobs', () => {
  const job = (startedBy: string, askedBy: string, tool = 'shell_read'): JudgedAction =>
    action(tool, [{ kind: 'job', use: 'read', job: 'j-1', startedBy, askedBy }], { job_id: 'j-1' });

  test('belong to the run that started them, and no rule opens them to another', () => {
    const rules = person(rule('shell_read'), rule('shell_stop'), rule('bash'));
    expect(short(decide(job('a', 'a'), facts(), NOW))).toBe('allow');
    expect(short(decide(job('a', 'b'), facts(rules), NOW))).toBe('deny');
    expect(short(decide(job('', ''), facts(rules), NOW))).toBe('deny');
    const both = { ...job('a', 'a'), effects: [...job('a', 'a').effects, ...job('a', 'b').effects] };
    expect(short(decide(both, facts(rules), NOW))).toBe('deny');
  });

  test('can be refused as a whole, and are started by the rules of their commands', () => {
    const refused = person(rule('shell_start', { allowed: false, refused: true }));
    const run = shell(['echo', 'hi']);
    const start = { ...run, tool: 'shell_start' };
    expect(short(decide(start, facts(refused), NOW))).toBe('deny');
    expect(short(decide(run, facts(refused), NOW))).not.toBe('deny');
    expect(short(decide(start, facts(person(rule('Bash(echo *)'))), NOW))).toBe('allow');
    expect(short(decide(start, facts(person(rule('shell_start'))), NOW))).toBe('no-rule');
    for (const key of ['bash', 'shell_run', 'Bash(echo *)']) {
      const all = person(rule(key, { allowed: false, refused: true }));
      expect(short(decide(start, facts(all), NOW)), key).toBe('deny');
    }
  });

  test('an effect that nobody knows is no reason to allow', () => {
    const unknown = action('shell_read', [{ kind: 'novel' } as unknown as Effect]);
    expect(() => decide(unknown, facts(), NOW)).toThrow();
  });
});

describe('files', () => {
  test.each([
    ['/w/a.txt', 'allow'],
    ['/w', 'allow'],
    ['/w2/a.txt', 'no-rule'],
    ['/etc/hosts', 'no-rule'],
    ['/w/.env', 'must-look'],
    ['/home/u/.ssh/id_rsa', 'must-look'],
    ['/home/u/.config/doorman/host.yaml', 'deny'],
    ['/w/.co/host.yaml', 'deny'],
    ['/w/.co/keys/agent.key', 'deny'],
  ])('reading %s: %s', (path, expected) => {
    const verdict = decide(read(path), facts(), NOW);
    expect(short(verdict)).toBe(expected);
    expect(verdict.reasons[0]?.text).not.toBe('');
  });

  test('a file whose content is a private key must be looked at, whatever its name', () => {
    expect(short(decide(read('/w/notes.txt', 'a private key'), facts(), NOW))).toBe('must-look');
  });

  test('a rule without a path opens nothing outside; one that names the path does', () => {
    const bare = person(rule('read_file'));
    expect(short(decide(read('/etc/hosts'), facts(bare), NOW))).toBe('no-rule');
    const narrow = person(rule('read_file', { when: { path: '/etc/*' } }));
    expect(short(decide(read('/etc/hosts'), facts(narrow), NOW))).toBe('allow');
    expect(short(decide(read('/etc/shadow'), facts(narrow), NOW))).toBe('must-look');
    expect(short(decide(read('/etc2/hosts'), facts(narrow), NOW))).toBe('no-rule');
  });

  test('a refusal of the person goes before everything but the built-in ones', () => {
    const refusing = person(rule('read_file', { refused: true, when: { path: '/w/private/*' } }));
    expect(short(decide(read('/w/private/a'), facts(refusing), NOW))).toBe('deny');
    expect(short(decide(read('/w/a'), facts(refusing), NOW))).toBe('allow');
  });

  test('reads and looks start nothing, so they say the read-only wall', () => {
    expect(decide(read('/w/a'), facts(), NOW)).toMatchObject({ wall: 'read-only' });
  });
});

describe('pictures', () => {
  const look = action('screen_capture', [{ kind: 'look', target: 'display 0' }]);

  test('ask unless the person allowed them', () => {
    expect(short(decide(look, facts([{ from: 'shipped', rules: [rule('screen_capture')] }]), NOW))).toBe(
      'no-rule',
    );
    expect(short(decide(look, facts(person(rule('take_screenshot'))), NOW))).toBe('allow');
  });
});

describe('commands', () => {
  test('a covered command is allowed behind the read-only wall, an uncovered harmless one asks', () => {
    expect(decide(shell(['uname']), facts(person(rule('Bash(uname *)'))), NOW)).toMatchObject({
      kind: 'allow',
      wall: 'read-only',
    });
    expect(decide(shell(['uname']), facts(), NOW)).toMatchObject({
      kind: 'ask',
      ask: 'no-rule',
      wall: 'guarded',
    });
  });

  test('reasons name the rule and the part', () => {
    expect(decide(shell(['uname', '-a']), facts(person(rule('Bash(uname *)'))), NOW).reasons).toEqual([
      {
        text: 'allowed by the rule Bash(uname *)',
        rule: 'Bash(uname *)',
        source: 'person',
        part: 'uname -a',
      },
    ]);
  });

  test('without a wall nothing runs unasked, no mode may waive it, and the card says that there is none', () => {
    const known = facts(person(rule('Bash(uname *)')), { wallAvailable: false });
    const verdict = decide(shell(['uname']), known, NOW);
    expect(verdict).toMatchObject({ kind: 'ask', ask: 'must-look', wall: 'none' });
    expect(verdict.reasons[0]?.text).toContain('no wall');
    const required = { ...known, wallRequired: true };
    expect(short(decide(shell(['uname']), required, NOW))).toBe('deny');
    expect(short(decide(shell(['uname']), { ...required, wallAvailable: true }, NOW))).toBe('allow');
    expect(short(decide(read('/w/a'), required, NOW))).toBe('allow');
  });

  test('a refusal reaches one command, and a whole tool', () => {
    expect(
      short(decide(shell(['uname']), facts(person(rule('Bash(uname *)', { refused: true }))), NOW)),
    ).toBe('deny');
    expect(short(decide(shell(['uname']), facts(person(rule('bash', { refused: true }))), NOW))).toBe('deny');
    expect(short(decide(shell(['ls']), facts(person(rule('Bash(uname *)', { refused: true }))), NOW))).toBe(
      'no-rule',
    );
  });

  test('allowed: false is no veto, and a rule that ran out does not count', () => {
    const rules: RuleSource[] = [
      { from: 'person', rules: [rule('Bash(uname)', { allowed: false })] },
      { from: 'shipped', rules: [rule('Bash(uname *)', { expiresAt: NOW + 1 })] },
    ];
    expect(short(decide(shell(['uname']), facts(rules), NOW))).toBe('allow');
    expect(short(decide(shell(['uname']), facts(rules), NOW + 1))).toBe('no-rule');
  });

  test('a wildcard of the person covers an unknown program, a shipped one does not', () => {
    const wild = rule('Bash(frobnicate *)');
    expect(decide(shell(['frobnicate']), facts(person(wild)), NOW)).toMatchObject({
      kind: 'allow',
      wall: 'guarded',
    });
    expect(short(decide(shell(['frobnicate']), facts([{ from: 'shipped', rules: [wild] }]), NOW))).toBe(
      'must-look',
    );
  });

  test('an exact rule is a decision about what the table warns of, but never about hazards', () => {
    const sort = shell(['sort', '-o', 'out', 'in'], {
      files: { '/w/in': { kind: 'seen', files: [{ path: '/w/in', type: 'file' }] } },
    });
    expect(short(decide(sort, facts(person(rule('Bash(sort *)'))), NOW))).toBe('must-look');
    expect(decide(sort, facts(person(rule('Bash(sort -o out in)'))), NOW)).toMatchObject({
      kind: 'allow',
      wall: 'guarded',
    });
    expect(short(decide(shell(['sudo', 'ls']), facts(person(rule('Bash(sudo ls)'))), NOW))).toBe('must-look');
  });

  test('project code runs under the shipped rules only where the person trusts the folder', () => {
    const shipped: RuleSource[] = [{ from: 'shipped', rules: SHIPPED_RULES }];
    expect(short(decide(shell(['npm', 'test']), facts(shipped), NOW))).toBe('must-look');
    expect(short(decide(shell(['npm', 'test']), facts(shipped, { trustedFolders: ['/w'] }), NOW))).toBe(
      'allow',
    );
    expect(short(decide(shell(['npm', 'test']), facts(person(rule('Bash(npm test)'))), NOW))).toBe('allow');
  });

  test('a file that nobody looked at must be looked at', () => {
    const cat = facts(person(rule('Bash(cat *)')));
    expect(short(decide(shell(['cat', 'x']), cat, NOW))).toBe('must-look');
    const at = (path: string) =>
      shell(['cat', 'x'], { files: { '/w/x': { kind: 'seen', files: [{ path, type: 'file' }] } } });
    expect(short(decide(at('/w/x'), cat, NOW))).toBe('allow');
    expect(short(decide(at('/etc/hosts'), cat, NOW))).toBe('no-rule');
    expect(short(decide(at('/home/u/.ssh/id_rsa'), cat, NOW))).toBe('must-look');
    expect(short(decide(at('/w/.co/host.yaml'), cat, NOW))).toBe('deny');
  });

  test('an action that shows no effect is not waved through', () => {
    expect(short(decide(action('anything', []), facts(person(rule('anything'))), NOW))).toBe('must-look');
  });
});

describe('a question of an agent', () => {
  const question = { text: 'Which?', options: ['a', 'b'], multiSelect: false, freeText: false };
  const asks = (secret?: string) =>
    action('ask_user', [{ kind: 'question', question: { ...question, ...(secret ? { secret } : {}) } }], {
      question: 'Which?',
    });

  test('is for the person alone, whatever rule allows the tool', () => {
    const rules = [...person(rule('ask_user')), { from: 'shipped' as const, rules: SHIPPED_RULES }];
    expect(decide(asks(), facts(rules), NOW)).toMatchObject({ kind: 'ask', ask: 'question' });
  });

  test('says what secret it seems to ask for', () => {
    const verdict = decide(asks('a password'), facts(), NOW);
    expect(verdict.reasons.map(({ text }) => text)).toContain('it seems to ask for a password');
  });

  test('is refused where the person refused the tool, and only where the rule fits', () => {
    const refuse = (when?: Record<string, string>) =>
      facts(person(rule('ask_user', { allowed: false, refused: true, ...(when ? { when } : {}) })));
    expect(decide(asks(), refuse(), NOW).kind).toBe('deny');
    expect(decide(asks(), refuse({ question: 'Wh*' }), NOW).kind).toBe('deny');
    expect(decide(asks(), refuse({ question: 'How*' }), NOW).kind).toBe('ask');
  });
});
