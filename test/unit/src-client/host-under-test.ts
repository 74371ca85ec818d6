/** The helper against a server that does nothing by itself, on a clock that the test turns; closed after each test. */
import { afterEach } from 'vitest';
import { WebSocket } from 'ws';
import {
  type ClientToolsStatus,
  ReconnectingHost,
  type ReconnectingHostOptions,
} from '../../../src-client/reconnecting-host.ts';
import type { ToolCall } from '../../../src-client/tool-calls.ts';
import type { WebSocketLike } from '../../../src-client/web-socket-like.ts';
import { helloFrame } from '../../../src-shared/client-tools.ts';
import { type BareRuntime, startBareRuntime } from '../../support/bare-peer.ts';
import { Inbox } from '../../support/inbox.ts';
import { ManualClock } from '../../support/manual-clock.ts';

export interface PendingCall {
  readonly call: ToolCall;
  answer(output: unknown): void;
  fail(error: unknown): void;
}

export interface HostUnderTest {
  readonly host: ReconnectingHost;
  readonly clock: ManualClock;
  readonly statuses: Inbox<ClientToolsStatus>;
  readonly calls: Inbox<PendingCall>;
  until<S extends ClientToolsStatus['state']>(state: S): Promise<ClientToolsStatus & { state: S }>;
}

const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const run of cleanUps.splice(0).reverse()) await run();
});

export async function bareRuntime(): Promise<BareRuntime> {
  const runtime = await startBareRuntime();
  cleanUps.push(() => runtime.close());
  return runtime;
}

export function socketTo(runtime: BareRuntime): WebSocketLike {
  return new WebSocket(runtime.url.replace('http', 'ws'), ['loomcycle.client-tools.v1']);
}

export function hostUnderTest(
  runtime: BareRuntime,
  options: Partial<ReconnectingHostOptions> = {},
): HostUnderTest {
  const clock = new ManualClock();
  const statuses = new Inbox<ClientToolsStatus>();
  const calls = new Inbox<PendingCall>();
  const host = new ReconnectingHost({
    openSocket: () => socketTo(runtime),
    hello: helloFrame('test', [{ name: 'read' }]),
    names: ['read'],
    onInvoke: (call) => new Promise((answer, fail) => calls.push({ call, answer, fail })),
    onStatus: (status) => statuses.push(status),
    reconnect: true,
    invokeTimeoutMs: 60_000,
    maxFrameBytes: undefined,
    clock,
    random: () => 0,
    ...options,
  });
  cleanUps.push(() => host.close());
  const until = async <S extends ClientToolsStatus['state']>(state: S) =>
    (await statuses.until((status) => status.state === state)) as ClientToolsStatus & { state: S };
  return { host, clock, statuses, calls, until };
}
