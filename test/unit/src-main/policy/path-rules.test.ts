import { describe, expect, test } from 'vitest';
import { isInside, withoutDots } from '../../../../src-main/policy/path-rules.ts';
import { refusedPlace, secretContent, secretPlace } from '../../../../src-main/policy/sensitive.ts';

describe('inside a folder', () => {
  test.each([
    ['/a/b', '/a/b', true],
    ['/a/b/c', '/a/b', true],
    ['/a/b/c', '/a/b/', true],
    ['/a/b', '/', true],
    ['/a/bc', '/a/b', false],
    ['/a/b ', '/a/b', false],
    ['/a', '/a/b', false],
    ['/a/b/../c', '/a/b', false],
    ['a/b', '/a', false],
    ['/A/b', '/a', false],
  ])('%s in %s: %s', (path, folder, expected) => {
    expect(isInside(path, folder)).toBe(expected);
  });

  test('dots are taken away as text', () => {
    expect(withoutDots('/a/./b/../../c//d/')).toBe('/c/d');
    expect(withoutDots('/../..')).toBe('/');
  });
});

describe('secrets', () => {
  test.each([
    '/home/u/.ssh/config',
    '/home/u/.ssh',
    '/w/.env',
    '/w/.ENV.local',
    '/w/server.pem',
    '/w/id_ed25519',
    '/home/u/.aws/credentials',
    '/home/u/.mozilla/firefox/x/cookies.sqlite',
    '/etc/shadow',
    '/home/u/.npmrc',
    '/proc/1/environ',
    '/w/sub/../.env',
  ])('%s is one', (path) => expect(secretPlace(path)).toBeDefined());

  test.each([
    '/w/.env.example',
    '/w/id_rsa.pub',
    '/w/environment.ts',
    '/w/README.md',
    '/w/.sshx/a',
    '/w/keys.ts',
  ])('%s is none', (path) => expect(secretPlace(path)).toBeUndefined());

  test('a private key is known by its beginning', () => {
    expect(secretContent(Buffer.from('-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl'))).toBeDefined();
    expect(secretContent(Buffer.from('Bag Attributes\n-----BEGIN RSA PRIVATE KEY-----'))).toBeDefined();
    expect(secretContent(Buffer.from('-----BEGIN CERTIFICATE-----'))).toBeUndefined();
  });

  test("Doorman's own files and the files that hold rules are refused", () => {
    expect(refusedPlace('/home/u/.config/doorman/host.yaml', ['/home/u/.config/doorman'])).toBeDefined();
    expect(refusedPlace('/home/u/.config/doorman', ['/home/u/.config/doorman'])).toBeDefined();
    expect(refusedPlace('/home/u/.config/doorman2/x', ['/home/u/.config/doorman'])).toBeUndefined();
    for (const name of [
      'host.yaml',
      'schedule.yaml',
      'admins.txt',
      'keys/agent.key',
      'keys.env',
      'HOST.yaml',
    ])
      expect(refusedPlace(`/w/.co/${name}`, []), name).toBeDefined();
    expect(refusedPlace('/w/.co/notes.md', [])).toBeUndefined();
  });
});
