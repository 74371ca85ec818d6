/** What a link says first. */
import { expect, test } from 'vitest';
import { clientToolsUrl, helloFrame, isSendableToken } from '../../../../src-main/link/hello.ts';

test.each([
  ['http://127.0.0.1:8787', 'ws://127.0.0.1:8787/v1/client-tools'],
  ['https://host.example/', 'wss://host.example/v1/client-tools'],
  ['https://user:pass@host.example/base//?q=1#x', 'wss://host.example/base/v1/client-tools'],
])('turns %s into %s', (base, url) => {
  expect(clientToolsUrl(base)).toBe(url);
});

test('leaves out names that the runtime would skip, and schemas that would break a run', () => {
  const tool = (name: string, schema: unknown) => ({ name, description: 'd', input_schema: schema });
  const hello = JSON.parse(
    helloFrame([
      tool('good', { type: 'object' }),
      tool('not good', {}),
      tool('null', null),
      tool('list', []),
    ]),
  );
  expect(hello.tools).toEqual([
    { name: 'good', description: 'd', input_schema: { type: 'object' } },
    { name: 'null', description: 'd' },
    { name: 'list', description: 'd' },
  ]);
});

test.each([
  [undefined, true],
  ['', true],
  ['lct_abc/=,', true],
  ['a b', false],
  ['a\n', false],
  ['ä', false],
])('%j can be sent as a bearer: %s', (token, sendable) => {
  expect(isSendableToken(token)).toBe(sendable);
});
