import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callTool, dataOf, messageOf, runContext, scratchFolder, toolsEnv } from './tools-fixture.ts';

describe('fs_list_directory', () => {
  it('lists names, types and sizes sorted by name, and does not follow links', async () => {
    const root = await scratchFolder();
    await mkdir(join(root, 'b'));
    await writeFile(join(root, 'c.txt'), '12345');
    await symlink('/etc', join(root, 'a'));
    const env = toolsEnv(root, { folders: () => [root] });
    expect(dataOf(await callTool(env, 'fs_list_directory', { path: '.' }))).toEqual({
      path: root,
      entries: [
        { name: 'a', type: 'link' },
        { name: 'b', type: 'directory' },
        { name: 'c.txt', type: 'file', size: 5 },
      ],
      truncated: false,
    });
  });

  it('stays within the budget and says how many there are', async () => {
    const root = await scratchFolder();
    for (let at = 0; at < 300; at += 1) await writeFile(join(root, `"${String(at).padStart(40, '0')}`), '');
    const context = runContext({ maxResultBytes: 8000 });
    const value = dataOf(await callTool(toolsEnv(root), 'fs_list_directory', { path: root }, context));
    expect(Buffer.byteLength(JSON.stringify(value))).toBeLessThanOrEqual(8000);
    expect(value).toMatchObject({ truncated: true, total: 300 });
    expect((value.entries as unknown[]).length).toBeGreaterThan(50);
  });

  it('does not list a folder that was swapped for another after the decision', async () => {
    const root = await scratchFolder();
    await mkdir(join(root, 'a'));
    await mkdir(join(root, 'out'));
    await writeFile(join(root, 'out', 'secret-name'), '');
    const swap = async () => {
      await rename(join(root, 'a'), join(root, 'old'));
      await symlink('out', join(root, 'a'));
    };
    const ran = await callTool(toolsEnv(root), 'fs_list_directory', { path: '~/a' }, runContext(), swap);
    expect(messageOf(ran)).toMatch(/replaced after it was decided on/);
  });
});
