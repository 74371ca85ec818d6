import { describe, expect, it } from 'vitest';
import { parsedAction } from '../../../../src-main/calls/parsed-action.ts';
import type { ShellScript } from '../../../../src-shared/shell-script.ts';

const run = (script: ShellScript) => ({ effects: [{ kind: 'run' as const, text: '', cwd: '/w', script }] });

describe('what Doorman made of an input', () => {
  it('lists words, redirections and the real places of paths', () => {
    const script: ShellScript = {
      kind: 'unclear',
      unclear: [],
      reads: ['/w/in'],
      writes: ['/w/out'],
      commands: [
        {
          argv: ['cat', 'a b', '*'],
          part: '',
          cwd: '/w',
          open: [{ index: 2, kind: 'glob', start: '', many: true }],
        },
      ],
      surroundings: {
        files: {
          '/w/link': { kind: 'seen', files: [{ path: '/etc/x', type: 'file' }] },
          '/w/gone': { kind: 'unseen', why: '' },
        },
        repositories: {},
        programs: {},
      },
    };
    expect(parsedAction(run(script))).toEqual({
      commands: [{ argv: ['cat', 'a b', '*'], cwd: '/w', open: [2] }],
      redirects: [
        { use: 'read', path: '/w/in' },
        { use: 'write', path: '/w/out' },
      ],
      paths: [
        { named: '/w/link', leadsTo: ['/etc/x'] },
        { named: '/w/gone', leadsTo: [] },
      ],
      leftOut: 0,
    });
  });

  it('is cut, and says by how much', () => {
    const command = { argv: Array.from({ length: 999 }, () => 'x'.repeat(9_999)), part: '', cwd: '/w' };
    const commands = Array.from({ length: 150 }, () => command);
    const parsed = parsedAction(run({ kind: 'plain', commands, reads: [] }));
    expect(parsed.commands).toHaveLength(100);
    expect(parsed.leftOut).toBe(50);
    expect(parsed.commands[0]?.argv.length).toBeLessThanOrEqual(200);
    expect(parsed.commands[0]?.argv[0]?.length).toBeLessThanOrEqual(1_001);
  });

  it('knows the place of a file that is read', () => {
    const path = '/home/u/notes';
    expect(parsedAction({ effects: [{ kind: 'read', path }] }).paths).toEqual([
      { named: path, leadsTo: [path] },
    ]);
  });
});
