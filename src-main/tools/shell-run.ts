/** The tool that runs one shell text with bash, behind the wall that was decided, and says how it ended. */
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import type { Action } from '../../src-shared/action.ts';
import type { Json } from '../../src-shared/json.ts';
import type { ShellScript } from '../../src-shared/shell-script.ts';
import { changedSince, type OpenedPath, openPath, type PathContext, stillThere } from './confine-path.ts';
import {
  defineTool,
  type Failed,
  type Ran,
  type ResolveContext,
  type RunContext,
  reasonField,
  type Tool,
} from './define-tool.ts';
import { type Collected, fitCollected, jsonBytes } from './fit-output.ts';
import { mediaType } from './media-type.ts';
import { type ProcessEnd, runProcess } from './run-process.ts';
import { type ShellSettings, shellEnvironment } from './shell-environment.ts';
import { shortPath } from './short-path.ts';
import { usablePath } from './user-path.ts';
import type { RaisedWall, WallStatus } from './wall.ts';
import { standForRun } from './wall-for-run.ts';
import { NOTICED_NAMES } from './wall-names.ts';
import { wallNote } from './wall-note.ts';
import { createFolderWalk, type FolderWalk } from './wall-walk.ts';

/** Under the 128 KiB that Linux allows for one argument, whatever the characters. */
const MAX_COMMAND_CHARACTERS = 32_000;

/** Milliseconds kept from the budget for ending the tree and sending what was printed so far. */
const ENDING_MS = 300;

/** Bytes kept free for what stands around the two streams. */
const RESERVED_BYTES = 1024;

const SUMMARY_CHARACTERS = 200;

const inputSchema = z.strictObject({
  command: z.string().min(1).max(MAX_COMMAND_CHARACTERS).describe('The shell text, run by bash -c.'),
  cwd: z
    .string()
    .max(4096)
    .optional()
    .describe('Folder to run in. Default: the first shared folder, else home.'),
  timeout_ms: z.int().min(100).max(3_600_000).optional().describe('Ends it earlier than the call would.'),
  reason: reasonField,
});
type Input = z.infer<typeof inputSchema>;

export interface ShellTarget {
  readonly command: string;
  readonly cwd: OpenedPath;
  readonly script: ShellScript;
  readonly timeoutMs?: number;
}

export interface ShellRunEnv extends PathContext {
  readonly shell: ShellSettings;
  /** What is in force at that moment. */
  wall(): WallStatus;
  parseShell(text: string, cwd: string, context?: ResolveContext): Promise<ShellScript>;
  secretPlaces(): readonly string[];
  readonly ownPaths: readonly string[];
  /** Says what kind of secret lies at a canonical path, judged by the path alone. */
  secretPlace(path: string): string | undefined;
}

export function createShellRun(env: ShellRunEnv): Tool<Input, ShellTarget> {
  const questions = { names: NOTICED_NAMES, secretPlace: env.secretPlace };
  const walk = createFolderWalk(questions, () => performance.now());
  return defineTool<Input, ShellTarget>({
    name: 'shell_run',
    description:
      'Runs a command with bash on this machine and returns exit_code, stdout and stderr. No terminal, no input; ' +
      'what it leaves in the background is ended with it. Long output keeps its start and end. Most commands run ' +
      'behind a wall: without network, and with few or no places to write to.',
    input: inputSchema,
    async resolve(input, context) {
      const cwd = await openCwd(input.cwd, env);
      if (!cwd.ok) return cwd;
      try {
        const script = await env.parseShell(input.command, cwd.opened.path, context);
        return { ok: true, action: shellAction(input, cwd.opened, script, env.home) };
      } catch (error) {
        await cwd.opened.handle.close();
        throw error;
      }
    },
    run: (action, context) => runShell(action, context, env, walk),
    release: (action) => action.target.cwd.handle.close(),
  });
}

async function openCwd(sent: string | undefined, env: PathContext) {
  if (sent !== undefined) return await openPath(sent, 'directory', env);
  const opened = await openPath(env.folders()[0] ?? env.home, 'directory', env);
  if (opened.ok) return opened;
  return { ok: false as const, message: 'the default folder to run in cannot be opened. Send a cwd.' };
}

function shellAction(input: Input, cwd: OpenedPath, script: ShellScript, home: string): Action<ShellTarget> {
  const { command, timeout_ms: timeoutMs } = input;
  const line = command.trim().replaceAll(/\s+/g, ' ');
  const shown = line.length > SUMMARY_CHARACTERS ? `${line.slice(0, SUMMARY_CHARACTERS)}…` : line;
  return Object.freeze({
    tool: 'shell_run',
    summary: `Run \`${shown}\` in ${shortPath(cwd.path, home)}`,
    text: command,
    effects: [{ kind: 'run' as const, text: command, cwd: cwd.path, script }],
    frozen: { command, cwd: cwd.path, ...(timeoutMs === undefined ? {} : { timeout_ms: timeoutMs }) },
    target: { command, cwd, script, ...(timeoutMs === undefined ? {} : { timeoutMs }) },
  });
}

async function runShell(
  action: Action<ShellTarget>,
  context: RunContext,
  env: ShellRunEnv,
  walk: FolderWalk,
): Promise<Ran> {
  const { cwd } = action.target;
  const status = env.wall();
  const noWall = refuseWithoutWall(context, status);
  if (noWall) return noWall;
  if (!(await stillThere(cwd))) return changedSince(cwd);
  const path = usablePath(env.shell.path, env.folders());
  const places = { ...env, wall: status, path, walk };
  const wall = await standForRun(context.wall, { ...action.target, cwd: cwd.path }, places);
  if (!wall.ok) return wall;
  let putBack: readonly string[] = [];
  const end = await runBehind(wall, action.target, context, { ...env, path }).finally(async () => {
    putBack = await wall.lower();
  });
  return 'ok' in end ? end : shellResult(end, { ...wall, gaps: [...wall.gaps, ...putBack] }, context);
}

async function runBehind(
  wall: RaisedWall,
  { cwd, timeoutMs }: ShellTarget,
  context: RunContext,
  env: ShellRunEnv & { readonly path: readonly string[] },
): Promise<ProcessEnd | Failed> {
  // Building it took a moment.
  if (!(await stillThere(cwd))) return changedSince(cwd);
  const tmpDir = context.wall === 'none' ? env.shell.tmpDir : '/tmp';
  return await runProcess({
    argv: wall.argv,
    passed: wall.passed,
    cwd: cwd.path,
    env: shellEnvironment(env.shell, env.home, env.path, tmpDir),
    budgetMs: Math.max(1, Math.min(timeoutMs ?? Number.POSITIVE_INFINITY, context.budgetMs - ENDING_MS)),
    keptBytes: context.maxResultBytes,
    signal: context.signal,
    walled: wall.walled,
    tellLeft: !wall.walled,
  });
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

function shellResult(end: ProcessEnd, wall: RaisedWall, context: RunContext): Ran {
  if (end.kind === 'not-started') return { ok: false, message: `not run: ${end.why}.` };
  if (end.by === 'signal') return { ok: false, message: `it was ended before it finished${leftText(end)}.` };
  const [stdout, stderr] = fitStreams(end.stdout, end.stderr, context.maxResultBytes - RESERVED_BYTES);
  const leftOut = {
    ...(stdout.leftOut > 0 ? { stdout_bytes_left_out: stdout.leftOut } : {}),
    ...(stderr.leftOut > 0 ? { stderr_bytes_left_out: stderr.leftOut } : {}),
  };
  const binary = {
    ...(stdout.binary ? { stdout: stdout.binary } : {}),
    ...(stderr.binary ? { stderr: stderr.binary } : {}),
  };
  const note = end.exitCode === 0 ? undefined : wallNote(context.wall, stderr.text, wall);
  const value: { [key: string]: Json } = {
    exit_code: end.exitCode,
    ...(end.killedBy === null ? {} : { signal: end.killedBy }),
    stdout: stdout.text,
    stderr: stderr.text,
    ...(Object.keys(leftOut).length > 0 ? { truncated: leftOut } : {}),
    ...(Object.keys(binary).length > 0 ? { binary } : {}),
    ...(end.by === 'time' ? { timed_out: true } : {}),
    ...(note === undefined ? {} : { note }),
    ...(wall.gaps.length > 0 ? { wall_gaps: [...wall.gaps] } : {}),
    ...(end.left ? { may_have_left_running: end.left.map(({ pid, name }) => ({ pid, name })) } : {}),
  };
  return { ok: true, result: { kind: 'data', value } };
}

/** Only a run without a namespace of its own can leave something. */
function leftText({ left }: ProcessEnd & { readonly kind: 'ended' }): string {
  if (!left) return '';
  return `, but these may run on: ${left.map(({ pid, name }) => `${name} (${pid})`).join(', ')}`;
}

interface FittedStream {
  readonly text: string;
  readonly leftOut: number;
  readonly binary?: { readonly size: number; readonly media_type: string };
}

/** Shares `budget` bytes between the streams: each gets half, and what the other does not need. */
function fitStreams(stdout: Collected, stderr: Collected, budget: number): [FittedStream, FittedStream] {
  const half = Math.floor(budget / 2);
  const wanted = jsonBytes(fitStream(stdout, budget).text);
  const errors = fitStream(stderr, Math.max(half, budget - wanted));
  return [fitStream(stdout, budget - jsonBytes(errors.text)), errors];
}

function fitStream(stream: Collected, budget: number): FittedStream {
  const fitted = fitCollected(stream, budget, stripVTControlCharacters);
  if (fitted) return fitted;
  return { text: '', leftOut: 0, binary: { size: stream.total, media_type: mediaType(stream.head) } };
}
