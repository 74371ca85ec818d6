/** Looks for the programs that tools start, by starting each. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '../src-shared/doctor.ts';
import { checkPath, checkProgram, type ProgramUse } from './doctor/check-programs.ts';
import { checkBubblewrap } from './doctor/check-wall.ts';
import type { Login } from './this-machine.ts';
import { ripgrepProgram } from './tools/ripgrep.ts';
import { runProcess } from './tools/run-process.ts';
import { usablePath } from './tools/user-path.ts';

const BUDGET_MS = 5000;

const USES: readonly ProgramUse[] = [
  { id: 'bash', program: 'bash', without: 'no command can run', level: 'problem' },
  { id: 'git', program: 'git', without: 'agents cannot look at repositories', level: 'warning' },
];

const RIPGREP: ProgramUse = {
  id: 'ripgrep',
  program: 'ripgrep',
  without: 'files cannot be found or searched',
  level: 'problem',
};

export async function examinePrograms(
  { shell, path }: Login,
  folders: readonly string[],
): Promise<readonly Finding[]> {
  const entries = usablePath(path.entries, folders);
  const shared = path.entries.filter((entry) => !entries.includes(entry));
  const dropped = [...path.dropped, ...shared.map((entry) => ({ entry, why: 'in a shared folder' }))];
  const programs = USES.map(async (use) => checkProgram(use, await versionOf(use.program, entries)));
  return [
    checkPath({ ...path, entries, dropped }, shell),
    ...(await Promise.all([
      ...programs,
      ripgrep(),
      ...(process.platform === 'linux' ? [bubblewrap(entries)] : []),
    ])),
  ];
}

async function ripgrep(): Promise<Finding> {
  const program = await ripgrepProgram();
  return checkProgram(RIPGREP, program && (await versionOf(program, [])));
}

async function bubblewrap(entries: readonly string[]): Promise<Finding> {
  return checkBubblewrap(await versionOf('bwrap', entries), await whereIs('bwrap', entries));
}

/** What it says when it is asked for its version; nothing where it does not start or fails. */
async function versionOf(program: string, entries: readonly string[]): Promise<string | undefined> {
  const end = await runProcess({
    argv: [program, '--version'],
    cwd: '/',
    env: { PATH: entries.join(':') },
    budgetMs: BUDGET_MS,
    keptBytes: 4096,
  });
  return end.kind === 'ended' && end.exitCode === 0 ? end.stdout.head.toString('utf8') : undefined;
}

async function whereIs(program: string, entries: readonly string[]): Promise<string | undefined> {
  for (const entry of entries) {
    const path = join(entry, program);
    const there = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (there) return path;
  }
  return undefined;
}
