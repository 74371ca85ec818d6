/** What every tool that runs a shell text shares: how the text becomes an action, and how it is made ready to start. */
import { z } from 'zod';
import type { Action } from '../../src-shared/action.ts';
import type { ShellScript } from '../../src-shared/shell-script.ts';
import { changedSince, type OpenedPath, openPath, type PathContext, stillThere } from './confine-path.ts';
import type { Failed, ResolveContext, Resolved, RunContext } from './define-tool.ts';
import type { StartRequest } from './run-process.ts';
import { named } from './say.ts';
import { type ShellSettings, shellEnvironment } from './shell-environment.ts';
import { shortPath } from './short-path.ts';
import { type ShownCommand, shownCommand } from './shown-command.ts';
import { usablePath } from './user-path.ts';
import type { RaisedWall, WallStatus } from './wall.ts';
import { standForRun } from './wall-for-run.ts';
import { NOTICED_NAMES } from './wall-names.ts';
import { PROXY_ENVIRONMENT, type RunNetwork } from './wall-network.ts';
import { createFolderWalk } from './wall-walk.ts';

/** Under the 128 KiB that Linux allows for one argument, whatever the characters. */
const MAX_COMMAND_CHARACTERS = 32_000;

export const commandField = z
  .string()
  .min(1, 'say what is to run')
  .max(MAX_COMMAND_CHARACTERS)
  .describe('The shell text, run by bash -c.');

export const cwdField = z
  .string()
  .max(4096)
  .optional()
  .describe('Folder to run in. Default: the first shared folder, else home.');

export interface ShellTarget {
  readonly command: string;
  readonly cwd: OpenedPath;
  readonly script: ShellScript;
  /** Milliseconds after which it is ended, where the input says so. */
  readonly limitMs?: number;
}

export interface ShellEnv extends PathContext {
  readonly shell: ShellSettings;
  /** What is in force at that moment. */
  wall(): WallStatus;
  parseShell(text: string, cwd: string, context?: ResolveContext): Promise<ShellScript>;
  secretPlaces(): readonly string[];
  readonly ownPaths: readonly string[];
  /** Says what kind of secret lies at a canonical path, judged by the path alone. */
  secretPlace(path: string): string | undefined;
  /** Opens the way to the network for one run behind the guarded wall. Missing where there is none. */
  openNetwork?(): Promise<RunNetwork>;
  /** Hears what a person should know of a call that ran, each a sentence; also where its result reaches nobody. */
  onRemarks?(callId: string, remarks: readonly string[]): void;
}

/** How a tool speaks of the text that it runs. */
export interface ShellUse {
  readonly tool: string;
  /** The first line of the card; all parts are short. */
  line(shown: ShownCommand): Pick<Action, 'summary' | 'headline'>;
  /** The input's own limit, under the name of its field. Milliseconds. */
  readonly limit?: { readonly field: string; readonly ms: number };
}

/** A text that can be started now. Whoever takes it lowers the wall once nothing runs behind it any more. */
export interface ReadyShell {
  readonly ok: true;
  readonly start: StartRequest;
  readonly wall: RaisedWall;
}

export interface Shell {
  /** Opens the folder to run in, which the action holds until it is released. */
  resolve(
    input: { readonly command: string; readonly cwd?: string | undefined },
    use: ShellUse,
    context?: ResolveContext,
  ): Promise<Resolved<ShellTarget>>;
  /** Raises the wall that was decided, and makes sure that the folder is still the one that was decided on. */
  makeReady(target: ShellTarget, context: RunContext): Promise<ReadyShell | Failed>;
}

export function createShell(env: ShellEnv): Shell {
  const questions = { names: NOTICED_NAMES, secretPlace: env.secretPlace };
  const walk = createFolderWalk(questions, () => performance.now());
  return {
    async resolve(input, use, context) {
      const cwd = await openCwd(input.cwd, env);
      if (!cwd.ok) return cwd;
      const { command } = input;
      try {
        const script = await env.parseShell(command, cwd.opened.path, context);
        return { ok: true, action: shellAction({ command, cwd: cwd.opened, script }, use, env.home) };
      } catch (error) {
        await cwd.opened.handle.close();
        throw error;
      }
    },
    async makeReady(target, context) {
      const { cwd } = target;
      const status = env.wall();
      const noWall = refuseWithoutWall(context, status);
      if (noWall) return noWall;
      if (!(await stillThere(cwd))) return changedSince(cwd);
      const path = usablePath(env.shell.path, env.folders());
      const places = { ...env, wall: status, path, walk };
      const wall = await standForRun(context, { ...target, cwd: cwd.path }, places);
      if (!wall.ok) return wall;
      // Building it took a moment.
      if (await stillThere(cwd))
        return {
          ok: true,
          start: startRequest(wall, target, context, env, path),
          wall: remarking(wall, context.call.id, env),
        };
      await wall.lower();
      return changedSince(cwd);
    },
  };
}

function remarking(wall: RaisedWall, callId: string, { onRemarks }: ShellEnv): RaisedWall {
  return {
    ...wall,
    async lower() {
      const remarks = await wall.lower();
      if (remarks.length > 0) onRemarks?.(callId, remarks);
      return remarks;
    },
  };
}

async function openCwd(sent: string | undefined, env: PathContext) {
  if (sent !== undefined) return await openPath(sent, 'directory', env);
  const opened = await openPath(env.folders()[0] ?? env.home, 'directory', env);
  if (opened.ok) return opened;
  return { ok: false as const, message: 'the default folder to run in cannot be opened. Send a cwd.' };
}

function shellAction(
  { command, cwd, script }: Omit<ShellTarget, 'limitMs'>,
  { tool, line, limit }: ShellUse,
  home: string,
): Action<ShellTarget> {
  return Object.freeze({
    tool,
    ...line({ ...shownCommand(command), cwd: named(shortPath(cwd.path, home)) }),
    text: command,
    effects: [{ kind: 'run' as const, text: command, cwd: cwd.path, script }],
    frozen: { command, cwd: cwd.path, ...(limit ? { [limit.field]: limit.ms } : {}) },
    target: { command, cwd, script, ...(limit ? { limitMs: limit.ms } : {}) },
  });
}

function startRequest(
  { argv, passed, walled, tmpDir = '/tmp', network }: RaisedWall,
  { cwd }: ShellTarget,
  { wall, signal }: RunContext,
  { shell, home }: ShellEnv,
  path: readonly string[],
): StartRequest {
  const own = shellEnvironment(shell, home, path, wall === 'none' ? shell.tmpDir : tmpDir);
  const env = network ? { ...own, ...PROXY_ENVIRONMENT } : own;
  return { argv, passed, cwd: cwd.path, env, signal, walled, tellLeft: !walled };
}

function refuseWithoutWall(context: RunContext, wall: WallStatus): Failed | undefined {
  if (context.wall === 'none') {
    if (!wall.required) return undefined;
    return {
      ok: false,
      message: 'not run: the settings of this machine ask for a wall around every command.',
    };
  }
  if (wall.available) return undefined;
  return {
    ok: false,
    message: `not run: the ${context.wall} wall that was decided on is not there. ${wall.text}`,
  };
}
