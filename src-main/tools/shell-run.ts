/** The tool that runs one shell text with bash, behind the wall that was decided, and says how it ended. */
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import type { Json } from '../../src-shared/json.ts';
import { BESIDE_CUT } from '../../src-shared/masking.ts';
import { defineTool, type Ran, type RunContext, reasonField, type Tool } from './define-tool.ts';
import { type Collected, fitCollected, jsonBytes } from './fit-output.ts';
import { mediaType } from './media-type.ts';
import type { RunOutputs } from './run-outputs.ts';
import { type ProcessEnd, runProcess } from './run-process.ts';
import { say } from './say.ts';
import { commandField, cwdField, type Shell, type ShellTarget } from './shell-text.ts';
import { cutsIn, type TextCut } from './text-cuts.ts';
import type { RaisedWall } from './wall.ts';
import { trafficReport } from './wall-network.ts';
import { NEVER_BEGAN, wallNote } from './wall-note.ts';

/** Milliseconds kept from the budget for ending the tree and sending what was printed so far. */
const ENDING_MS = 300;

/** Bytes kept free for what stands around the two streams. */
const RESERVED_BYTES = 1024;

const DESCRIPTION =
  'Runs a command with bash on this machine and returns exit_code, stdout and stderr. No terminal, no input; ' +
  'what it leaves in the background is ended with it. Long output keeps its start and end. Most commands run ' +
  'behind a wall, with few or no places to write to. What runs unasked has no network; what the person approved ' +
  'reaches public addresses through the proxy in HTTP_PROXY, and nothing on this machine or its networks. ps, pgrep ' +
  'and top list the processes of this machine as they were just before the command began.';

const inputSchema = z.strictObject({
  command: commandField,
  cwd: cwdField,
  timeout_ms: z.int().min(100).max(3_600_000).optional().describe('Ends it earlier than the call would.'),
  reason: reasonField,
});
type Input = z.infer<typeof inputSchema>;

/** `outputs` has what it printed for as long as it runs. */
export function createShellRun(shell: Shell, outputs: RunOutputs): Tool<Input, ShellTarget> {
  return defineTool<Input, ShellTarget>({
    name: 'shell_run',
    description: DESCRIPTION,
    input: inputSchema,
    resolve: ({ timeout_ms: ms, ...input }, context) =>
      shell.resolve(
        input,
        {
          tool: 'shell_run',
          line: ({ command, size, cwd }) => say`Run ${command}${size} in ${cwd}`,
          ...(ms === undefined ? {} : { limit: { field: 'timeout_ms', ms } }),
        },
        context,
      ),
    async run({ target }, context) {
      const over = performance.now() + context.budgetMs;
      const first = await runOnce({ shell, outputs }, target, context);
      // What the wall covers can vanish while it is raised. Nothing of the command was run then, so it is raised anew.
      if (!first.neverBegan || context.signal.aborted) return first.ran;
      const budgetMs = over - performance.now();
      return (await runOnce({ shell, outputs }, target, { ...context, budgetMs })).ran;
    },
    release: (action) => action.target.cwd.handle.close(),
  });
}

interface RunRooms {
  readonly shell: Shell;
  readonly outputs: RunOutputs;
}

async function runOnce(
  { shell, outputs }: RunRooms,
  target: ShellTarget,
  context: RunContext,
): Promise<{ readonly ran: Ran; readonly neverBegan: boolean }> {
  const ready = await shell.makeReady(target, context);
  if (!ready.ok) return { ran: ready, neverBegan: false };
  const { start, wall } = ready;
  const limitMs = Math.min(target.limitMs ?? Number.POSITIVE_INFINITY, context.budgetMs - ENDING_MS);
  let putBack: readonly string[] = [];
  const output = outputs.begin(context.call.id);
  const end = await runProcess({
    ...start,
    budgetMs: Math.max(1, limitMs),
    keptBytes: keptBytes(context),
    ...output.hears,
  }).finally(async () => {
    output.over();
    putBack = await wall.lower();
  });
  const ran = shellResult(end, { ...wall, gaps: [...wall.gaps, ...putBack] }, context);
  return { ran, neverBegan: hasNotBegun(end) };
}

function hasNotBegun(end: ProcessEnd): boolean {
  return end.kind === 'ended' && end.by === 'itself' && end.neverBegan === true;
}

/** Somewhat more than is shown: a credential may lie across the end of that. */
function keptBytes({ maxResultBytes }: RunContext): number {
  return maxResultBytes + 2 * BESIDE_CUT;
}

function shellResult(end: ProcessEnd, wall: RaisedWall, context: RunContext): Ran {
  if (end.kind === 'not-started') return { ok: false, message: `not run: ${end.why}.` };
  if (hasNotBegun(end)) return { ok: false, message: `not run: ${NEVER_BEGAN}` };
  if (end.by === 'signal') return { ok: false, message: `it was ended before it finished${leftText(end)}.` };
  const network = trafficReport(wall.network);
  const reserved = RESERVED_BYTES + (network ? jsonBytes(JSON.stringify(network)) : 0);
  const [stdout, stderr] = fitStreams(end.stdout, end.stderr, context.maxResultBytes - reserved);
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
    ...(network === undefined ? {} : { network }),
    ...(end.over === undefined ? {} : { ended: `${end.over}; a command may not take more of this machine` }),
    ...(note === undefined ? {} : { note }),
    ...(wall.gaps.length > 0 ? { wall_gaps: [...wall.gaps] } : {}),
    ...(end.left ? { may_have_left_running: end.left.map(({ pid, name }) => ({ pid, name })) } : {}),
  };
  const cuts = [...cutsIn('/stdout', stdout.cuts), ...cutsIn('/stderr', stderr.cuts)];
  return { ok: true, result: { kind: 'data', value }, cuts };
}

/** Only a run without a namespace of its own can leave something. */
function leftText({ left }: ProcessEnd & { readonly kind: 'ended' }): string {
  if (!left) return '';
  return `, but these may run on: ${left.map(({ pid, name }) => `${name} (${pid})`).join(', ')}`;
}

interface FittedStream {
  readonly text: string;
  readonly leftOut: number;
  readonly cuts?: readonly TextCut[];
  readonly binary?: { readonly size: number; readonly media_type: string };
}

/** Shares `budget` bytes between the streams: each gets half, and what the other does not need. */
function fitStreams(stdout: Collected, stderr: Collected, budget: number): [FittedStream, FittedStream] {
  const half = Math.floor(budget / 2);
  const whole = fitStream(stdout, budget);
  const wanted = jsonBytes(whole.text);
  const errors = fitStream(stderr, Math.max(half, budget - wanted));
  const left = budget - jsonBytes(errors.text);
  return [wanted <= left ? whole : fitStream(stdout, left), errors];
}

function fitStream(stream: Collected, budget: number): FittedStream {
  const fitted = fitCollected(stream, budget, stripVTControlCharacters);
  if (fitted) return fitted;
  return { text: '', leftOut: 0, binary: { size: stream.total, media_type: mediaType(stream.head) } };
}
