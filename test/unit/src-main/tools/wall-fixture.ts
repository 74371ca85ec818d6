/** A home with an added folder and things to keep from it, and calls behind a chosen wall. */
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Ran } from '../../../../src-main/tools/define-tool.ts';
import type { ToolsEnv } from '../../../../src-main/tools/registry.ts';
import type { Wall } from '../../../../src-shared/action.ts';
import type { FileFact, FileLook } from '../../../../src-shared/shell-script.ts';
import { callTool, runContext, scratchFolder, toolsEnv } from './tools-fixture.ts';

export const WALLS = ['read-only', 'guarded'] as const;

export interface WalledHome {
  readonly home: string;
  readonly site: string;
  readonly env: ToolsEnv;
  behind(wall: Wall, command: string, cwd?: string): Promise<Ran>;
}

/** The home lies outside /tmp, which is private behind a wall. */
export async function walledHome(
  changes: (home: string) => Partial<ToolsEnv> = () => ({}),
): Promise<WalledHome> {
  const home = await scratchFolder('/var/tmp');
  for (const folder of ['site', 'private', 'other']) await mkdir(join(home, folder));
  await writeFile(join(home, 'private', 'prod.env'), 'outside');
  await writeFile(join(home, 'site', 'a.txt'), 'readable');
  const env = toolsEnv(home, { folders: () => [join(home, 'site')], ...changes(home) });
  return {
    home,
    site: join(home, 'site'),
    env,
    behind: (wall, command, cwd) =>
      callTool(env, 'shell_run', { command, ...(cwd ? { cwd } : {}) }, runContext({ wall })),
  };
}

export type Use = NonNullable<Extract<FileLook, { kind: 'seen' }>['use']>;

/** A reader of shell texts that found these paths in every text. */
export function naming(...seen: readonly (readonly [string, FileFact['type'], Use])[]): Partial<ToolsEnv> {
  const files = Object.fromEntries(
    seen.map(([path, type, use]) => [path, { kind: 'seen' as const, use, files: [{ path, type }] }]),
  );
  const surroundings = { files, repositories: {}, programs: {} };
  return { parseShell: async () => ({ kind: 'plain', commands: [], reads: [], surroundings }) };
}

export async function listen(server: Server, at: string | number): Promise<Server> {
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(at, () => resolve()));
  return server;
}

export { createServer };
