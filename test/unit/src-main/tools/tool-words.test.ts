/** The first line of a card for every tool: what a person reads, and what of it is the real object. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTools } from '../../../../src-main/tools/registry.ts';
import type { ScreenCapture } from '../../../../src-main/tools/screen.ts';
import { noise, plainScreen } from '../../../support/plain-screen.ts';
import { findTool, scratchFolder, testJobs, testOrigin, toolsEnv } from './tools-fixture.ts';

const screen: ScreenCapture = plainScreen(noise(100, 100), {
  displays: () => [
    { id: 0, label: 'Built-in', width: 1920, height: 1080 },
    { id: 1, label: '', width: 800, height: 600 },
  ],
  windows: async () => [{ id: 'w1', title: 'Mail' }],
  captureWindow: async () => ({ png: Buffer.alloc(1), width: 1, height: 1, title: 'Mail' }),
});

/** Objects stand in square brackets. A tool without a row here fails below. */
const WORDS: readonly (readonly [tool: string, input: object, line: string])[] = [
  ['fs_read_file', { path: '~/notes.md' }, 'Read [~/notes.md], 12 KB'],
  ['fs_read_file', { path: '~/notes.md', limit: 1 }, 'Read the first line of [~/notes.md], 12 KB'],
  [
    'fs_read_file',
    { path: '~/notes.md', offset: 10, limit: 50 },
    'Read lines 10 to 59 of [~/notes.md], 12 KB',
  ],
  ['fs_read_file', { path: '~/notes.md', offset: 3 }, 'Read from line 3 of [~/notes.md], 12 KB'],
  ['fs_list_directory', { path: '~/site' }, 'List the names and sizes in [~/site]'],
  ['fs_stat', { path: '~/notes.md' }, 'Look up type, size, date and permissions of [~/notes.md]'],
  ['fs_find_files', { path: '~/site', pattern: '*.md' }, 'Find files named [*.md] anywhere below [~/site]'],
  ['fs_search_text', { path: '~/site', pattern: 'key' }, 'Search for [key] in all files below [~/site]'],
  [
    'fs_search_text',
    { path: '~/site', pattern: 'key', glob: '*.ts' },
    'Search for [key] in [*.ts] files below [~/site]',
  ],
  ['shell_run', { command: 'git push origin main', cwd: '~/site' }, 'Run [git push origin main] in [~/site]'],
  ['shell_run', { command: 'make\n  test\n', cwd: '~' }, 'Run [make ↵ test] (2 lines) in [~]'],
  [
    'shell_run',
    { command: `a${'b'.repeat(300)}c`, cwd: '~' },
    `Run [a${'b'.repeat(59)} … ${'b'.repeat(59)}c] (302 characters) in [~]`,
  ],
  [
    'shell_run',
    { command: `cat <<E\n${'line\n'.repeat(212)}E`, cwd: '~' },
    'Run [cat <<E … E] (214 lines) in [~]',
  ],
  [
    'shell_start',
    { command: 'make all', cwd: '~/site', budget_ms: 5_400_000 },
    'Start a job: [make all] in [~/site], for at most 90 min',
  ],
  ['shell_read', { job_id: 'j-1' }, 'Read what the job [j-1] has printed'],
  ['shell_stop', { job_id: 'j-1' }, 'End the job [j-1] and all that it started'],
  ['ask_user', { question: 'Which colour?' }, 'Asks you: [Which colour?]'],
  ['screen_list', {}, 'List the displays of this machine and the titles of all open windows'],
  ['screen_capture', {}, 'Look at the screen: [display 1 of 2], [Built-in], 1920 × 1080'],
  ['screen_capture', { display: 1 }, 'Look at the screen: [display 2 of 2], 800 × 600'],
  ['screen_capture', { window: 'w1' }, 'Look at the window [Mail]'],
  [
    'screen_capture',
    { region: { x: 1, y: 2, width: 30, height: 40 } },
    'Look at a part (30 × 40 at 1, 2) of the screen: [display 1 of 2], [Built-in], 1920 × 1080',
  ],
];

async function setUp() {
  const home = await scratchFolder();
  await mkdir(join(home, 'site'));
  await writeFile(join(home, 'notes.md'), 'a'.repeat(12 * 1024));
  const jobs = testJobs({ newId: () => 'j-1' });
  const place = jobs.reserve(testOrigin);
  if (!place.ok) throw new Error(place.message);
  place.start({
    callId: 'c-1',
    summary: 'Start it',
    wall: 'guarded',
    budgetMs: 1_000_000,
    gone: new Promise(() => {}),
    kill: () => {},
    content: {} as never,
  });
  return toolsEnv(home, { screen, jobs });
}

describe('the first line of a card', () => {
  it('has words for every tool of this machine', async () => {
    const names = createTools(await setUp()).map((tool) => tool.name);
    expect(new Set(WORDS.map(([tool]) => tool))).toEqual(new Set(names));
  });

  it.each(WORDS)('%s %j', async (name, input, line) => {
    const tool = findTool(await setUp(), name);
    const context = { asker: 'test', origin: testOrigin, signal: new AbortController().signal };
    const resolved = await tool.resolve(tool.input.parse(input), context);
    if (!resolved.ok) throw new Error(resolved.message);
    await tool.release?.(resolved.action);
    const { headline, summary } = resolved.action;
    expect(headline.map(({ text, object }) => (object ? `[${text}]` : text)).join('')).toBe(line);
    // The line in plain text says the same, with marks around the words of others.
    expect(summary.replaceAll(/[`"]/g, '')).toBe(line.replaceAll(/[[\]]/g, ''));
  });
});
