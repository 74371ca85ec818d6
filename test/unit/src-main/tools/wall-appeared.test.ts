import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Wall } from '../../../../src-shared/action.ts';
import { callTool, dataOf, runContext } from './tools-fixture.ts';
import { walledHome } from './wall-fixture.ts';

/** A shared folder with a subfolder in which nothing is protected yet, and one in which something is. */
async function shared() {
  const remarks: (readonly string[])[] = [];
  const walled = await walledHome(() => ({ onRemarks: (_call, said) => void remarks.push(said) }));
  const { env, site } = walled;
  await mkdir(join(site, 'empty'));
  await mkdir(join(site, 'old', '.vscode'), { recursive: true });
  await writeFile(join(site, 'old', 'AGENTS.md'), 'mine');
  const gaps = async (command: string, wall: Wall = 'guarded') => {
    const workspaces = wall === 'workspace-write' ? [site] : [];
    const ran = await callTool(env, 'shell_run', { command, cwd: site }, runContext({ wall, workspaces }));
    return dataOf(ran).wall_gaps;
  };
  return { ...walled, remarks, gaps };
}

describe('protected names that come to be in a folder that had none', () => {
  it.each(['guarded', 'workspace-write'] as const)(
    'are told to the agent and the person (%s)',
    async (wall) => {
      const { site, remarks, gaps } = await shared();
      const command = [
        'mkdir -p empty/.vscode empty/new/.github/workflows empty/.github',
        'echo evil > empty/.vscode/tasks.json; echo evil > empty/new/.github/workflows/ci.yml; echo evil > empty/CLAUDE.md',
        'git init -q empty/repo',
      ].join('; ');
      const said = await gaps(command, wall);
      expect(said).toEqual([expect.stringMatching(/^created: .*look at it first$/)]);
      const names = /^created: (.*);/
        .exec(String(Array.isArray(said) ? said[0] : ''))?.[1]
        ?.split(', ')
        .sort();
      expect(names).toEqual(
        ['.vscode', 'CLAUDE.md', 'new/.github/workflows', 'repo/.git'].map((name) => `site/empty/${name}`),
      );
      expect(remarks).toEqual([said]);
      expect(await readFile(join(site, 'empty', 'CLAUDE.md'), 'utf8')).toBe('evil\n');
    },
  );

  it('are told once: from then on they are kept as they are', async () => {
    const { site, gaps } = await shared();
    expect(await gaps('echo one > empty/CLAUDE.md')).toHaveLength(1);
    expect(await gaps('echo two > empty/CLAUDE.md; echo two > empty/other')).toBeUndefined();
    expect(await readFile(join(site, 'empty', 'CLAUDE.md'), 'utf8')).toBe('one\n');
  });

  it('are links as well as files', async () => {
    const { gaps } = await shared();
    expect(await gaps('ln -s ../a.txt empty/CLAUDE.md')).toEqual([
      expect.stringMatching(/empty\/CLAUDE\.md/),
    ]);
  });

  it('are not what was there before, what is gone again, or what a wall without writing could not make', async () => {
    const { site, remarks, gaps } = await shared();
    await symlink('AGENTS.md', join(site, 'old', 'CLAUDE.md'));
    expect(
      await gaps('echo x > empty/a; mkdir empty/.vscode; rmdir empty/.vscode; cat old/AGENTS.md'),
    ).toBeUndefined();
    expect(await gaps('mkdir empty/.vscode', 'read-only')).toBeUndefined();
    expect(remarks).toEqual([]);
  });

  it('are told to the person where the run is ended before its result', async () => {
    const { env, site, remarks } = await shared();
    const stop = new AbortController();
    const context = runContext({ wall: 'guarded', signal: stop.signal });
    const running = callTool(
      env,
      'shell_run',
      { command: 'echo x > empty/CLAUDE.md; sleep 100', cwd: site },
      context,
    );
    const made = async () =>
      (await readFile(join(site, 'empty', 'CLAUDE.md'), 'utf8').catch(() => '')) !== '';
    while (!(await made()));
    stop.abort();
    expect(await running).toMatchObject({ ok: false });
    expect(remarks).toEqual([[expect.stringContaining('empty/CLAUDE.md')]]);
  });
});
