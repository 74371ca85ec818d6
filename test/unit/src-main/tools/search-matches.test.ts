import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectMatches } from '../../../../src-main/tools/search-matches.ts';
import { scratchFolder } from './tools-fixture.ts';

const LINE = 'needle here\n';

/** What ripgrep prints of one matching first line. */
const printed = (path: string, text = LINE) =>
  [
    { type: 'begin', data: { path: { text: path } } },
    {
      type: 'match',
      data: { lines: { text }, line_number: 1, absolute_offset: 0, submatches: [{ start: 0 }] },
    },
    { type: 'end', data: { binary_offset: null } },
  ]
    .map((message) => `${JSON.stringify(message)}\n`)
    .join('');

async function setUp() {
  const base = await scratchFolder();
  const folder = join(base, 'site');
  await mkdir(join(folder, 'sub'), { recursive: true });
  await mkdir(join(base, 'out'));
  for (const file of ['site/a.txt', 'site/sub/b.txt', 'out/b.txt']) await writeFile(join(base, file), LINE);
  const collect = async (output: string) => {
    const matches = collectMatches({
      folder,
      limit: 10,
      budget: 10_000,
      signal: new AbortController().signal,
      withheld: () => false,
      withheldContent: async () => false,
      enough: () => undefined,
    });
    // One byte at a time: a chunk may end anywhere.
    for (const byte of Buffer.from(output)) matches.add(Buffer.of(byte));
    return (await matches.finish()).files.map(({ path }) => path);
  };
  return { base, folder, collect };
}

describe('matches that ripgrep reports', () => {
  it('are returned where the file holds them', async () => {
    const { collect } = await setUp();
    expect(await collect(printed('./sub/b.txt') + printed('./a.txt'))).toEqual(['a.txt', 'sub/b.txt']);
  });

  it('are not returned where a link was swapped in under the name, as folder or as file', async () => {
    const { folder, collect } = await setUp();
    await symlink('../out', join(folder, 'linked'));
    await symlink('../out/b.txt', join(folder, 'link.txt'));
    expect(
      await collect(printed('./linked/b.txt') + printed('./link.txt') + printed('./../out/b.txt')),
    ).toEqual([]);
  });

  it('are not returned where the file now holds something else there', async () => {
    const { collect } = await setUp();
    expect(await collect(printed('./a.txt', 'needle from elsewhere\n'))).toEqual([]);
  });

  it('are passed over where they cannot be understood', async () => {
    const { collect } = await setUp();
    const odd = 'not json\n{"type":"match"}\n{"type":"begin","data":{"path":{"bytes":"/w=="}}}\n\n';
    expect(await collect(odd + printed('./a.txt'))).toEqual(['a.txt']);
  });
});
