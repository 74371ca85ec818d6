/** The checks at the door, in the published order, each with its exact refusal. */
import { expect, test } from 'vitest';
import { lookupIn, type Principal } from '../../../src-runtime/principal.ts';
import { ask, upgradeHeaders } from './raw-request.ts';
import { ALICE, post, runtimeUnderTest } from './runtime-under-test.ts';

const bearer = { authorization: `Bearer ${ALICE}` };

function runtimeFor(principal: Partial<Principal>, enabled = true) {
  const principals = new Map([[ALICE, { tenant: 'default', subject: 'alice', ...principal }]]);
  return runtimeUnderTest({ principals, enabled });
}

test('refuses a bearer without the scope with 403, whatever else is wrong', async () => {
  const runtime = await runtimeFor({ scopes: ['runs:read', 'channel:x', 'providers:operator-key'] }, false);
  const reply = await ask(runtime.url, bearer);
  expect(reply).toMatchObject({ status: 403, body: 'insufficient scope\n' });
  expect(reply.headers).toMatchObject({
    'www-authenticate': 'Bearer scope="runs:create"',
    'content-type': 'text/plain; charset=utf-8',
  });
  expect((await post(runtime, '{"tool":"read"}')).status).toBe(403);
});

test.each(['runs:create', 'substrate:admin', 'substrate:tenant', 'substrate:user'])(
  'lets a bearer of the scope %s in',
  async (scope) => {
    const runtime = await runtimeFor({ scopes: ['runs:read', scope] });
    expect((await ask(runtime.url, { ...upgradeHeaders, ...bearer })).status).toBe(101);
  },
);

test('says in JSON that the feature is off, after the bearer and before the handshake', async () => {
  const runtime = await runtimeFor({}, false);
  for (const headers of [{}, upgradeHeaders]) {
    expect((await ask(runtime.url, headers)).status).toBe(401);
    const reply = await ask(runtime.url, { ...headers, ...bearer });
    expect(reply.status).toBe(503);
    expect(reply.headers['content-type']).toBe('application/json');
    expect(reply.body).toBe(
      '{"code":"client_tools_unavailable","error":"the client-tool host is not enabled on this server"}',
    );
  }
  expect((await post(runtime, '{"tool":"read"}')).status).toBe(503);
});

test.each<[string, object, string, number, string]>([
  [
    'no upgrade',
    { connection: 'keep-alive' },
    'GET',
    426,
    'Connection header "keep-alive" does not contain Upgrade',
  ],
  ['HEAD', { connection: 'close' }, 'HEAD', 426, ''],
  [
    'another upgrade',
    { connection: 'Upgrade', upgrade: 'h2c' },
    'GET',
    426,
    'Upgrade header "h2c" does not contain websocket',
  ],
])('answers %s with 426', async (_name, headers, method, status, text) => {
  const runtime = await runtimeUnderTest();
  const reply = await ask(runtime.url, { ...bearer, ...headers }, { method });
  expect(reply).toMatchObject({ status, headers: { upgrade: 'websocket' } });
  expect(reply.body).toBe(text && `WebSocket protocol violation: ${text}\n`);
});

test.each<[string, Record<string, string | string[]>, string]>([
  [
    'an old version',
    { 'sec-websocket-version': '8' },
    'unsupported WebSocket protocol version (only 13 is supported): "8"\n',
  ],
  [
    'no version',
    { 'sec-websocket-version': '' },
    'unsupported WebSocket protocol version (only 13 is supported): ""\n',
  ],
  [
    'a bad key',
    { 'sec-websocket-key': 'x' },
    'WebSocket protocol violation: invalid Sec-WebSocket-Key "x", must be a 16 byte base64 encoded string\n',
  ],
  [
    'two keys',
    { 'sec-websocket-key': ['dGhlIHNhbXBsZSBub25jZQ==', 'dGhlIHNhbXBsZSBub25jZQ=='] },
    'WebSocket protocol violation: multiple Sec-WebSocket-Key headers\n',
  ],
])('answers a handshake with %s with 400', async (_name, headers, body) => {
  const runtime = await runtimeUnderTest();
  const reply = await ask(runtime.url, { ...upgradeHeaders, ...bearer, ...headers });
  expect(reply).toMatchObject({ status: 400, body });
});

test('answers a handshake without a key with 400, and names the version that it wants', async () => {
  const runtime = await runtimeUnderTest();
  const { 'sec-websocket-key': _, ...without } = upgradeHeaders;
  expect(await ask(runtime.url, { ...without, ...bearer })).toMatchObject({
    status: 400,
    body: 'WebSocket protocol violation: missing Sec-WebSocket-Key\n',
  });
  const old = await ask(runtime.url, { ...upgradeHeaders, ...bearer, 'sec-websocket-version': '8' });
  expect(old.headers['sec-websocket-version']).toBe('13');
});

test('refuses other methods and other paths before it looks at a bearer', async () => {
  const runtime = await runtimeUnderTest();
  for (const headers of [{}, upgradeHeaders])
    expect(await ask(runtime.url, headers, { method: 'POST' })).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD' },
    });
  expect((await ask(runtime.url, upgradeHeaders, { path: '/v1/invoke' })).status).toBe(404);
});

test('takes the bearer of the cookie before the sub-protocol, and a stale cookie hides a good one', async () => {
  const runtime = await runtimeUnderTest();
  const status = async (cookie: string, protocol: string) =>
    (await ask(runtime.url, { ...upgradeHeaders, cookie, 'sec-websocket-protocol': protocol })).status;
  expect(await status(`a=b; loomcycle_session=${ALICE}`, 'loomcycle.client-tools.v1')).toBe(101);
  expect(await status('loomcycle_session=stale', `bearer.${ALICE}`)).toBe(401);
  expect(await status('other=stale', `bearer.${ALICE}`)).toBe(101);
});

test('takes a header before everything', async () => {
  const runtime = await runtimeUnderTest();
  const headers = { ...upgradeHeaders, ...bearer, cookie: 'loomcycle_session=stale' };
  expect((await ask(runtime.url, headers)).status).toBe(101);
});

test('refuses foreign host names only where it listens on loopback', async () => {
  const headers = { ...upgradeHeaders, ...bearer, host: 'runtime.example' };
  expect((await ask((await runtimeUnderTest()).url, headers)).status).toBe(403);
  const open = await runtimeUnderTest({
    host: '0.0.0.0',
    principals: lookupIn(new Map([[ALICE, { tenant: 't', subject: 's' }]])),
  });
  expect((await ask(`http://127.0.0.1:${open.port}`, headers)).status).toBe(101);
});
