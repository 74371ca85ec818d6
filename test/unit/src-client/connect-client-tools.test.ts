/** The door of the helper as others use it, against our own runtime. */
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type ClientToolsStatus, connectClientTools } from '../../../src-client/connect-client-tools.ts';
import { startRuntime } from '../../../src-runtime/start-runtime.ts';
import { Inbox } from '../../support/inbox.ts';

const options = {
  baseUrl: 'http://127.0.0.1:1',
  tools: [{ name: 'add', description: 'Adds', input_schema: { type: 'object' } }],
  onInvoke: () => undefined,
  WebSocketImpl: WebSocket,
};

test('offers a tool to a runtime and answers its call, even if it waits for months', async () => {
  const principals = new Map([['secret-1', { tenant: 't', subject: 's' }]]);
  const runtime = await startRuntime({ principals, invokeTimeoutMs: 10_000_000_000 });
  const statuses = new Inbox<ClientToolsStatus>();
  const host = connectClientTools({
    ...options,
    baseUrl: runtime.url,
    authToken: 'secret-1',
    async onInvoke({ tool, input, signal }) {
      await (await fetch(runtime.url)).text();
      signal.throwIfAborted();
      return `${tool} ${JSON.stringify(input)}`;
    },
    onStatus: (status) => statuses.push(status),
  });
  expect(await statuses.next()).toMatchObject({ state: 'open', accepted: ['add'], skipped: [] });
  const response = await fetch(`${runtime.url}/v1/invoke`, {
    method: 'POST',
    headers: { authorization: 'Bearer secret-1' },
    body: JSON.stringify({ tool: 'client__add', input: [1, 2] }),
  });
  expect(await response.json()).toEqual({ ok: true, output: 'add [1,2]' });
  host.close();
  await runtime.close();
});

test('throws at once for what can never work, without repeating the token', () => {
  expect(() => connectClientTools({ ...options, baseUrl: 'nowhere' })).toThrow(TypeError);
  const connect = () => connectClientTools({ ...options, authToken: 'to ken' });
  expect(connect).toThrow('authToken holds a character');
  expect(connect).not.toThrow('to ken');
});
