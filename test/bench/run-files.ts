/** What reading a file and searching a folder cost through a tool, beside the bare system call or program for the same. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rgPath } from '@vscode/ripgrep';
import { refusedPlace, secretContent, secretPlace } from '../../src-main/policy/sensitive.ts';
import type { Tool } from '../../src-main/tools/define-tool.ts';
import { createReadFile } from '../../src-main/tools/fs-read-file.ts';
import { createSearchText, type SearchTextEnv } from '../../src-main/tools/fs-search-text.ts';

const run = promisify(execFile);

export interface FileRow {
  readonly name: string;
  readonly unit: 'ms';
  /** The bare way: `fs.readFile` of as many bytes, or `rg` itself. Median. */
  readonly baseline: number;
  /** Resolve, run and release of the tool. Median. */
  readonly ours: number;
}

const FILES = 20_000;
const FILES_IN_A_FOLDER = 200;
const MAX_RESULT_BYTES = 1024 * 1024 - 16 * 1024;
const PAGE_LINES = 1000;
const KIB = 1024;

/** Rows for `npm run bench:run`; each figure is the median of so many rounds. */
export async function benchFiles(rounds: {
  readonly read: number;
  readonly search: number;
}): Promise<readonly FileRow[]> {
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'doorman-bench-')));
  try {
    return [...(await benchReads(scratch, rounds.read)), ...(await benchSearches(scratch, rounds.search))];
  } finally {
    await rm(scratch, { recursive: true });
  }
}

async function benchReads(scratch: string, rounds: number): Promise<readonly FileRow[]> {
  const tool = createReadFile(environment(scratch, false));
  const line = `${'x'.repeat(63)}\n`;
  const page = line.repeat(PAGE_LINES);
  await writeFile(join(scratch, '1k'), line.repeat(KIB / line.length));
  await writeFile(join(scratch, '100k'), line.repeat((100 * KIB) / line.length));
  await writeFile(join(scratch, '100m'), line.repeat((100 * KIB * KIB) / line.length));
  await writeFile(join(scratch, 'page'), page);
  const rows: FileRow[] = [];
  for (const [name, path, bare, input] of [
    ['1 KiB', '1k', '1k', {}],
    ['100 KiB', '100k', '100k', {}],
    ['the first page of 100 MiB', '100m', 'page', { limit: PAGE_LINES }],
    [
      'the last page of 100 MiB',
      '100m',
      'page',
      { offset: (100 * KIB * KIB) / line.length - PAGE_LINES, limit: PAGE_LINES },
    ],
  ] as const) {
    const bareRead = () => readFile(join(scratch, bare), 'utf8');
    const [baseline = Number.NaN, ours = Number.NaN] = await medians(rounds, [
      bareRead,
      () => call(tool, { path, ...input }),
    ]);
    rows.push({
      name: `fs_read_file of ${name}, against fs.readFile of as many bytes`,
      unit: 'ms',
      baseline,
      ours,
    });
  }
  return rows;
}

async function benchSearches(scratch: string, rounds: number): Promise<readonly FileRow[]> {
  const folder = join(scratch, 'tree');
  await plantTree(folder);
  const rg = () =>
    run(rgPath, ['--no-config', '--hidden', '--no-ignore', '--json', 'needle', '.'], { cwd: folder });
  const search = (wall: boolean) => {
    const tool = createSearchText(environment(scratch, wall));
    return () => call(tool, { path: folder, pattern: 'needle' });
  };
  const [baseline = Number.NaN, bare = Number.NaN, walled = Number.NaN] = await medians(rounds, [
    rg,
    search(false),
    search(true),
  ]);
  const name = `fs_search_text in ${FILES} files`;
  return [
    { name: `${name}, without a wall, against rg`, unit: 'ms', baseline, ours: bare },
    { name: `${name}, behind the read-only wall, against rg`, unit: 'ms', baseline, ours: walled },
  ];
}

/** Files of 1 KiB, one in 400 with the word. */
async function plantTree(folder: string): Promise<void> {
  const text = `${'lorem ipsum dolor sit amet\n'.repeat(38)}`;
  for (let start = 0; start < FILES; start += FILES_IN_A_FOLDER) {
    const below = join(folder, String(start));
    await mkdir(below, { recursive: true });
    const names = Array.from({ length: FILES_IN_A_FOLDER }, (_, index) => start + index);
    await Promise.all(
      names.map((at) => writeFile(join(below, `${at}.txt`), at % 400 === 0 ? `${text}a needle\n` : text)),
    );
  }
}

function environment(folder: string, wall: boolean): SearchTextEnv {
  return {
    home: folder,
    folders: () => [folder],
    sniffSecret: secretContent,
    secretTwin: async () => undefined,
    wall: () => ({ available: wall, required: false, text: '' }),
    shell: { path: ['/usr/bin', '/bin'], user: 'bench', shell: '/bin/bash', tmpDir: '/tmp', locale: {} },
    ownPaths: [],
    secretPlaces: () => [],
    secretPlace,
    refusedPlace: (path) => refusedPlace(path, []),
  };
}

async function call(tool: Tool, input: object): Promise<void> {
  const resolved = await tool.resolve(tool.input.parse(input));
  if (!resolved.ok) throw new Error(resolved.message);
  const signal = new AbortController().signal;
  const context = {
    wall: 'read-only' as const,
    call: { id: 'c-1', origin: { door: 'local' as const, caller: 'bench' } },
    signal,
    budgetMs: 10_000,
    maxResultBytes: MAX_RESULT_BYTES,
  };
  const ran = await tool.run(resolved.action, context);
  await tool.release?.(resolved.action);
  if (!ran.ok) throw new Error(ran.message);
}

/** The median time of each piece of work in milliseconds. They take turns, so that a busy machine slows all alike. */
async function medians(
  rounds: number,
  works: readonly (() => Promise<unknown>)[],
): Promise<readonly number[]> {
  const times = works.map(() => [] as number[]);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, work] of works.entries()) {
      const started = performance.now();
      await work();
      // The first round fills caches.
      if (round > 0) times[index]?.push(performance.now() - started);
    }
  }
  return times.map((own) => own.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN);
}
