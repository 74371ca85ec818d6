/** What counts as another network. */
import type { NetworkInterfaceInfo } from 'node:os';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchWorld } from '../../../src-main/world-watch.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const at = (address: string, internal = false) =>
  [{ address, internal } as NetworkInterfaceInfo] satisfies NetworkInterfaceInfo[];

function watched(first: NodeJS.Dict<NetworkInterfaceInfo[]>) {
  let now = first;
  const onNetworkChange = vi.fn();
  const onLook = vi.fn();
  const stop = watchWorld({ onNetworkChange, onLook, interfaces: () => now });
  return {
    onNetworkChange,
    onLook,
    stop,
    becomes(next: NodeJS.Dict<NetworkInterfaceInfo[]>) {
      now = next;
      vi.advanceTimersByTime(5_000);
    },
  };
}

const wlan = { lo: at('127.0.0.1', true), wlan0: at('192.168.1.5') };

test.each<[string, NodeJS.Dict<NetworkInterfaceInfo[]>, boolean]>([
  ['nothing changed', wlan, false],
  ['the order changed', { wlan0: at('192.168.1.5'), lo: at('127.0.0.1', true) }, false],
  ['a container came', { ...wlan, veth1: at('fe80::1') }, false],
  ['a network without an address server came', { ...wlan, eth0: at('169.254.3.4') }, false],
  ['loopback got another address', { ...wlan, lo: at('127.0.0.2', true) }, false],
  ['it got another address', { ...wlan, wlan0: at('10.0.0.7') }, true],
  ['a tunnel came up', { ...wlan, tun0: at('10.8.0.2') }, true],
  ['the network went away', { lo: at('127.0.0.1', true) }, true],
])('when %s', (_name, next, changed) => {
  const { becomes, onNetworkChange, stop } = watched(wlan);
  becomes(next);
  becomes(next);
  expect(onNetworkChange).toHaveBeenCalledTimes(changed ? 1 : 0);
  stop();
});

test('looks until it is stopped, and leaves no timer', () => {
  const { becomes, onLook, stop } = watched(wlan);
  becomes(wlan);
  becomes(wlan);
  expect(onLook).toHaveBeenCalledTimes(2);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});
