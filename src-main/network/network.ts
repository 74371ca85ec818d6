/** The way to the network for commands behind the guarded wall: one proxy a run, on a socket in a folder of its own. */
import { chmod, lstat, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { limitWays } from './limit-ways.ts';
import { inTurn, type LookUp, systemLookUp } from './look-up.ts';
import { type AddressCheck, createAddressCheck, machineAddresses } from './public-address.ts';
import { createReach } from './reach.ts';
import { openRunProxy } from './run-proxy.ts';
import type { Traffic } from './traffic.ts';
import type { ProxyRoutes } from './upstream-proxy.ts';

/** The network of one run. */
export interface RunNetwork {
  /** Canonical path of the socket on which the proxy listens. */
  readonly socket: string;
  traffic(): Traffic;
  /** Ends every connection and removes the socket. */
  close(): Promise<void>;
}

export interface Network {
  /** Rejects where the folder cannot be used. */
  open(): Promise<RunNetwork>;
}

export interface NetworkOptions {
  /** Belongs to this Doorman alone and is hidden from every wall; what a crash left in it is removed. */
  readonly folder: string;
  /** Which addresses are refused, how names are looked up, and which proxies lead to a place. */
  readonly refuses: AddressCheck;
  readonly lookUp: LookUp;
  readonly routes: ProxyRoutes;
  /** Ways that may be open at once for all runs together. */
  readonly mostWays?: number;
}

/** With the connections of the programs, a quarter of the 4096 descriptors that a desktop lets a program have. */
const MOST_WAYS = 512;

/** The ways of real use. */
export function strictWays(routes: ProxyRoutes): Omit<NetworkOptions, 'folder'> {
  return { refuses: createAddressCheck(machineAddresses), lookUp: systemLookUp, routes };
}

export function createNetwork(options: NetworkOptions): Network {
  let prepared: Promise<string> | undefined;
  const limited = limitWays(options.mostWays ?? MOST_WAYS);
  return {
    async open() {
      prepared ??= prepareFolder(options.folder).catch((error) => {
        prepared = undefined;
        throw error;
      });
      const folder = await mkdtemp(join(await prepared, 'n'));
      const socket = join(folder, 'p');
      try {
        const proxy = await openRunProxy({
          socket,
          reach: limited(createReach({ ...options, lookUp: inTurn(options.lookUp) })),
        });
        // A path that is too long is cut silently by the system, so look at what was really made.
        if (!(await lstat(socket)).isSocket()) throw new Error(`${socket} is not a socket`);
        return {
          socket,
          traffic: proxy.traffic,
          async close() {
            await proxy.close();
            await rm(folder, { recursive: true, force: true });
          },
        };
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        throw error;
      }
    },
  };
}

async function prepareFolder(wanted: string): Promise<string> {
  await rm(wanted, { recursive: true, force: true });
  await mkdir(wanted, { recursive: true, mode: 0o700 });
  const folder = await lstat(wanted);
  if (!folder.isDirectory() || folder.uid !== process.getuid?.()) {
    throw new Error(`${wanted} is not a folder of this user`);
  }
  await chmod(wanted, 0o700);
  return await realpath(wanted);
}
