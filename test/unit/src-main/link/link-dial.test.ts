/** What a link does before it connects: how the token travels, and what it refuses to send at all. */
import { expect, test } from 'vitest';
import { type BareRuntime, greetNext, startBareRuntime } from '../../../support/bare-peer.ts';
import { Inbox } from '../../../support/inbox.ts';
import { cleanUp, linkUnderTest, TOKEN } from './link-under-test.ts';

async function bareRuntime(): Promise<BareRuntime> {
  const runtime = await startBareRuntime();
  cleanUp(() => runtime.close());
  return runtime;
}

test.each([
  [
    'that cannot be read from the keychain',
    (): Promise<string> => Promise.reject(new Error(TOKEN)),
    'waiting',
  ],
  ['that would break the header', (): Promise<string> => Promise.resolve(`${TOKEN}\r\nx: y`), 'blocked'],
] as const)('says so about a token %s, without its text', async (_name, token, kind) => {
  const runtime = await bareRuntime();
  const { until } = linkUnderTest(runtime.url, { token });
  const { why } = await until(kind);
  expect(why).toMatch(/token/);
  expect(why).not.toContain(TOKEN);
  expect(runtime.sessions.waiting).toEqual([]);
});

test.each([undefined, ''])('connects without a bearer when the token is %j', async (token) => {
  const runtime = await bareRuntime();
  linkUnderTest(runtime.url, { token: async () => token });
  const { request } = await runtime.sessions.next();
  expect(request.headers.authorization).toBeUndefined();
});

test('sends the token as a sub-protocol where the person chose so, in one line and in no header', async () => {
  const runtime = await bareRuntime();
  const profile = { id: 'p1', name: 'Work', url: runtime.url, invokeTimeoutMs: 30_000 };
  const { until } = linkUnderTest(runtime.url, { profile: { ...profile, bearerBy: 'subprotocol' } });
  const { request } = await greetNext(runtime);
  await until('open');
  expect(request.headers.authorization).toBeUndefined();
  expect(request.headers['sec-websocket-protocol']).toBe(`loomcycle.client-tools.v1,bearer.${TOKEN}`);
});

test.each(['a/b', 'a=b', 'a,b', 'a b'])(
  'is blocked by the token %j that no sub-protocol can be, and keeps it to itself',
  async (token) => {
    const runtime = await bareRuntime();
    const profile = { id: 'p1', name: 'Work', url: runtime.url, invokeTimeoutMs: 30_000 };
    const { until } = linkUnderTest(runtime.url, {
      profile: { ...profile, bearerBy: 'subprotocol' },
      token: async () => token,
    });
    const { reason, why } = await until('blocked');
    expect(reason).toBe('token-unsendable');
    expect(why).toMatch(/sub-protocol/);
    expect(runtime.sessions.waiting).toEqual([]);
  },
);

test.each([
  ['http://runtime.example', undefined, 'plain-refused'],
  ['http://runtime.example', 'other.example', 'plain-refused'],
  ['http://127.evil.example', undefined, 'plain-refused'],
])('does not connect to %s in the clear with the consent for %s', async (url, plainHost, reason) => {
  let asked = 0;
  const token = async () => {
    asked += 1;
    return TOKEN;
  };
  const profile = { id: 'p1', name: 'Work', url, invokeTimeoutMs: 30_000, plainHost };
  const { until } = linkUnderTest(url, { profile, token });
  expect((await until('blocked')).reason).toBe(reason);
  expect(asked).toBe(0);
});

test('gives up an attempt whose token or way is never found, and takes no late one', async () => {
  const runtime = await bareRuntime();
  const tokens = new Inbox<(token: string) => void>();
  const token = () => new Promise<string>((resolve) => tokens.push(resolve));
  const { clock, link, until } = linkUnderTest(runtime.url, { token });
  const late = await tokens.next();
  clock.advance(20_000);
  expect((await until('waiting')).why).toMatch(/in time/);
  late(TOKEN);
  link.retryNow();
  (await tokens.next())(TOKEN);
  await greetNext(runtime);
  await until('open');
  expect(runtime.sessions.waiting).toEqual([]);
  await link.close();
  expect(clock.pending).toBe(0);
});
