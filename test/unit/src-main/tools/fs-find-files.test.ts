import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { secretPlace } from '../../../../src-main/policy/sensitive.ts';
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

async function setUp(files: readonly string[], changes: Partial<ToolsEnv> = {}) {
  const home = await scratchFolder();
  const root = join(home, 'site');
  for (const file of files) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), '');
  }
  const env = toolsEnv(home, { folders: () => [root], secretPlace, ...changes });
  const find = (input: object, context?: RunContext) => callTool(env, 'fs_find_files', input, context);
  const names = async (input: object, context?: RunContext) => dataOf(await find(input, context)).files;
  return { home, root, env, find, names };
}

describe('fs_find_files', () => {
  it('finds names at any depth, and paths below the folder, sorted and relative', async () => {
    const { names } = await setUp(['b.ts', 'src/a.ts', 'src/deep/er/c.ts', 'src/c.js', '.hidden/d.ts']);
    expect(await names({ pattern: '*.ts' })).toEqual([
      '.hidden/d.ts',
      'b.ts',
      'src/a.ts',
      'src/deep/er/c.ts',
    ]);
    expect(await names({ pattern: 'src/*.ts' })).toEqual(['src/a.ts']);
    expect(await names({ pattern: 'src/**/*.{ts,js}' })).toEqual([
      'src/a.ts',
      'src/c.js',
      'src/deep/er/c.ts',
    ]);
    expect(await names({ pattern: '*', path: 'src/deep' })).toEqual(['er/c.ts']);
    expect(await names({ pattern: '*.rs' })).toEqual([]);
  });

  it('leaves out what is excluded, and what .gitignore names only when asked', async () => {
    const { root, names } = await setUp(['a.js', 'node_modules/x/b.js', 'out/c.js', '.git/d.js']);
    await writeFile(join(root, '.gitignore'), 'out\n');
    expect(await names({ pattern: '*.js' })).toHaveLength(4);
    expect(await names({ pattern: '*.js', exclude: ['node_modules', 'out/**'] })).toEqual([
      '.git/d.js',
      'a.js',
    ]);
    expect(await names({ pattern: '*.js', skip_ignored: true })).toEqual(['a.js', 'node_modules/x/b.js']);
  });

  it('never goes through links and names none', async () => {
    const { home, root, names } = await setUp(['a.txt']);
    await mkdir(join(home, 'out'));
    await writeFile(join(home, 'out', 'b.txt'), '');
    await symlink('../out', join(root, 'folder'));
    await symlink('../out/b.txt', join(root, 'c.txt'));
    expect(await names({ pattern: '*.txt' })).toEqual(['a.txt']);
  });

  it("leaves out secret places and Doorman's own files, which do not count against the limit either", async () => {
    const files = ['.env', '.ssh/id_rsa', 'doorman/settings.json', 'z.txt'];
    const { home, root, names, find } = await setUp(files, {
      refusedPlace: (path) => (path.includes('/doorman/') ? 'own' : undefined),
    });
    expect(dataOf(await find({ pattern: '*', limit: 1 }))).toEqual({ path: root, files: ['z.txt'] });
    expect(await names({ pattern: '*', path: home })).toEqual(['site/z.txt']);
  });

  it('names what lies in a secret folder that the person said yes to, but never what every tool is refused', async () => {
    const { names } = await setUp(['.ssh/id_rsa', '.ssh/own'], {
      refusedPlace: (path) => (path.endsWith('/own') ? 'own' : undefined),
    });
    expect(await names({ pattern: '*', path: '.ssh' })).toEqual(['id_rsa']);
  });

  it('stops at the limit and at the size of a result, and says so', async () => {
    const { find } = await setUp(Array.from({ length: 300 }, (_, at) => `${'x'.repeat(60)}-${at}`));
    const limited = dataOf(await find({ pattern: '*', limit: 10 }));
    expect(limited).toMatchObject({ truncated: expect.stringMatching(/limit was reached/) });
    expect(limited.files).toHaveLength(10);
    const small = dataOf(await find({ pattern: '*' }, runContext({ maxResultBytes: 5000 })));
    expect(Buffer.byteLength(JSON.stringify(small))).toBeLessThanOrEqual(5000);
    expect(small).toMatchObject({ truncated: expect.stringMatching(/fit into a result/) });
  });

  it('is ended by the signal, and by its time with what was found', async () => {
    const { find } = await setUp(['a']);
    const ended = await find({ pattern: '*' }, runContext({ signal: AbortSignal.abort() }));
    expect(messageOf(ended)).toMatch(/ended before it finished/);
    const late = await find({ pattern: '*', path: '/usr' }, runContext({ budgetMs: 1 }));
    expect(dataOf(late)).toMatchObject({ truncated: expect.stringMatching(/time was up/) });
  });

  it('is decided on as a listing, and refuses views of the system, negated and broken globs', async () => {
    const { env, root, find } = await setUp(['a']);
    const tool = findTool(env, 'fs_find_files');
    const resolved = await tool.resolve(tool.input.parse({ pattern: '*.md' }));
    if (!resolved.ok) throw new Error(resolved.message);
    await tool.release?.(resolved.action);
    expect(resolved.action).toMatchObject({
      summary: 'Find files named "*.md" anywhere below ~/site',
      effects: [{ kind: 'list', path: root }],
      frozen: { path: root, pattern: '*.md' },
    });
    expect(messageOf(await find({ pattern: '*', path: '/proc' }))).toMatch(/view of the system/);
    expect(tool.input.safeParse({ pattern: '!*.md' }).success).toBe(false);
    expect(messageOf(await find({ pattern: '[' }))).toMatch(/glob/);
  });
});
