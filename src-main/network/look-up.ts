/** Finds the addresses of a name, without letting a slow name server hold up the rest of Doorman. */
import { lookup as systemLookup } from 'node:dns/promises';

/** Gives the addresses of a name; rejects where there are none. */
export type LookUp = (host: string) => Promise<readonly string[]>;

/** The system's own way, hosts file included. */
export async function systemLookUp(host: string): Promise<readonly string[]> {
  return (await systemLookup(host, { all: true })).map(({ address }) => address);
}

/**
 * One look-up at a time, shared by all who wait for the same name. Each holds one of the few threads that Doorman's own
 * connections are looked up with, and cannot be called back.
 */
export function inTurn(lookUp: LookUp): LookUp {
  const waiting = new Map<string, Promise<readonly string[]>>();
  let last: Promise<unknown> = Promise.resolve();
  return (host) => {
    const known = waiting.get(host);
    if (known) return known;
    const found = last.then(() => lookUp(host));
    last = found.catch(() => undefined).finally(() => waiting.delete(host));
    waiting.set(host, found);
    return found;
  };
}
