/** The published path cases, as far as opening a path decides them: what it leads to, and that errors are errors. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inside } from '../../../../src-main/tools/confine-path.ts';
import type { Ran } from '../../../../src-main/tools/define-tool.ts';
import { callTool, findTool, runContext, scratchFolder, toolsEnv } from './tools-fixture.ts';

const run = promisify(execFile);

const caseSchema = z.object({
  id: z.string(),
  setup: z.string(),
  allowed_roots: z.array(z.string()),
  request: z.string(),
  op: z.enum(['read', 'list', 'tree']),
  expect: z.enum(['allow', 'ask', 'deny', 'error']),
  why: z.string(),
  after_check: z.string().optional(),
});
type PathCase = z.infer<typeof caseSchema>;

const file = new URL('../../../cases/paths.jsonl', import.meta.url);
const cases = readFileSync(file, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => caseSchema.parse(JSON.parse(line)));

/** Inside a root by place; only the policy's tables of names and secrets turn these into a question. */
const ASKED_BY_NAME = new Set(['out-bidi-name', 'out-dotenv', 'out-dotenv-link', 'out-home-key']);

/** May be asked about or refused; it is refused. `out-case` finds nothing where upper and lower case differ. */
const MAY_BE_REFUSED = new Set(['out-tilde-user', 'out-case']);

async function setUp({ setup, allowed_roots: roots, request }: PathCase) {
  const base = await scratchFolder();
  const fill = (text: string) => text.replaceAll('$S', base);
  // bash writes $'\u202e' as that character only where the locale has it.
  const utf8 = { ...process.env, LC_ALL: 'C.UTF-8' };
  const shell = (script: string) => run('bash', ['-c', fill(script)], { cwd: base, env: utf8 });
  await mkdir(join(base, 'home'));
  await shell(setup);
  const folders = await Promise.all(roots.map((root) => realpath(fill(root))));
  const env = toolsEnv(join(base, 'home'), { folders: () => folders });
  return { base, env, folders, shell, request: fill(request) };
}

/** Root reads what it likes: as root, such a case runs as somebody else. */
async function asOrdinaryUser<T>(base: string, work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return await work();
  await chmod(base, 0o755);
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

describe('path cases', () => {
  it.each(cases.map((pathCase) => [pathCase.id, pathCase] as const))('%s', async (id, pathCase) => {
    const { base, env, folders, shell, request } = await setUp(pathCase);
    const name = pathCase.op === 'read' ? 'fs_read_file' : 'fs_list_directory';
    const call = async (): Promise<Ran & { path?: string }> => {
      const tool = findTool(env, name);
      const resolved = await tool.resolve({ path: request });
      if (!resolved.ok) return resolved;
      await tool.release?.(resolved.action);
      const between = async () => void (pathCase.after_check && (await shell(pathCase.after_check)));
      return {
        ...(await callTool(env, name, { path: request }, runContext(), between)),
        path: resolved.action.text,
      };
    };
    const ran = id.startsWith('sp-unreadable') ? await asOrdinaryUser(base, call) : await call();
    const isInside = ran.path !== undefined && folders.some((folder) => inside(ran.path ?? '', folder));
    switch (pathCase.expect) {
      case 'allow':
        expect([ran.ok, isInside]).toEqual([true, true]);
        break;
      case 'ask':
        if (MAY_BE_REFUSED.has(id)) expect([ran.ok, isInside]).toEqual([false, false]);
        else expect([ran.ok, isInside]).toEqual([true, ASKED_BY_NAME.has(id)]);
        break;
      default:
        expect(ran.ok).toBe(false);
        expect(JSON.stringify(ran)).not.toContain('outside');
    }
  });
});
