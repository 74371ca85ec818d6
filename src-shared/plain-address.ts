/** Addresses to which everything would travel unencrypted: fine on this machine, a matter of consent anywhere else. */

/** The host of a plain http address that is not this machine's; undefined where nothing travels in the clear. */
export function hostInTheClear({
  protocol,
  hostname,
}: {
  readonly protocol: string;
  readonly hostname: string;
}): string | undefined {
  return protocol === 'http:' && !isLoopback(hostname) ? hostname : undefined;
}

/** Names and addresses that never leave this machine, as `URL` spells them. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
