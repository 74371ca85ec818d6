/** Notices that the network of this machine became another one, cheaply enough to look all the time. */
import { networkInterfaces } from 'node:os';

/** How often it is looked at: a look takes a tenth of a millisecond. Milliseconds. */
const LOOK_MS = 5_000;

export interface WorldWatchOptions {
  onNetworkChange(): void;
  /** Called at each look, for what changes without a word and is cheap to compare. */
  onLook(): void;
  /** The system's own, unless a test gives others. */
  interfaces?: typeof networkInterfaces;
}

/** Looks at intervals until the returned function is called. */
export function watchWorld({
  onNetworkChange,
  onLook,
  interfaces = networkInterfaces,
}: WorldWatchOptions): () => void {
  let known = addressesIn(interfaces());
  const timer = setInterval(() => {
    const now = addressesIn(interfaces());
    const changed = now !== known;
    known = now;
    if (changed) onNetworkChange();
    onLook();
  }, LOOK_MS);
  return () => clearInterval(timer);
}

/** Without link-local addresses, which each container that starts or ends brings along. */
function addressesIn(interfaces: ReturnType<typeof networkInterfaces>): string {
  const all = Object.entries(interfaces).flatMap(([name, addresses]) =>
    (addresses ?? [])
      .filter(({ internal, address }) => !internal && !/^(fe80:|169\.254\.)/i.test(address))
      .map(({ address }) => `${name} ${address}`),
  );
  return all.sort().join('\n');
}
