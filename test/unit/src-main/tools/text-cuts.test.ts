import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { maskResult } from '../../../../src-main/masking/mask-result.ts';
import type { RunContext } from '../../../../src-main/tools/define-tool.ts';
import type { ToolsEnv } from '../../../../src-main/tools/registry.ts';
import type { ToolResult } from '../../../../src-shared/outcome.ts';
import { plantCredentials } from '../../../support/planted-credentials.ts';
import { callTool, runContext, scratchFolder, testJobs, toolsEnv } from './tools-fixture.ts';

const planted = plantCredentials();
const key = planted.find(({ name }) => name === 'a private key') ?? { text: '', secrets: [] };
const account = planted.find(({ name }) => name === 'a Google service account') ?? { text: '', secrets: [] };
const token = planted.find(({ name }) => name === 'a GitHub token')?.secrets[0] ?? '';

let folder: string;
let env: ToolsEnv;

beforeEach(async () => {
  folder = await scratchFolder();
  env = toolsEnv(folder, { folders: () => [folder], jobs: testJobs() });
});

/** What would leave of one call. */
async function left(tool: string, input: object, change: Partial<RunContext> = {}): Promise<ToolResult> {
  const ran = await callTool(env, tool, input, runContext(change));
  if (!ran.ok) throw new Error(ran.message);
  return maskResult({ result: ran.result, cuts: ran.cuts ?? [], spared: [] }).result;
}

/** The pieces of `secrets`, half a line each, that stand in what left. */
function leaked(results: readonly ToolResult[], secrets: readonly string[]): readonly string[] {
  const seen = JSON.stringify(results);
  const halves = secrets
    .filter(({ length }) => length >= 32)
    .flatMap((secret) => [secret.slice(0, 16), secret.slice(16, 32), secret.slice(-16)]);
  return halves.filter((half) => seen.includes(half));
}

const lines = (count: number) => 'an ordinary line of text\n'.repeat(count);

describe('a credential that a cut divides leaves in no part', () => {
  it('when a file is read page by page, at whatever line a page begins', async () => {
    const path = join(folder, 'notes.txt');
    await writeFile(path, `${lines(300)}${key.text}${lines(300)}`);
    const results: ToolResult[] = [];
    for (let offset = 280; offset < 340; offset += 3)
      results.push(await left('fs_read_file', { path, offset, limit: 3 }));
    expect(leaked(results, key.secrets)).toEqual([]);
    expect(JSON.stringify(results)).toContain('[masked by Doorman: private key]');
  });

  it.each([0, 1, 2, 5, 9, 13])(
    'when only the ends of a long file are read, cut %i lines into a key',
    async (into) => {
      const path = join(folder, 'long.txt');
      const maxResultBytes = 41_024;
      const before = key.text.split('\n').slice(0, into).join('\n').length;
      const fill = (bytes: number) => `${'x'.repeat(bytes - 1)}\n`;
      // Half of what may be returned lies before the place in the key.
      await writeFile(
        path,
        `${fill(20_000 - before)}${key.text}${fill(60_000)}${key.text}${fill(20_000 - key.text.length + before)}`,
      );
      const result = await left('fs_read_file', { path }, { maxResultBytes });
      expect(JSON.stringify(result)).toContain('left out here');
      expect(leaked([result], key.secrets)).toEqual([]);
    },
  );

  it('when one line is longer than a result may be', async () => {
    const path = join(folder, 'line.txt');
    for (let into = 1; into < token.length; into += 6) {
      await writeFile(path, `${'x'.repeat(10_000 - 1024 - into - 1)} ${token} ${'y'.repeat(50_000)}`);
      const result = await left('fs_read_file', { path, offset: 1 }, { maxResultBytes: 10_000 });
      expect(JSON.stringify(result)).not.toContain(token.slice(0, into + 2));
      expect(JSON.stringify(result)).toContain('[masked by Doorman: GitHub token]');
    }
  });

  it('when pages of UTF-16 are read', async () => {
    const path = join(folder, 'utf16.txt');
    const text = `${lines(20)}${key.text}${lines(20)}`;
    await writeFile(path, Buffer.from(`\ufeff${text}`, 'utf16le'));
    const results = [
      left('fs_read_file', { path, offset: 10, limit: 15 }),
      left('fs_read_file', { path, offset: 25 }),
    ];
    expect(leaked(await Promise.all(results), key.secrets)).toEqual([]);
  });

  it('when a search shows single lines of a key, or a part of one long line', async () => {
    await writeFile(join(folder, 'a.txt'), `${lines(300)}${key.text}${lines(300)}`);
    await writeFile(join(folder, 'b.json'), `${lines(300)}${account.text}`);
    await writeFile(join(folder, 'c.js'), `${'x'.repeat(5_000)} ${token} needle ${'y'.repeat(5_000)}`);
    const results = [
      await left('fs_search_text', { path: folder, pattern: '^[A-Za-z0-9+/=]{40,}$' }),
      await left('fs_search_text', { path: folder, pattern: key.secrets[5] ?? '', literal: true }),
      await left('fs_search_text', { path: folder, pattern: `${account.secrets[6]}`, literal: true }),
      await left('fs_search_text', { path: folder, pattern: 'needle' }),
    ];
    expect(leaked(results, [...key.secrets, ...account.secrets, token])).toEqual([]);
  });

  it.each([0, 1, 2, 5, 9, 13])(
    'when a command prints more than is kept, cut %i lines into a key',
    async (into) => {
      const path = join(folder, 'printed.txt');
      const before = key.text.split('\n').slice(0, into).join('\n').length;
      const fill = (bytes: number) => `${'x'.repeat(bytes - 1)}\n`;
      await writeFile(
        path,
        `${fill(20_000 - 32 - before)}${key.text}${fill(90_000)}${key.text}${fill(20_000 - 32 - key.text.length + before)}`,
      );
      const result = await left('shell_run', { command: 'cat printed.txt' }, { maxResultBytes: 41_024 });
      expect(JSON.stringify(result)).toContain('left out here');
      expect(leaked([result], key.secrets)).toEqual([]);
    },
  );

  it('when what a job printed is read page by page, while it prints', async () => {
    await writeFile(join(folder, 'printed.txt'), `${lines(40)}${key.text}${lines(40)}`);
    const started = await callTool(env, 'shell_start', { command: 'cat printed.txt; sleep 5; echo end' });
    const job = started.ok && started.result.kind === 'data' ? started.result.value.job_id : undefined;
    const results: ToolResult[] = [];
    let offset = '0.0';
    for (let more = true; more; ) {
      const page = await left('shell_read', { job_id: job, offset, wait_ms: 2_000, limit: 1_024 });
      results.push(page);
      const { value } = page as Extract<ToolResult, { kind: 'data' }>;
      offset = String(value.next_offset);
      more = value.more === true;
    }
    await callTool(env, 'shell_stop', { job_id: job });
    expect(results.length).toBeGreaterThan(2);
    expect(leaked(results, key.secrets)).toEqual([]);
    expect(JSON.stringify(results)).toContain('[masked by Doorman: private key]');
  });

  it('when a job prints it in two pieces and is read in between', async () => {
    const command = `printf %s '${token.slice(0, 20)}'; sleep 0.1; echo '${token.slice(20)}'; sleep 5`;
    const started = await callTool(env, 'shell_start', { command });
    const job = started.ok && started.result.kind === 'data' ? started.result.value.job_id : undefined;
    const first = await left('shell_read', { job_id: job, wait_ms: 5_000 });
    await callTool(env, 'shell_stop', { job_id: job });
    expect(JSON.stringify(first)).not.toContain(token.slice(0, 20));
    expect(first).toMatchObject({ value: { stdout: '[masked by Doorman: GitHub token]\n' } });
  });
});
