/** The HTTP door of the runtime: it can run tools, so it is careful whom it answers. */
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { connectBare } from '../../support/bare-peer.ts';
import { ALICE, BOB, clientOf, post, runtimeUnderTest } from './runtime-under-test.ts';

const ok = JSON.stringify({ tool: 'read', input: {} });

test('lists the tools of the principal with prefix, description and schema; the newest wins', async () => {
  const runtime = await runtimeUnderTest();
  await clientOf(runtime, ALICE, ['read']);
  const fresh = await connectBare(runtime.url, ALICE);
  const schema = { type: 'object', properties: { path: { type: 'string' } } };
  fresh.send({ type: 'hello', tools: [{ name: 'read', description: 'newer', input_schema: schema }] });
  await fresh.frames.next();
  await clientOf(runtime, BOB, ['write']);

  const list = async (bearer: string) =>
    (await fetch(`${runtime.url}/v1/tools`, { headers: { authorization: `Bearer ${bearer}` } })).json();
  expect(await list(ALICE)).toEqual({
    tools: [{ name: 'client__read', description: 'newer', input_schema: schema }],
  });
  expect(await list(BOB)).toEqual({
    tools: [{ name: 'client__write', description: 'write', input_schema: { type: 'object' } }],
  });
  fresh.socket.terminate();
});

test('passes run and agent id on to the client', async () => {
  const runtime = await runtimeUnderTest();
  const client = await clientOf(runtime, ALICE, ['read']);
  const reply = post(
    runtime,
    JSON.stringify({ tool: 'client__read', input: { n: 1 }, run_id: 'run-7', agent_id: 'agent-3' }),
  );
  const frame = await client.frames.next();
  expect(Object.entries(frame)).toEqual([
    ['type', 'invoke'],
    ['call_id', frame.call_id],
    ['run_id', 'run-7'],
    ['agent_id', 'agent-3'],
    ['tool', 'read'],
    ['input', { n: 1 }],
  ]);
  client.send({ type: 'result', call_id: frame.call_id, ok: true, output: 'x' });
  expect((await reply).status).toBe(200);
});

test('refuses callers without a valid bearer', async () => {
  const runtime = await runtimeUnderTest();
  const reply = await post(runtime, ok, { bearer: 'nobody' });
  expect([reply.status, await reply.text()]).toEqual([401, 'unauthorized\n']);
  expect((await fetch(`${runtime.url}/v1/tools`)).status).toBe(401);
});

test('refuses what a web page sends, and requests by a foreign host name', async () => {
  const runtime = await runtimeUnderTest();
  const client = await clientOf(runtime, ALICE, ['read']);
  const status = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request(`${runtime.url}/v1/invoke`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ALICE}`, ...headers },
      });
      asked.on('error', reject);
      asked.on('response', (response) => resolve(response.resume().statusCode));
      asked.end(ok);
    });
  expect(await status({ origin: 'null' })).toBe(403);
  expect(await status({ origin: 'https://evil.example' })).toBe(403);
  expect(await status({ host: 'evil.example' })).toBe(403);
  expect(client.frames.waiting).toEqual([]);
});

test.each([
  ['no JSON', 'tool=read', 400],
  ['no tool', '{"input":{}}', 400],
  ['a tool that is no text', '{"tool":7}', 400],
  ['a run id that is no text', '{"tool":"read","run_id":7}', 400],
  ['too large a body', JSON.stringify({ tool: 'read', input: 'x'.repeat(5_000) }), 413],
])('refuses a body with %s and calls nothing', async (_name, body, status) => {
  const runtime = await runtimeUnderTest({ maxFrameBytes: 4_000 });
  const client = await clientOf(runtime, ALICE, ['read']);
  const reply = await post(runtime, body);
  expect(reply.status).toBe(status);
  expect(await reply.json()).toMatchObject({ code: expect.any(String), error: expect.any(String) });
  expect(client.frames.waiting).toEqual([]);
});

test('names what there is when a path does not exist', async () => {
  const runtime = await runtimeUnderTest();
  const headers = { authorization: `Bearer ${ALICE}` };
  const reply = await fetch(`${runtime.url}/v1/runs`, { headers });
  expect(reply.status).toBe(404);
  expect(await reply.text()).toContain('/v1/invoke');
});
