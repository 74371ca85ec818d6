import { mkdir, open, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonBytes } from '../../../../src-main/tools/fit-output.ts';
import { MAX_FILE_BYTES } from '../../../../src-main/tools/fs-read-file.ts';
import {
  callTool,
  dataOf,
  findTool,
  messageOf,
  runContext,
  scratchFolder,
  textOf,
  toolsEnv,
} from './tools-fixture.ts';

async function setUp() {
  const home = await scratchFolder();
  const root = join(home, 'site');
  await mkdir(root);
  const env = toolsEnv(home, { folders: () => [root] });
  const read = (input: object, maxResultBytes = 100_000) =>
    callTool(env, 'fs_read_file', input, runContext({ maxResultBytes }));
  return { home, root, env, read };
}

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join('');

describe('fs_read_file', () => {
  it('returns the whole text of a file that fits', async () => {
    const { root, read } = await setUp();
    await writeFile(join(root, 'a.txt'), 'grüße 👋\n');
    await writeFile(join(root, 'empty.txt'), '');
    expect(textOf(await read({ path: 'a.txt' }))).toBe('grüße 👋\n');
    expect(textOf(await read({ path: 'empty.txt' }))).toBe('');
  });

  it('names the canonical path, the size and the secret in what is decided on', async () => {
    const { home, root, env } = await setUp();
    await mkdir(join(home, 'out'));
    await writeFile(join(home, 'out', 'k'), '-----BEGIN PRIVATE KEY-----\n');
    await symlink('../out/k', join(root, 'readme.txt'));
    const sniffSecret = (head: Buffer) => (head.includes('PRIVATE KEY') ? 'a private key' : undefined);
    const tool = findTool({ ...env, sniffSecret }, 'fs_read_file');
    const resolved = await tool.resolve({ path: 'readme.txt' });
    if (!resolved.ok) throw new Error(resolved.message);
    await tool.release?.(resolved.action);
    const path = join(home, 'out', 'k');
    expect(resolved.action).toMatchObject({
      summary: 'Read ~/out/k, 28 bytes',
      text: path,
      effects: [{ kind: 'read', path, secretContent: 'a private key' }],
      frozen: { path },
    });
  });

  it('keeps head and tail of a longer file and says how to go on, within the budget on the wire', async () => {
    const { root, read } = await setUp();
    await writeFile(join(root, 'log'), numbered(1, 5000));
    const text = textOf(await read({ path: 'log' }, 4000));
    expect(jsonBytes(text)).toBeLessThanOrEqual(4000);
    expect(text).toMatch(/^line 1\nline 2\n/);
    expect(text).toMatch(/\nline 5000\n$/);
    const next = Number(/Read on with offset (\d+)/.exec(text)?.[1]);
    expect(text).toContain(`line ${next - 1}\n`);
    expect(text).not.toContain(`line ${next}\n`);
    expect(textOf(await read({ path: 'log', offset: next, limit: 2 }))).toMatch(
      `line ${next}\nline ${next + 1}\n`,
    );
  });

  it('counts what escaping adds on the wire', async () => {
    const { root, read } = await setUp();
    await writeFile(join(root, 'controls'), '\u0001'.repeat(2900));
    expect(jsonBytes(textOf(await read({ path: 'controls' }, 4000)))).toBeLessThanOrEqual(4000);
  });

  it('pages by lines to the end', async () => {
    const { root, read } = await setUp();
    await writeFile(join(root, 'log'), numbered(1, 2000));
    let seen = '';
    let offset: number | undefined = 1;
    while (offset !== undefined) {
      const page: string = textOf(await read({ path: 'log', offset }, 5000));
      const more = /\[… more follows\. Read on with offset (\d+) …\]$/.exec(page);
      seen += page.slice(0, more?.index ?? page.length);
      offset = more ? Number(more[1]) : undefined;
    }
    expect(seen).toBe(numbered(1, 2000));
    expect(messageOf(await read({ path: 'log', offset: 2001 }))).toMatch(/has only 2000 lines/);
  });

  it('never cuts a character and says when one line is too long', async () => {
    const { root, read } = await setUp();
    await writeFile(join(root, 'wide'), 'ä'.repeat(10_000));
    const ends = textOf(await read({ path: 'wide' }, 4000));
    const page = textOf(await read({ path: 'wide', offset: 1 }, 4000));
    expect(ends).not.toContain('\ufffd');
    expect(ends).toMatch(/too long to page/);
    expect(page).not.toContain('\ufffd');
    expect(page).toMatch(/line 1 is longer/);
  });

  it('describes binary files and text in another encoding', async () => {
    const { root, read } = await setUp();
    await writeFile(join(root, 'p'), Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'));
    await writeFile(join(root, 'latin'), Buffer.from('caf\xe9\n', 'latin1'));
    expect(dataOf(await read({ path: 'p' }))).toEqual({ binary: true, size: 10, media_type: 'image/png' });
    expect(dataOf(await read({ path: 'latin' }))).toMatchObject({
      binary: true,
      size: 5,
      note: /UTF-8/ as never,
    });
  });

  it('decodes UTF-16 that has its mark, by lines too, and says so', async () => {
    const { root, read } = await setUp();
    const text = 'grüße\n👋 two\nthree';
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    await writeFile(join(root, 'le'), little);
    await writeFile(join(root, 'be'), Buffer.from(little).swap16());
    expect(dataOf(await read({ path: 'le' }))).toEqual({ encoding: 'utf-16le', text });
    expect(dataOf(await read({ path: 'be' }))).toEqual({ encoding: 'utf-16be', text });
    expect(dataOf(await read({ path: 'le', offset: 2, limit: 1 }))).toMatchObject({ text: '👋 two\n' });
    expect(messageOf(await read({ path: 'le', offset: 4 }))).toMatch(/has only 3 lines/);
  });

  it('describes UTF-16 that is broken, or too large to be decoded as a whole', async () => {
    const { root, read } = await setUp();
    await writeFile(join(root, 'odd'), Buffer.from('\xff\xfea\0b', 'latin1'));
    await writeFile(join(root, 'large'), Buffer.from(`\ufeff${'x'.repeat(20_000)}`, 'utf16le'));
    const media = { binary: true, media_type: 'text/plain; charset=utf-16le' };
    expect(dataOf(await read({ path: 'odd' }))).toMatchObject({
      ...media,
      note: /not valid utf-16le/ as never,
    });
    expect(dataOf(await read({ path: 'large' }, 8000))).toMatchObject({
      ...media,
      note: /too large/ as never,
    });
  });

  it('sees a key in UTF-16 before the decision', async () => {
    const { root, env } = await setUp();
    await writeFile(join(root, 'k'), Buffer.from('\ufeffPRIVATE KEY', 'utf16le'));
    const sniffSecret = (head: Buffer) => (head.includes('PRIVATE KEY') ? 'a private key' : undefined);
    const tool = findTool({ ...env, sniffSecret }, 'fs_read_file');
    const resolved = await tool.resolve({ path: 'k' });
    if (!resolved.ok) throw new Error(resolved.message);
    await tool.release?.(resolved.action);
    expect(resolved.action.effects).toMatchObject([{ secretContent: 'a private key' }]);
  });

  it('reads ends and a page of 100 MiB without ever holding it', async () => {
    const { root, read } = await setUp();
    const path = join(root, 'big.log');
    await writeFile(path, numbered(1, 1000));
    const file = await open(path, 'r+');
    const block = Buffer.alloc(1024 * 1024, 'x'.repeat(63).concat('\n'));
    for (let at = 0; at < 100; at += 1)
      await file.write(block, 0, block.length, 9 * 1024 + at * block.length);
    await file.close();
    await truncate(path, 100 * 1024 * 1024);
    const before = process.memoryUsage();
    const most = { looks: 0, buffers: 0, resident: 0 };
    const watch = setInterval(() => {
      most.looks += 1;
      const now = process.memoryUsage();
      most.buffers = Math.max(most.buffers, now.arrayBuffers - before.arrayBuffers);
      most.resident = Math.max(most.resident, now.rss - before.rss);
    }, 1);
    expect(textOf(await read({ path }, 8000))).toMatch(/100 MB left out/);
    expect(textOf(await read({ path, offset: 1_500_000, limit: 1 }, 8000))).toMatch(/^x{63}\n/);
    clearInterval(watch);
    expect(most.looks).toBeGreaterThan(0);
    expect(most.buffers).toBeLessThan(4 * 1024 * 1024);
    expect(most.resident).toBeLessThan(32 * 1024 * 1024);
  });

  it('refuses a file over the cap before anybody is asked', async () => {
    const { root, env } = await setUp();
    await writeFile(join(root, 'huge'), '');
    await truncate(join(root, 'huge'), MAX_FILE_BYTES + 1);
    const resolved = await findTool(env, 'fs_read_file').resolve({ path: 'huge' });
    expect(resolved).toEqual({
      ok: false,
      message: '"huge" is too large (512 MB): fs_read_file reads up to 512 MB.',
    });
  });

  it('reads files of /proc, which claim to be empty', async () => {
    const { read } = await setUp();
    expect(textOf(await read({ path: '/proc/version' }))).toMatch(/Linux/);
  });

  it('does nothing when the file was replaced after the decision', async () => {
    const { home, root, env } = await setUp();
    await writeFile(join(root, 'f'), 'decided on');
    await writeFile(join(home, 'secret'), 'outside');
    const swap = async () => {
      await rm(join(root, 'f'));
      await symlink('../secret', join(root, 'f'));
    };
    const ran = await callTool(env, 'fs_read_file', { path: 'f' }, runContext(), swap);
    expect(messageOf(ran)).toBe('"f" was replaced after it was decided on, so nothing was done. Call again.');
  });
});
