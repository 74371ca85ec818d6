/** Commands of direct execution as calls of the one flow, and the outcome as the answer that their callers know. */
import { randomUUID } from 'node:crypto';
import type { Origin } from '../src-shared/call.ts';
import { later } from '../src-shared/clock.ts';
import type { ExecAnswer } from '../src-shared/direct-exec.ts';
import type { CallRooms } from './calls/call-rooms.ts';
import { handleCall } from './calls/handle-call.ts';
import type { Caller, Command } from './direct/direct-rooms.ts';
import { execAnswer } from './direct/exec-answer.ts';
import { coCommand, isPicture, ownCall } from './direct/published-tools.ts';

/** How long a command may take when it does not say: as in the published system. Milliseconds. */
const DEFAULT_LIMIT_MS = 120_000;

/** Longest that a command may ask for. Milliseconds. */
const MAX_LIMIT_MS = 3_600_000;

/** What a call needs beside the run of its program. Milliseconds. */
const MARGIN_MS = 2_000;

export interface DirectCalls {
  exec(command: Command): Promise<ExecAnswer>;
  /** The names under which this caller gets tools, ours and the published ones. */
  toolNames(caller: Caller): readonly string[];
}

/** @param limit own names of the tools that the owner of an address may call; undefined where it is not limited */
export function directCalls(
  rooms: CallRooms,
  limit: (address: string) => readonly string[] | undefined,
  name: () => string,
): DirectCalls {
  const mayCall = (caller: Caller, own: string) =>
    caller.kind === 'local' || (limit(caller.address)?.includes(own) ?? true);
  const toolNames = (caller: Caller) =>
    rooms.toolNames(originOf(caller)).filter((tool) => mayCall(caller, tool));
  const run = async ({ tool, args, caller, signal }: Command): Promise<ExecAnswer> => {
    const { tool: own, input, published } = ownCall(tool, args);
    const receivedAt = rooms.clock.now();
    const incoming = {
      id: randomUUID(),
      tool: own,
      ...(mayCall(caller, own) ? {} : { notOffered: true as const }),
      input,
      origin: originOf(caller),
      receivedAt,
      answerBy: later(receivedAt, limitOf(input)),
    };
    const handled = await handleCall(incoming, signal, rooms);
    handled.delivered(!signal.aborted);
    const durationMs = rooms.clock.now().mono - receivedAt.mono;
    return execAnswer(handled.outcome, { tool, own, published, ran: handled.ran, durationMs });
  };
  return {
    toolNames,
    async exec(command) {
      const co = coCommand(command.tool, command.args);
      if (co === undefined) return run(command);
      if (isPicture(co)) return run({ ...command, tool: 'take_screenshot', args: {} });
      return coAnswer(co, () => statusText(name(), toolNames(command.caller)));
    },
  };
}

function originOf(caller: Caller): Origin {
  return caller.kind === 'local'
    ? { door: 'local', caller: 'a program of this user' }
    : { door: 'direct', caller: caller.address, name: caller.name };
}

function limitOf(input: unknown): number {
  const asked =
    input !== null && typeof input === 'object' && 'timeout_ms' in input ? input.timeout_ms : undefined;
  if (typeof asked !== 'number' || !(asked > 0)) return DEFAULT_LIMIT_MS + MARGIN_MS;
  return Math.min(asked, MAX_LIMIT_MS) + MARGIN_MS;
}

/** `co status` and `co browser …`: the published way to look at a machine and to drive its browser. */
function coAnswer([verb, ...rest]: readonly string[], status: () => string): ExecAnswer {
  if (verb === 'status' && rest.length === 0) return { status: 'success', result: status(), durationMs: 0 };
  const what = ['co', verb, ...rest.slice(0, 1)].join(' ');
  const error =
    verb === 'browser'
      ? `${what}: this machine has no browser tool yet. "co browser take_screenshot" gives a picture of its screen.`
      : `${what}: not known here. Doorman answers "co status" and "co browser take_screenshot".`;
  return { status: 'error', error };
}

function statusText(name: string, tools: readonly string[]): string {
  return `Doorman on ${name}: running\ntools: ${tools.join(', ')}\nwhat the whitelist does not name is refused`;
}
