/** Finds the addresses of a host that may be connected to. */
import { isIP } from 'node:net';
import type { LookUp } from './look-up.ts';
import { codeOf, type NoWay, noWay } from './no-way.ts';
import { isLocalName } from './proxy-target.ts';
import type { AddressCheck } from './public-address.ts';

export interface AddressSource {
  readonly lookUp: LookUp;
  readonly refuses: AddressCheck;
}

export interface LookUpDemand {
  /** Milliseconds. */
  readonly patienceMs: number;
  /** True where all addresses have to be public, not only those that are used. */
  readonly all: boolean;
}

export type Found = { readonly ok: true; readonly addresses: readonly string[] } | NoWay;

/** `host` is a name or an address as `proxy-target.ts` gives them. The signal ends the wait. */
export async function findAddresses(
  host: string,
  { lookUp, refuses }: AddressSource,
  { patienceMs, all }: LookUpDemand,
  signal: AbortSignal,
): Promise<Found> {
  if (isLocalName(host)) return { ok: false, status: 403, why: 'a name for what is local' };
  const found = isIP(host) ? [host] : await inTime(lookUp(host), patienceMs, signal);
  if (typeof found === 'string') return noWay(found, `its name is not found, ${found}`);
  if (found.length === 0) return noWay('ENODATA', 'its name has no address');
  const addresses = found.filter((address) => refuses(address) === undefined);
  if (all ? addresses.length === found.length : addresses.length > 0) return { ok: true, addresses };
  const refused = found.find((address) => !addresses.includes(address)) ?? '';
  const what = refuses(refused) ?? '';
  return { ok: false, status: 403, why: host === refused ? what : `${refused}, ${what}` };
}

/** The error's code where it fails. */
async function inTime<T>(work: Promise<T>, ms: number, signal: AbortSignal): Promise<T | string> {
  return await new Promise((resolve) => {
    const timer = setTimeout(() => resolve('ETIMEDOUT'), ms);
    const giveUp = () => resolve('ABORT_ERR');
    signal.addEventListener('abort', giveUp, { once: true });
    work
      .then(resolve, (error: unknown) => resolve(codeOf(error)))
      .finally(() => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
      });
  });
}
