/** Where programs are looked up: the PATH of the person's login shell, without entries that an agent could write to. */
import { realpath, stat } from 'node:fs/promises';
import { inside } from './confine-path.ts';
import { runProcess } from './run-process.ts';

export interface UserPathRequest {
  /** The login shell, an absolute path. */
  readonly shell: string;
  readonly home: string;
  readonly user: string;
  /** PATH of Doorman itself: given to the shell, and used where the shell does not answer. */
  readonly fallback: string;
  readonly budgetMs: number;
}

const MARKER = 'doorman-path:';

/**
 * Asks the login shell for its PATH once. Entries are made canonical; relative and missing ones and those that
 * everybody may write to are dropped. Start-up files of the person run, as in any new terminal.
 */
export async function readUserPath(request: UserPathRequest): Promise<readonly string[]> {
  const end = await runProcess({
    argv: [request.shell, '-l', '-c', `printf '\\n${MARKER}%s\\n' "$PATH"`],
    cwd: request.home,
    env: {
      HOME: request.home,
      USER: request.user,
      LOGNAME: request.user,
      SHELL: request.shell,
      PATH: request.fallback,
      TERM: 'dumb',
    },
    budgetMs: request.budgetMs,
    keptBytes: 64 * 1024,
  });
  const said = end.kind === 'ended' ? pathFrom(Buffer.concat([end.stdout.head, end.stdout.tail])) : undefined;
  return await trustworthy((said ?? request.fallback).split(':'));
}

/**
 * The entries that may be used now: none that lies in an added folder, where an approved command could put a program
 * under the name of another. The same list belongs into the judgement of commands.
 */
export function usablePath(entries: readonly string[], folders: readonly string[]): readonly string[] {
  return entries.filter((entry) => !folders.some((folder) => inside(entry, folder)));
}

function pathFrom(output: Buffer): string | undefined {
  const lines = output.toString('utf8').split('\n');
  return lines.findLast((line) => line.startsWith(MARKER))?.slice(MARKER.length);
}

async function trustworthy(entries: readonly string[]): Promise<readonly string[]> {
  const kept = new Set<string>();
  for (const entry of entries) {
    if (!entry.startsWith('/')) continue;
    const real = await realpath(entry).catch(() => undefined);
    const stats = real === undefined ? undefined : await stat(real).catch(() => undefined);
    const worldWritable = stats !== undefined && (stats.mode & 0o002) !== 0;
    if (real !== undefined && stats?.isDirectory() && !worldWritable) kept.add(real);
  }
  return [...kept];
}
