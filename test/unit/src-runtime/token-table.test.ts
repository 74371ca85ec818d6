/** The file of tokens: whom it lets in, and that a faulty one lets nobody in. */
import { expect, test } from 'vitest';
import { newToken, readTokenTable } from '../../../src-runtime/token-table.ts';
import { clientOf, invoke, runtimeUnderTest } from './runtime-under-test.ts';

const table = (...tokens: object[]) => JSON.stringify({ tokens });

test('finds the principal of a token by its hash alone', () => {
  const alice = newToken();
  const bob = newToken();
  const text = table(
    { sha256: alice.sha256, subject: 'alice' },
    { sha256: bob.sha256, tenant: 'team', subject: 'bob', scopes: ['runs:read'], tools: ['client__fs_*'] },
  );
  expect(text).not.toContain(alice.token);
  const read = readTokenTable(text);
  if (!read.ok) throw new Error(read.problem);
  expect(read.lookup(alice.token)).toEqual({
    tenant: 'default',
    subject: 'alice',
    scopes: ['runs:create'],
    tools: ['*'],
  });
  expect(read.lookup(bob.token)).toMatchObject({ tenant: 'team', scopes: ['runs:read'] });
  for (const stranger of [newToken().token, alice.sha256, '']) expect(read.lookup(stranger)).toBeUndefined();
});

test.each([
  ['no JSON', '{', 'the file'],
  ['no tokens', table(), 'tokens'],
  ['a token in plain text', table({ token: 'x', subject: 'a' }), 'tokens.0'],
  ['a hash in capitals', table({ sha256: 'A'.repeat(64), subject: 'a' }), 'tokens.0.sha256'],
  ['no subject', table({ sha256: 'a'.repeat(64) }), 'tokens.0.subject'],
  ['a misspelt field', table({ sha256: 'a'.repeat(64), subject: 'a', scope: [] }), 'tokens.0'],
  [
    'the same token twice',
    table({ sha256: 'a'.repeat(64), subject: 'a' }, { sha256: 'a'.repeat(64), subject: 'b' }),
    'tokens.1.sha256',
  ],
])('takes no table with %s, and says where', (_name, text, where) => {
  const read = readTokenTable(text);
  expect(read).toMatchObject({ ok: false, problem: expect.stringContaining(`${where}: `) });
});

test.each(['{"lct_secret": {"subject": "alice"}}', '{"tokens": [{"lct_secret": "alice"}]}'])(
  'does not repeat a token that stands where a name should (%s)',
  (text) => {
    const read = readTokenTable(text);
    expect(read).toMatchObject({ ok: false, problem: expect.stringMatching(/does not belong there/) });
    expect(JSON.stringify(read)).not.toContain('lct_secret');
  },
);

test('holds a script to the tools that its token is granted', async () => {
  const { token, sha256 } = newToken();
  const read = readTokenTable(table({ sha256, subject: 'alice', tools: ['client__fs_*'] }));
  if (!read.ok) throw new Error(read.problem);
  const runtime = await runtimeUnderTest({ principals: read.lookup });
  const client = await clientOf(runtime, token, ['fs_read', 'shell_run']);
  expect(await invoke(runtime, 'shell_run', { bearer: token })).toEqual({
    ok: false,
    error: 'tool not found: client__shell_run',
  });
  const reply = invoke(runtime, 'fs_read', { bearer: token });
  const { call_id } = await client.frames.next();
  client.send({ type: 'result', call_id, ok: true, output: 'x' });
  expect(await reply).toEqual({ ok: true, output: 'x' });
  const headers = { authorization: `Bearer ${token}` };
  const listed = await (await fetch(`${runtime.url}/v1/tools`, { headers })).json();
  expect(listed).toMatchObject({ tools: [{ name: 'client__fs_read' }] });
});
