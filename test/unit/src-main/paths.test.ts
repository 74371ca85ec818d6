import { expect, it } from 'vitest';
import { doormanPaths } from '../../../src-main/paths.ts';

it('keeps every path inside the home that DOORMAN_HOME names', () => {
  const { home, homeHash, ...rest } = doormanPaths({ DOORMAN_HOME: '/tmp/h' });
  expect(home).toBe('/tmp/h');
  expect(homeHash).toMatch(/^[0-9a-f]{16}$/);
  for (const path of Object.values(rest)) expect(path.startsWith('/tmp/h')).toBe(true);
});

it('gives each home a socket of its own, even where the path would be cut by the system', () => {
  const long = (last: string) =>
    doormanPaths({ DOORMAN_HOME: `/tmp/${'x'.repeat(120)}${last}`, XDG_RUNTIME_DIR: '/run/u' });
  expect(Buffer.byteLength(long('a').socket)).toBeLessThanOrEqual(100);
  expect(long('a').socket).not.toBe(long('b').socket);
  expect(long('a').socketFolder.startsWith('/run/u/doorman-')).toBe(true);
});
