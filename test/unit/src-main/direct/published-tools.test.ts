/** The published names and arguments as calls of our own tools. */
import { describe, expect, it } from 'vitest';
import { coCommand, ownCall } from '../../../../src-main/direct/published-tools.ts';

describe('a published call', () => {
  it.each([
    [
      'bash',
      { command: 'ls', timeout: 1.5, description: 'why' },
      'shell_run',
      { command: 'ls', timeout_ms: 1500, reason: 'why' },
    ],
    ['read_file', { file_path: 'a', limit: null }, 'fs_read_file', { path: 'a' }],
    ['list_files', {}, 'fs_list_directory', { path: '.' }],
    ['grep', { query: 'x', include: '*.ts' }, 'fs_search_text', { pattern: 'x', glob: '*.ts' }],
    ['fs_stat', { path: 'a' }, 'fs_stat', { path: 'a' }],
  ])('%s %j is a call of ours', (tool, args, own, input) => {
    expect(ownCall(tool, args)).toMatchObject({ tool: own, input });
  });

  it('reads no argument that was not given by its own name, whatever the names are', () => {
    const args = JSON.parse('{"__proto__":{"command":"rm -rf /"},"constructor":1}');
    const { input } = ownCall('bash', args) as { readonly input: Record<string, unknown> };
    expect(Object.keys(input).sort()).toEqual(['__proto__', 'constructor']);
    expect(input.command).toBeUndefined();
    expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
  });

  it.each([
    ['co status', ['status']],
    ['  co browser open example.org ', ['browser', 'open', 'example.org']],
    ['co status; rm x', undefined],
    ['co "status"', undefined],
    ['echo co status', undefined],
  ])('%s is answered here only where it is plain', (command, words) => {
    expect(coCommand('bash', { command })).toEqual(words);
  });
});
