/** Where programs are looked up: the PATH of the person's login shell, without entries that an agent could write to. */
import { realpath, stat } from 'node:fs/promises';
import type { ProgramPath } from '../../src-shared/program-path.ts';
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
export async function readUserPath(request: UserPathRequest): Promise<ProgramPath> {
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
  return { ...(await trustworthy((said ?? request.fallback).split(':'))), fromShell: said !== undefined };
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

async function trustworthy(entries: readonly string[]): Promise<Omit<ProgramPath, 'fromShell'>> {
  const kept = new Set<string>();
  const dropped: { readonly entry: string; readonly why: string }[] = [];
  for (const entry of entries) {
    const found = await entryOf(entry);
    if ('path' in found) kept.add(found.path);
    else dropped.push({ entry, why: found.why });
  }
  return { entries: [...kept], dropped };
}

async function entryOf(entry: string): Promise<{ readonly path: string } | { readonly why: string }> {
  if (!entry.startsWith('/')) return { why: 'relative' };
  const path = await realpath(entry).catch(() => undefined);
  const stats = path === undefined ? undefined : await stat(path).catch(() => undefined);
  if (path === undefined || !stats) return { why: 'missing' };
  if (!stats.isDirectory()) return { why: 'not a folder' };
  return (stats.mode & 0o002) === 0 ? { path } : { why: 'everybody may write to it' };
}
