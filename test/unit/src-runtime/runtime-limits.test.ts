/** The limits that the environment sets, by the published names and rules. */
import { expect, test } from 'vitest';
import { DEFAULT_LIMITS, limitsFrom } from '../../../src-runtime/runtime-limits.ts';

test('has the published defaults', () => {
  expect(limitsFrom({})).toEqual({
    enabled: true,
    invokeTimeoutMs: 60_000,
    maxFrameBytes: 1_048_576,
    maxConnections: 8,
    pingIntervalMs: 20_000,
  });
});

test('reads each variable', () => {
  const env = {
    LOOMCYCLE_CLIENT_TOOLS_ENABLED: '0',
    LOOMCYCLE_CLIENT_TOOL_TIMEOUT_MS: '5000',
    LOOMCYCLE_CLIENT_TOOL_MAX_BYTES: '2000',
    LOOMCYCLE_CLIENT_TOOL_MAX_CONNS: '2',
    LOOMCYCLE_SSE_KEEPALIVE_MS: '30000',
  };
  expect(limitsFrom(env)).toEqual({
    enabled: false,
    invokeTimeoutMs: 5_000,
    maxFrameBytes: 2_000,
    maxConnections: 2,
    pingIntervalMs: 30_000,
  });
});

test.each(['', '0', '-1', 'soon', '1.5', '0x10', '1e9', '99999999999999999999'])(
  'falls back to the default for %j',
  (text) => {
    const env = {
      LOOMCYCLE_CLIENT_TOOL_TIMEOUT_MS: text,
      LOOMCYCLE_CLIENT_TOOL_MAX_BYTES: text,
      LOOMCYCLE_CLIENT_TOOL_MAX_CONNS: text,
      LOOMCYCLE_SSE_KEEPALIVE_MS: text,
    };
    expect(limitsFrom(env)).toEqual(DEFAULT_LIMITS);
  },
);

test('pings no more often than each second and no less than every five minutes', () => {
  const interval = (text: string) => limitsFrom({ LOOMCYCLE_SSE_KEEPALIVE_MS: text }).pingIntervalMs;
  expect([interval('1'), interval('999999999')]).toEqual([1_000, 300_000]);
});
