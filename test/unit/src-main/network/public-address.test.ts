import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { createAddressCheck, machineAddresses } from '../../../../src-main/network/public-address.ts';

const refuses = createAddressCheck(() => []);

describe('which addresses commands may reach', () => {
  it.each([
    '1.1.1.1',
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.1',
    '100.128.0.1',
    '192.0.1.1',
    '223.255.255.254',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '64:ff9b::101:101',
    '::ffff:1.1.1.1',
  ])('lets %s be reached', (address) => {
    expect(refuses(address)).toBeUndefined();
  });

  it.each([
    ['127.0.0.1', /loopback/],
    ['127.255.255.254', /loopback/],
    ['0.0.0.0', /unspecified/],
    ['0.1.2.3', /unspecified/],
    ['10.0.0.1', /private/],
    ['172.16.0.1', /private/],
    ['172.31.255.255', /private/],
    ['192.168.1.1', /private/],
    ['100.64.0.1', /provider/],
    ['100.100.100.200', /provider/],
    ['169.254.169.254', /link-local/],
    ['168.63.129.16', /cloud/],
    ['192.0.0.192', /reserved/],
    ['192.0.2.1', /reserved/],
    ['198.18.0.1', /reserved/],
    ['203.0.113.1', /reserved/],
    ['224.0.0.1', /multicast/],
    ['240.0.0.1', /reserved/],
    ['255.255.255.255', /broadcast/],
    ['::', /unspecified/],
    ['::1', /loopback/],
    ['0:0:0:0:0:0:0:1', /loopback/],
    ['fe80::1', /link-local/],
    ['fe80::1%eth0', /link-local/],
    ['fec0::1', /private/],
    ['fc00::1', /private/],
    ['fd00:ec2::254', /private/],
    ['ff02::1', /multicast/],
    ['100::1', /reserved/],
    ['2001:db8::1', /reserved/],
    ['3fff::1', /reserved/],
    ['4000::1', /reserved/],
    ['5f00::1', /reserved/],
  ] as const)('refuses %s', (address, kind) => {
    expect(refuses(address)).toMatch(kind);
  });

  it.each([
    ['::ffff:127.0.0.1', /loopback/],
    ['::ffff:7f00:1', /loopback/],
    ['::ffff:10.1.2.3', /private/],
    ['::ffff:169.254.169.254', /link-local/],
    ['64:ff9b::7f00:1', /loopback/],
    ['64:ff9b::a9fe:a9fe', /link-local/],
    ['64:ff9b:1::a00:1', /reserved/],
    ['::7f00:1', /reserved/],
    ['::ffff:0:127.0.0.1', /reserved/],
    ['2002:7f00:1::1', /reserved/],
    ['2001:0:7f00:1::1', /reserved/],
  ] as const)('refuses %s, which stands for an IPv4 address or leads through a tunnel', (address, kind) => {
    expect(refuses(address)).toMatch(kind);
  });

  it.each(['', 'localhost', 'example.com', '1.2.3.4.5', ':::', '127.0.0.1/8'])(
    'refuses %j, no address',
    (text) => {
      expect(refuses(text)).toBe('no address');
    },
  );

  it('refuses a public address that is one of this machine, however it is written', () => {
    const check = createAddressCheck(() => ['198.41.0.4', '2001:503:ba3e::2:30', 'fe80::1%eth0']);
    for (const own of ['198.41.0.4', '::ffff:198.41.0.4', '64:ff9b::c629:4', '2001:503:BA3E:0::2:30']) {
      expect(check(own)).toBe('an address of this machine');
    }
    expect(check('198.41.0.5')).toBeUndefined();
  });

  it('knows all addresses of this machine', () => {
    const listed = Object.values(networkInterfaces()).flat();
    expect(machineAddresses()).toHaveLength(listed.length);
    expect(machineAddresses()).toContain('127.0.0.1');
  });
});
