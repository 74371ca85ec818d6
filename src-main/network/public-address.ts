/** Which addresses a command behind the guarded wall may reach: public ones that are not this machine's own. */
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Says what an address is that must not be reached ("a loopback address"); nothing for one that may be. */
export type AddressCheck = (address: string) => string | undefined;

/** Names of ranges in ipaddr.js, which follow the special-purpose registries of IANA. */
const KINDS: Readonly<Record<string, string>> = {
  broadcast: 'a broadcast address',
  carrierGradeNat: 'an address of a provider network',
  deprecatedSiteLocal: 'an address of a private network',
  linkLocal: 'a link-local address',
  loopback: 'a loopback address',
  multicast: 'a multicast address',
  private: 'an address of a private network',
  uniqueLocal: 'an address of a private network',
  unspecified: 'an unspecified address',
};

/** Everything that is assigned as public lies here (IANA, IPv6 Global Unicast Address Assignments). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** The well-known prefix behind which a translator (NAT64) shows IPv4 addresses (RFC 6052, section 2.1). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** A public address at which Azure serves settings and secrets to its virtual machines. */
const AZURE_HOST = '168.63.129.16';

/**
 * The check for real use. `ownAddresses` are those of this machine, asked anew each time: what listens on a public
 * one of them is reached without passing any firewall outside.
 */
export function createAddressCheck(ownAddresses: () => readonly string[]): AddressCheck {
  return (address) => {
    if (!ipaddr.isValid(address)) return 'no address';
    const parsed = withoutTranslation(ipaddr.parse(address));
    if (parsed === undefined) return 'a reserved address';
    const own = ownAddresses().some((one) => ipaddr.isValid(one) && sameAddress(ipaddr.parse(one), parsed));
    return specialKind(parsed) ?? (own ? 'an address of this machine' : undefined);
  };
}

/** All addresses that the interfaces of this machine have right now. */
export function machineAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? []);
}

type Address = ReturnType<typeof ipaddr.parse>;

/** The IPv4 address behind a mapped or translated one; nothing for IPv6 addresses outside of what is public. */
function withoutTranslation(address: Address): Address | undefined {
  if (address.kind() === 'ipv4') return address;
  const v6 = address as ipaddr.IPv6;
  if (v6.isIPv4MappedAddress()) return v6.toIPv4Address();
  if (v6.match(NAT64)) return new ipaddr.IPv4(v6.toByteArray().slice(12));
  return specialKind(v6) === undefined && !v6.match(GLOBAL_IPV6) ? undefined : v6;
}

function specialKind(address: Address): string | undefined {
  const range = address.range();
  if (address.toString() === AZURE_HOST) return 'an address at which a cloud serves its machines';
  if (range === 'unicast') return undefined;
  return KINDS[range] ?? 'a reserved address';
}

function sameAddress(one: Address, other: Address): boolean {
  return one.kind() === other.kind() && one.toByteArray().join() === other.toByteArray().join();
}
