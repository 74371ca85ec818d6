/** A runtime with two principals and helpers to call tools over its HTTP door; everything is closed after each test. */
import { afterEach } from 'vitest';
import {
  type RunningRuntime,
  type RuntimeOptions,
  startRuntime,
} from '../../../src-runtime/start-runtime.ts';
import { connectClient, type Peer } from '../../support/bare-peer.ts';

export const ALICE = 'token-of-alice';
export const BOB = 'token-of-bob';

const principals = new Map([
  [ALICE, { tenant: 'default', subject: 'alice' }],
  [BOB, { tenant: 'default', subject: 'bob' }],
]);

const cleanUps: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(cleanUps.splice(0).map((cleanUp) => cleanUp()));
});

export async function runtimeUnderTest(options: Partial<RuntimeOptions> = {}): Promise<RunningRuntime> {
  const runtime = await startRuntime({ principals, ...options });
  cleanUps.push(() => runtime.close());
  return runtime;
}

export async function clientOf(
  runtime: RunningRuntime,
  bearer: string,
  tools: readonly string[],
): Promise<Peer> {
  const client = await connectClient(runtime.url, bearer, tools);
  cleanUps.push(async () => client.socket.terminate());
  return client;
}

export interface InvokeOptions {
  readonly bearer?: string;
  readonly input?: unknown;
  readonly signal?: AbortSignal;
  readonly headers?: Record<string, string>;
}

export function post(
  runtime: RunningRuntime,
  body: string,
  { bearer = ALICE, signal, headers }: InvokeOptions = {},
): Promise<Response> {
  return fetch(`${runtime.url}/v1/invoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', ...headers },
    body,
    ...(signal && { signal }),
  });
}

/** Calls a tool and resolves to the reply's body. */
export async function invoke(
  runtime: RunningRuntime,
  tool: string,
  options: InvokeOptions = {},
): Promise<unknown> {
  const response = await post(runtime, JSON.stringify({ tool, input: options.input ?? {} }), options);
  return response.json();
}
