import { chmod, link, mkdir, rename, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  callTool,
  dataOf,
  findTool,
  messageOf,
  runContext,
  scratchFolder,
  toolsEnv,
} from './tools-fixture.ts';

async function setUp() {
  const home = await scratchFolder();
  const root = join(home, 'site');
  await mkdir(root);
  const env = toolsEnv(home, { folders: () => [root] });
  return { home, root, env, stat: (path: string) => callTool(env, 'fs_stat', { path }) };
}

describe('fs_stat', () => {
  it('describes a file: type, size, time, permissions, names', async () => {
    const { root, stat } = await setUp();
    const path = join(root, 'a.sh');
    await writeFile(path, '12345');
    await chmod(path, 0o4750);
    await link(path, join(root, 'b.sh'));
    await utimes(path, 1_700_000_000, 1_700_000_000);
    expect(dataOf(await stat('a.sh'))).toEqual({
      path,
      type: 'file',
      size: 5,
      modified: '2023-11-14T22:13:20.000Z',
      permissions: 'rwxr-x---',
      mode: '4750',
      hard_links: 2,
    });
  });

  it('describes a link itself, and where it leads only inside a shared folder', async () => {
    const { home, root, stat } = await setUp();
    await mkdir(join(root, 'sub'));
    await writeFile(join(home, 'outside'), '');
    await symlink('sub', join(root, 'in'));
    await symlink('../outside', join(root, 'out'));
    await symlink('../nowhere', join(root, 'dead'));
    expect(dataOf(await stat('in'))).toMatchObject({
      path: join(root, 'in'),
      type: 'link',
      link_target: 'sub',
      real_path: join(root, 'sub'),
    });
    const [out, dead] = [dataOf(await stat('out')), dataOf(await stat('dead'))];
    expect(out).toMatchObject({ type: 'link', link_target: '../outside' });
    expect([Object.keys(out), 'real_path' in out]).toEqual([Object.keys(dead), false]);
  });

  it('is decided on as a listing of the place where the object really lies', async () => {
    const { home, root, env } = await setUp();
    await mkdir(join(home, '.ssh'));
    await writeFile(join(home, '.ssh', 'id_rsa'), '');
    await symlink('../.ssh', join(root, 'keys'));
    const tool = findTool(env, 'fs_stat');
    const resolved = await tool.resolve({ path: 'keys/id_rsa' });
    if (!resolved.ok) throw new Error(resolved.message);
    await tool.release?.(resolved.action);
    const path = join(home, '.ssh', 'id_rsa');
    expect(resolved.action).toMatchObject({
      effects: [{ kind: 'list', path }],
      frozen: { path },
      text: path,
    });
  });

  it('describes folders, devices and the root without opening them', async () => {
    const { stat } = await setUp();
    expect(dataOf(await stat('/'))).toMatchObject({ path: '/', type: 'directory' });
    expect(dataOf(await stat('/dev/zero'))).toMatchObject({ path: '/dev/zero', type: 'device' });
    expect(dataOf(await stat('.'))).toMatchObject({ type: 'directory' });
  });

  it('says what is not there, and does nothing when the folder was swapped after the decision', async () => {
    const { home, root, env, stat } = await setUp();
    expect(messageOf(await stat('none'))).toBe('cannot describe "none": no such file or folder.');
    await writeFile(join(root, 'f'), 'inside');
    await mkdir(join(home, 'out'));
    await writeFile(join(home, 'out', 'f'), 'a longer one outside');
    const swap = async () => {
      await rename(root, join(home, 'old'));
      await symlink('out', root);
    };
    const ran = await callTool(env, 'fs_stat', { path: 'f' }, runContext(), swap);
    expect(messageOf(ran)).toMatch(/replaced after it was decided on/);
  });
});
