/** Our link against our runtime over real sockets and on the real clock: what an agent gets when it calls. */
import { afterEach, expect, test } from 'vitest';
import { startLink } from '../../src-main/link/link.ts';
import type { Link, LinkOptions } from '../../src-main/link/link-options.ts';
import { systemClock } from '../../src-main/system-clock.ts';
import { type RunningRuntime, startRuntime } from '../../src-runtime/start-runtime.ts';
import type { LinkStatus } from '../../src-shared/app-state.ts';
import type { HandledCall, Outcome } from '../../src-shared/outcome.ts';
import { Inbox } from '../support/inbox.ts';

const TOKEN = 'token-of-this-machine';
const principals = new Map([[TOKEN, { tenant: 'default', subject: 'me' }]]);
const cleanUps: (() => Promise<void>)[] = [];
const faults: unknown[] = [];

afterEach(async () => {
  for (const run of cleanUps.splice(0).reverse()) await run();
  expect(faults.splice(0)).toEqual([]);
});

async function runtimeOn(port = 0, invokeTimeoutMs = 60_000): Promise<RunningRuntime> {
  const runtime = await startRuntime({ principals, port, invokeTimeoutMs });
  cleanUps.push(() => runtime.close());
  return runtime;
}

interface Machine {
  readonly link: Link;
  readonly statuses: Inbox<LinkStatus>;
}

function machine(url: string, onCall: LinkOptions['onCall'], token = TOKEN): Machine {
  const statuses = new Inbox<LinkStatus>();
  const tool = { name: 'echo', description: 'Says it again', input_schema: { type: 'object' } };
  let ids = 0;
  const link = startLink({
    profile: { id: 'p', name: 'Runtime', url, invokeTimeoutMs: 30_000 },
    token: async () => token,
    routes: async () => [undefined],
    tools: () => [tool],
    onCall,
    onStatus: (status) => statuses.push(status),
    onCounts: () => {},
    logFault: (error) => faults.push(error),
    clock: systemClock,
    random: () => 0,
    newCallId: () => `id-${++ids}`,
  });
  cleanUps.push(() => link.close());
  return { link, statuses };
}

function handled(outcome: Outcome, delivered: (reached: boolean) => void = () => {}): HandledCall {
  return { outcome, ran: true, delivered };
}

const text = (value: string): Outcome => ({ kind: 'done', result: { kind: 'text', text: value } });
const echo: LinkOptions['onCall'] = async (call) => handled(text(JSON.stringify(call.input)));
const isOpen = (status: LinkStatus) => status.kind === 'open';

async function ask(runtime: RunningRuntime, input: unknown, signal?: AbortSignal): Promise<unknown> {
  const response = await fetch(`${runtime.url}/v1/invoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ tool: 'client__echo', input }),
    ...(signal && { signal }),
  });
  return response.json();
}

test('carries an agent call to the machine and its answer back', async () => {
  const runtime = await runtimeOn();
  const { statuses } = machine(runtime.url, echo);
  expect(await statuses.until(isOpen)).toMatchObject({ accepted: ['echo'] });
  expect(await ask(runtime, { n: 1 })).toEqual({ ok: true, output: '{"n":1}' });
});

test('carries many calls at once, each answer to its own caller', async () => {
  const runtime = await runtimeOn();
  const { statuses } = machine(runtime.url, echo);
  await statuses.until(isOpen);
  const numbers = Array.from({ length: 64 }, (_, index) => index);
  const replies = await Promise.all(numbers.map((n) => ask(runtime, n)));
  expect(replies).toEqual(numbers.map((n) => ({ ok: true, output: String(n) })));
});

test('connects again after the runtime was killed and started on the same port', async () => {
  const runtime = await runtimeOn();
  const { statuses } = machine(runtime.url, echo);
  await statuses.until(isOpen);
  await runtime.close();
  await statuses.until((status) => status.kind === 'waiting');
  const again = await runtimeOn(runtime.port);
  await statuses.until(isOpen);
  expect(await ask(again, 'back')).toEqual({ ok: true, output: '"back"' });
});

test('learns from the runtime how long it waits', async () => {
  const runtime = await runtimeOn(0, 9_000);
  const budgets = new Inbox<number>();
  const { statuses } = machine(runtime.url, async (call) => {
    budgets.push(Math.round(call.answerBy.mono - call.receivedAt.mono));
    return handled(text('ok'));
  });
  await statuses.until(isOpen);
  await ask(runtime, {});
  expect(await budgets.next()).toBe(7_000);
});

test('ends the call on the machine when its caller goes away', async () => {
  const runtime = await runtimeOn();
  const reasons = new Inbox<unknown>();
  const started = new Inbox<true>();
  const { statuses } = machine(runtime.url, async (_call, signal) => {
    signal.addEventListener('abort', () => reasons.push(signal.reason));
    started.push(true);
    await reasons.next();
    reasons.push(signal.reason);
    return handled({ kind: 'withdrawn', why: 'cancelled' });
  });
  await statuses.until(isOpen);
  const caller = new AbortController();
  const reply = ask(runtime, {}, caller.signal);
  await started.next();
  caller.abort();
  await expect(reply).rejects.toThrow();
  expect(await reasons.next()).toBe('cancelled');
});

test('tells the machine when the runtime dies in mid-call, and delivers nothing', async () => {
  const runtime = await runtimeOn();
  const started = new Inbox<true>();
  const delivered = new Inbox<boolean>();
  const { statuses } = machine(runtime.url, async (_call, signal) => {
    started.push(true);
    await new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
    expect(signal.reason).toBe('disconnected');
    return handled(text('too late'), (reached) => delivered.push(reached));
  });
  await statuses.until(isOpen);
  const reply = ask(runtime, {}).catch(() => 'gone');
  await started.next();
  await runtime.close();
  expect(await delivered.next()).toBe(false);
  expect(await reply).not.toMatchObject({ ok: true });
});

test('is blocked by a token that the runtime does not know', async () => {
  const runtime = await runtimeOn();
  const { statuses } = machine(runtime.url, echo, 'another-token');
  const blocked = await statuses.until((status) => status.kind === 'blocked');
  expect(JSON.stringify(blocked)).not.toContain('another-token');
});
