import { describe, expect, it } from 'vitest';
import {
  connectTarget,
  isLocalName,
  plainTarget,
  targetText,
} from '../../../../src-main/network/proxy-target.ts';

describe('where a CONNECT wants to go', () => {
  it.each([
    ['example.com:443', 'example.com', 443],
    ['EXAMPLE.com.:443', 'example.com', 443],
    ['bücher.example:443', 'xn--bcher-kva.example', 443],
    ['[2606:4700::1111]:8443', '2606:4700::1111', 8443],
    ['[::ffff:127.0.0.1]:80', '::ffff:7f00:1', 80],
    ['2130706433:80', '127.0.0.1', 80],
    ['0x7f000001:80', '127.0.0.1', 80],
    ['0x7f.1:80', '127.0.0.1', 80],
    ['0177.0.0.01:80', '127.0.0.1', 80],
    ['127.1:80', '127.0.0.1', 80],
    ['127.0.0.1.:80', '127.0.0.1', 80],
    ['①②⑦.0.0.1:80', '127.0.0.1', 80],
    ['%31%32%37.0.0.1:80', '127.0.0.1', 80],
    ['0:80', '0.0.0.0', 80],
  ] as const)('reads %s', (text, host, port) => {
    expect(connectTarget(text)).toEqual({ host, port });
  });

  it.each([
    ...['', 'example.com', ':443', 'example.com:', 'example.com:0', 'example.com:65536', 'example.com:4 3'],
    ...[
      'user@example.com:443',
      'example.com:80:443',
      '::1:80',
      '[::1:80',
      'a/b:80',
      'a?b:80',
      'a#b:80',
      'a\\b:80',
    ],
    ...[
      'http://example.com:80',
      '[fe80::1%eth0]:80',
      '[fe80::1%25eth0]:80',
      '1.2.3.4.5:80',
      'a b:80',
      '[]:80',
    ],
  ])('takes %j for no target', (text) => {
    expect(connectTarget(text)).toBeUndefined();
  });
});

describe('where a plain request wants to go', () => {
  it('reads host, port and path, and leaves out user names and fragments', () => {
    expect(plainTarget('HTTP://user:pass@Example.com:8080/a%20b?c=d#e')).toEqual({
      host: 'example.com',
      port: 8080,
      path: '/a%20b?c=d',
      authority: 'example.com:8080',
      url: 'http://example.com:8080/a%20b?c=d',
    });
    expect(plainTarget('http://[::1]')).toMatchObject({
      host: '::1',
      port: 80,
      path: '/',
      authority: '[::1]',
    });
    expect(plainTarget('http://0x7f.1/')).toMatchObject({ host: '127.0.0.1', authority: '127.0.0.1' });
  });

  it.each([
    '/path',
    '*',
    'https://example.com/',
    'ftp://example.com/',
    'example.com:80',
    'http://',
    'http://a b/',
    'http://a:0/',
  ])('takes %j for no target', (text) => {
    expect(plainTarget(text)).toBeUndefined();
  });
});

it('knows the names of what is local', () => {
  for (const name of [
    'localhost',
    'a.localhost',
    'localhost.localdomain',
    'printer.local',
    'metadata.google.internal',
  ])
    expect(isLocalName(name)).toBe(true);
  for (const name of ['example.com', 'localhost.example.com', 'notlocalhost', 'internal.example.com'])
    expect(isLocalName(name)).toBe(false);
});

it('writes an IPv6 address in brackets', () => {
  expect(targetText({ host: '::1', port: 80 })).toBe('[::1]:80');
  expect(targetText({ host: 'example.com', port: 443 })).toBe('example.com:443');
});
