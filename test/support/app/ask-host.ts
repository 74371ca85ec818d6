/** Speaks to a running Doorman from outside: its local socket for its state, its embedded runtime to call a tool as an agent. */
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { doormanPaths } from '../../../src-main/paths.ts';
import type { AppState } from '../../../src-shared/app-state.ts';
import {
  CONTROL_ROUTE,
  type ControlReply,
  type ControlRequest,
  type StatusReply,
} from '../../../src-shared/control.ts';
import type { Json } from '../../../src-shared/json.ts';

/** What an agent gets back. `output` has a shape that each test knows. */
export interface ToolReply {
  readonly ok: boolean;
  readonly output?: Json;
  readonly error?: string;
}

/** Asks the host of `home` through its local socket. Rejects while nothing listens there. */
export function control<C extends ControlRequest['command']>(
  env: NodeJS.ProcessEnv,
  command: ControlRequest & { command: C },
): Promise<ControlReply<C>> {
  const body = JSON.stringify(command);
  return new Promise((resolve, reject) => {
    const asked = request({
      socketPath: doormanPaths(env).socket,
      path: CONTROL_ROUTE,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    });
    asked.on('error', reject);
    asked.on('response', async (response) => {
      let text = '';
      for await (const part of response.setEncoding('utf8')) text += part;
      resolve(JSON.parse(text) as ControlReply<C>);
    });
    asked.end(body);
  });
}

export async function status(env: NodeJS.ProcessEnv): Promise<StatusReply> {
  const reply = await control(env, { command: 'status' });
  if (!reply.ok) throw new Error(reply.error);
  return reply.value;
}

/** Undefined while the host does not answer. */
export async function stateOf(env: NodeJS.ProcessEnv): Promise<AppState | undefined> {
  try {
    return (await status(env)).state;
  } catch {
    return undefined;
  }
}

/** Calls a tool through the embedded runtime, as a script or an agent would. The signal takes the call back. */
export function callTool(
  env: NodeJS.ProcessEnv,
  tool: string,
  input: Json,
  signal?: AbortSignal,
): Promise<ToolReply> {
  return invoke(env, { tool, input }, signal);
}

/** Calls `shell_run` as the run of that name would. */
export function callInRun(env: NodeJS.ProcessEnv, run: string, command: string): Promise<ToolReply> {
  return callToolInRun(env, run, 'shell_run', { command });
}

/** Calls a tool as the run of that name would. */
export function callToolInRun(
  env: NodeJS.ProcessEnv,
  run: string,
  tool: string,
  input: Json,
): Promise<ToolReply> {
  return invoke(env, { tool, input, run_id: run });
}

async function invoke(env: NodeJS.ProcessEnv, call: Json, signal?: AbortSignal): Promise<ToolReply> {
  const { embeddedRuntime } = await status(env);
  if (embeddedRuntime === null) throw new Error('this host has no embedded runtime');
  const bearer = (await readFile(embeddedRuntime.bearerFile, 'utf8')).trim();
  const response = await fetch(`${embeddedRuntime.url}/v1/invoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify(call),
    ...(signal ? { signal } : {}),
  });
  return (await response.json()) as ToolReply;
}
