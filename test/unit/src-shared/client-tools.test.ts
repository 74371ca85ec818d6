/** The names and addresses of the wire, and the hello that cannot harm a run. */
import { expect, test } from 'vitest';
import {
  bareToolName,
  bearerProtocol,
  clientToolsUrl,
  helloFrame,
  isBareToolName,
} from '../../../src-shared/client-tools.ts';

test('knows a usable bare name, and the bare name behind the prefix', () => {
  expect(['a', 'fs_read-1', 'x'.repeat(56)].every(isBareToolName)).toBe(true);
  expect(['', 'a.b', 'a b', 'a\n', 'ä', 'x'.repeat(57)].some(isBareToolName)).toBe(false);
  expect([bareToolName('client__fs_read'), bareToolName('fs_read')]).toEqual(['fs_read', 'fs_read']);
});

test.each([
  ['http://127.0.0.1:8787', 'ws://127.0.0.1:8787/v1/client-tools'],
  ['https://host.example/', 'wss://host.example/v1/client-tools'],
  ['https://user:pass@host.example/base//?q=1#x', 'wss://host.example/base/v1/client-tools'],
])('turns %s into %s', (base, url) => {
  expect(clientToolsUrl(new URL(base))).toBe(url);
});

test('leaves out names that the runtime would skip, and schemas that would break a run', () => {
  const tool = (name: string, schema: unknown) => ({ name, description: 'd', input_schema: schema });
  const tools = [
    tool('good', { type: 'object' }),
    tool('not good', {}),
    tool('null', null),
    tool('list', []),
  ];
  expect(JSON.parse(helloFrame('me', tools))).toEqual({
    type: 'hello',
    client: 'me',
    tools: [
      { name: 'good', description: 'd', input_schema: { type: 'object' } },
      { name: 'null', description: 'd' },
      { name: 'list', description: 'd' },
    ],
  });
});

test('puts only a token that fits a sub-protocol entry into one', () => {
  expect(bearerProtocol('lct_abc-1.~')).toBe('bearer.lct_abc-1.~');
  for (const token of ['', 'a b', 'a,b', 'a/b', 'a=', 'a\n', 'ä'])
    expect(bearerProtocol(token), JSON.stringify(token)).toBeUndefined();
});
