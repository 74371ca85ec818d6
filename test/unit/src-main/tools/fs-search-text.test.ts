import { link, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { secretTwin } from '../../../../src-main/policy/secret-twins.ts';
import { secretContent, secretPlace } from '../../../../src-main/policy/sensitive.ts';
import type { RunContext } from '../../../../src-main/tools/define-tool.ts';
import type { ToolsEnv } from '../../../../src-main/tools/registry.ts';
import {
  callTool,
  dataOf,
  findTool,
  messageOf,
  runContext,
  scratchFolder,
  toolsEnv,
} from './tools-fixture.ts';

const KEY = '-----BEGIN PRIVATE KEY-----\nneedle\n';

async function setUp(files: Readonly<Record<string, string | Buffer>>, changes: Partial<ToolsEnv> = {}) {
  const home = await scratchFolder();
  const root = join(home, 'site');
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), content);
  }
  const places = [join(home, '.ssh')];
  const env = toolsEnv(home, {
    folders: () => [root],
    secretPlace,
    sniffSecret: secretContent,
    secretTwin: (identity) => secretTwin(identity, places),
    ...changes,
  });
  const search = (input: object, context?: RunContext) => callTool(env, 'fs_search_text', input, context);
  const found = async (input: object, context?: RunContext) => {
    const { files: matched } = dataOf(await search(input, context));
    const list = matched as readonly { path: string; lines: readonly { line: number; text: string }[] }[];
    return list.flatMap(({ path, lines }) => lines.map(({ line, text }) => `${path}:${line}:${text}`));
  };
  return { home, root, env, search, found };
}

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.txt`, 'needle\n']));

describe('fs_search_text', () => {
  it('finds lines by a regular expression or as plain text, in hidden files too', async () => {
    const { found } = await setUp({
      'a.txt': 'one\na.b needle\r\n',
      'sub/.b': 'axb Needle\n',
      'c.bin': 'needle\0',
    });
    expect(await found({ pattern: 'n[e]{2}dle$' })).toEqual(['a.txt:2:a.b needle']);
    expect(await found({ pattern: 'a.b', ignore_case: true })).toEqual([
      'a.txt:2:a.b needle',
      'sub/.b:1:axb Needle',
    ]);
    expect(await found({ pattern: 'a.b', literal: true })).toEqual(['a.txt:2:a.b needle']);
    expect(await found({ pattern: '-e', literal: true })).toEqual([]);
  });

  it('looks only where it is told: a folder, a glob, without what is excluded', async () => {
    const text = 'needle\n';
    const { found } = await setUp({ 'a.ts': text, 'src/b.ts': text, 'src/c.js': text, 'dist/d.ts': text });
    expect(await found({ pattern: 'needle', glob: '*.ts', exclude: ['dist'] })).toEqual([
      'a.ts:1:needle',
      'src/b.ts:1:needle',
    ]);
    expect(await found({ pattern: 'needle', path: 'src' })).toEqual(['b.ts:1:needle', 'c.js:1:needle']);
  });

  it('returns lines around matches when asked', async () => {
    const { search } = await setUp({ 'a.txt': '1\n2\nneedle\n4\n5\n' });
    expect(dataOf(await search({ pattern: 'needle', context: 1 }))).toMatchObject({
      matches: 1,
      files: [
        {
          path: 'a.txt',
          lines: [
            { line: 2, text: '2', context: true },
            { line: 3, text: 'needle' },
            { line: 4, text: '4', context: true },
          ],
        },
      ],
    });
  });

  it('never returns, counts or hints at a match in a secret file: by place, by content, by another name', async () => {
    const { home, root, search } = await setUp(
      { '.env': 'needle', 'sub/.ssh/id': 'needle', 'innocent.txt': KEY, 'own.txt': 'needle' },
      { refusedPlace: (path) => (path.endsWith('/own.txt') ? 'own' : undefined) },
    );
    await mkdir(join(home, '.ssh'));
    await writeFile(join(home, '.ssh', 'config'), 'needle');
    await link(join(home, '.ssh', 'config'), join(root, 'twin.txt'));
    const utf16 = Buffer.from(`\ufeff${KEY}`, 'utf16le');
    await writeFile(join(root, 'wide.txt'), utf16);
    for (const path of [root, home]) {
      const hit = dataOf(await search({ pattern: 'needle', limit: 1, path }));
      expect(hit).toEqual({ ...dataOf(await search({ pattern: 'no such text', limit: 1, path })) });
      expect(hit).toMatchObject({ matches: 0, files: [], not_searched: expect.stringMatching(/secrets/) });
    }
  });

  it('searches a secret folder that the person said yes to', async () => {
    const { found } = await setUp({ '.ssh/config': 'Host needle\n', '.ssh/id': KEY });
    expect(await found({ pattern: 'needle', path: '.ssh' })).toEqual(['config:1:Host needle', 'id:2:needle']);
  });

  it('never goes through links', async () => {
    const { home, root, found } = await setUp({ 'a.txt': 'needle\n' });
    await mkdir(join(home, 'out'));
    await writeFile(join(home, 'out', 'b.txt'), 'needle\n');
    await symlink('../out', join(root, 'folder'));
    await symlink('../out/b.txt', join(root, 'c.txt'));
    expect(await found({ pattern: 'needle' })).toEqual(['a.txt:1:needle']);
  });

  it('cuts long lines around the match, in whole characters', async () => {
    const { found } = await setUp({ 'min.js': `${'ä'.repeat(50_000)}needle${'ö'.repeat(50_000)}\n` });
    const [line] = await found({ pattern: 'needle' });
    expect(line).toMatch(/^min\.js:1:…ä+needleö+…$/);
    expect(Buffer.byteLength(line ?? '')).toBeLessThan(700);
  });

  it('shows bytes that are not UTF-8 as such, and stays within limit and size', async () => {
    const { search, found } = await setUp({
      ...many(200),
      'l.latin': Buffer.from('needle caf\xe9\n', 'latin1'),
    });
    expect(await found({ pattern: 'needle', glob: '*.latin' })).toEqual(['l.latin:1:needle caf\ufffd']);
    expect(dataOf(await search({ pattern: 'needle', limit: 7 }))).toMatchObject({
      matches: 7,
      truncated: expect.stringMatching(/limit was reached/),
    });
    expect(dataOf(await search({ pattern: 'needle', limit: 201 }))).not.toHaveProperty('truncated');
    const small = dataOf(
      await search({ pattern: 'needle', limit: 2000 }, runContext({ maxResultBytes: 4000 })),
    );
    expect(Buffer.byteLength(JSON.stringify(small))).toBeLessThanOrEqual(4000);
    expect(small).toMatchObject({ truncated: expect.stringMatching(/fit into a result/) });
  });

  it('says what is wrong with an expression, and is ended by the signal and by its time', async () => {
    const { search } = await setUp({ 'a.txt': 'needle\n' });
    expect(messageOf(await search({ pattern: 'he(' }))).toMatch(/unclosed group/);
    const aborted = runContext({ signal: AbortSignal.abort() });
    expect(messageOf(await search({ pattern: 'x' }, aborted))).toMatch(/ended before it finished/);
    const late = await search({ pattern: 'needle', path: '/usr' }, runContext({ budgetMs: 1 }));
    expect(dataOf(late)).toMatchObject({ truncated: expect.stringMatching(/time was up/) });
  });

  it('is decided on as a search of the folder where it really lies', async () => {
    const { env, root } = await setUp({ 'sub/a.txt': '' });
    await symlink('sub', join(root, 'link'));
    const tool = findTool(env, 'fs_search_text');
    const resolved = await tool.resolve(tool.input.parse({ pattern: 'x', path: 'link', glob: '*.md' }));
    if (!resolved.ok) throw new Error(resolved.message);
    await tool.release?.(resolved.action);
    const path = join(root, 'sub');
    expect(resolved.action).toMatchObject({
      summary: 'Search for "x" in "*.md" files below ~/site/sub',
      effects: [{ kind: 'search', path }],
      frozen: { path, pattern: 'x', glob: '*.md' },
    });
  });
});
