import { execFile } from 'node:child_process';
import { link, mkdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inside, openPath, stillThere } from '../../../../src-main/tools/confine-path.ts';
import { scratchFolder } from './tools-fixture.ts';

const run = promisify(execFile);

async function setUp() {
  const base = await scratchFolder();
  const home = join(base, 'home');
  const root = join(base, 'root');
  const out = join(base, 'out');
  for (const folder of [home, root, out]) await mkdir(folder);
  await writeFile(join(root, 'a.txt'), 'inside');
  await writeFile(join(out, 'secret.txt'), 'outside');
  const context = { home, folders: () => [root] };
  const canonical = async (sent: string, wanted: 'file' | 'directory' = 'file') => {
    const result = await openPath(sent, wanted, context);
    if (!result.ok) return result.message;
    await result.opened.handle.close();
    return result.opened.path;
  };
  return { base, home, root, out, context, canonical };
}

describe('opening the path that an agent sent', () => {
  it('takes relative paths from the first added folder, else from home, and ~ as home', async () => {
    const { home, root, canonical } = await setUp();
    await writeFile(join(home, 'notes.md'), '');
    expect(await canonical('a.txt')).toBe(join(root, 'a.txt'));
    expect(await canonical('~/notes.md')).toBe(join(home, 'notes.md'));
    expect(await canonical('~', 'directory')).toBe(home);
    const fromHome = await openPath('notes.md', 'file', { home, folders: () => [] });
    expect(fromHome.ok && fromHome.opened.path).toBe(join(home, 'notes.md'));
    if (fromHome.ok) await fromHome.opened.handle.close();
  });

  it('reads the canonical path from the open handle, through links and through /proc', async () => {
    const { root, out, canonical } = await setUp();
    await symlink('../out/secret.txt', join(root, 'link.txt'));
    await symlink('../out', join(root, 'linkdir'));
    expect(await canonical('link.txt')).toBe(join(out, 'secret.txt'));
    expect(await canonical('linkdir/secret.txt')).toBe(join(out, 'secret.txt'));
    expect(await canonical(`/proc/self/root${out}/secret.txt`)).toBe(join(out, 'secret.txt'));
  });

  it('expands nothing else: globs, percent signs and variables are letters', async () => {
    const { root, canonical } = await setUp();
    await writeFile(join(root, '*.txt'), '');
    await writeFile(join(root, '$HOME'), '');
    expect(await canonical('*.txt')).toBe(join(root, '*.txt'));
    expect(await canonical('$HOME')).toBe(join(root, '$HOME'));
    expect(await canonical('%2e%2e/out/secret.txt')).toMatch(/no such file/);
  });

  it('refuses NUL, addresses and other homes, naming only what was sent', async () => {
    const { root, canonical } = await setUp();
    expect(await canonical('a.txt\0.png')).toMatch(/NUL/);
    expect(await canonical(`file://${root}/a.txt`)).toMatch(/without file:/);
    expect(await canonical('~root/.bashrc')).toMatch(/user name is not supported/);
    expect(await canonical('none.txt')).toBe('cannot open "none.txt": no such file or folder.');
    expect(await canonical('')).toMatch(/empty/);
  });

  it('refuses devices, pipes and sockets without waiting for anybody', async () => {
    const { root, canonical } = await setUp();
    await run('mkfifo', [join(root, 'pipe')]);
    const server = createServer().listen(join(root, 'socket'));
    onTestFinished(() => void server.close());
    for (const path of ['pipe', 'socket', '/dev/zero', '/dev/tty']) {
      expect(await canonical(path)).toMatch(/device, pipe or socket|cannot open/);
    }
  });

  it('says when a folder was meant as a file and the other way round', async () => {
    const { root, canonical } = await setUp();
    expect(await canonical(root)).toMatch(/is a folder/);
    expect(await canonical('a.txt', 'directory')).toMatch(/is a file/);
  });

  it("keeps Doorman's own process out of reach", async () => {
    const { canonical } = await setUp();
    expect(await readFile('/proc/self/environ', 'utf8')).not.toBe('');
    expect(await canonical('/proc/self/environ')).toMatch(/own process/);
    expect(await canonical(`/proc/${process.pid}/maps`)).toMatch(/own process/);
  });

  it('counts hard links, which can lead out of a folder without a link to see', async () => {
    const { root, out, context } = await setUp();
    await link(join(out, 'secret.txt'), join(root, 'innocent.txt'));
    const result = await openPath('innocent.txt', 'file', context);
    if (!result.ok) throw new Error(result.message);
    await result.opened.handle.close();
    expect(result.opened.links).toBe(2);
  });

  it('notices that the name leads elsewhere since it was opened, and not that the content changed', async () => {
    const { base, root, context } = await setUp();
    const result = await openPath('a.txt', 'file', context);
    if (!result.ok) throw new Error(result.message);
    onTestFinished(() => result.opened.handle.close());
    await truncate(join(root, 'a.txt'), 1);
    expect(await stillThere(result.opened)).toBe(true);
    await rename(root, join(base, 'moved'));
    await symlink('moved', root);
    expect(await stillThere(result.opened)).toBe(false);
    await rm(root);
    expect(await stillThere(result.opened)).toBe(false);
  });
});

describe('lying inside a folder', () => {
  it('compares whole names and knows the root', () => {
    expect(inside('/a/b', '/a')).toBe(true);
    expect(inside('/a', '/a')).toBe(true);
    expect(inside('/ab', '/a')).toBe(false);
    expect(inside('/a', '/')).toBe(true);
  });
});
