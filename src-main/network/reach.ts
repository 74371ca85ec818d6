/** Opens the way to where a request wants to go, or says why there is none. What was checked is what is connected to. */
import { request } from 'node:http';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { assertNever } from '../../src-shared/outcome.ts';
import { type AddressSource, findAddresses, type LookUpDemand } from './find-addresses.ts';
import { codeOf, type NoWay, noWay } from './no-way.ts';
import { type Target, targetText } from './proxy-target.ts';
import { type ProxyRoutes, routeTo, type Upstream } from './upstream-proxy.ts';

export interface ReachOptions extends AddressSource {
  readonly routes: ProxyRoutes;
}

export type Way =
  /** `through` is set where the socket leads to a proxy that still has to be told where to go. */
  { readonly ok: true; readonly socket: Socket; readonly through?: Upstream } | NoWay;

/** `signal` gives up; the way is then none. */
export type Reach = (target: Target, kind: 'tunnel' | 'plain', signal: AbortSignal) => Promise<Way>;

/** Milliseconds. */
const CONNECT_MS = 15_000;

/** Milliseconds that one address has to answer before the next one is tried. */
const ADDRESS_MS = 2_000;

const ALONE: LookUpDemand = { patienceMs: 5_000, all: false };

/** A network without name servers must not slow everything down, and whose look-up counts is not for Doorman to say. */
const BESIDE_PROXY: LookUpDemand = { patienceMs: 2_000, all: true };

export function createReach({ routes, ...checks }: ReachOptions): Reach {
  return async (target, kind, signal) => {
    const route = await routeTo(target, kind === 'tunnel' ? 'https' : 'http', routes);
    const demand = route.kind === 'direct' ? ALONE : BESIDE_PROXY;
    const found = await findAddresses(target.host, checks, demand, signal);
    switch (route.kind) {
      case 'direct':
        return found.ok ? await dial({ ...target, addresses: found.addresses }, signal) : found;
      case 'through':
        // A company's network may know public names only at its proxy.
        if (!found.ok && (found.status === 403 || !target.host.includes('.'))) return found;
        return await goThrough(route.upstream, target, kind, signal);
      case 'none':
        return found.ok ? noWay('EPROTO', 'the proxy of this network is none of HTTP') : found;
      default:
        return assertNever(route);
    }
  };
}

async function goThrough(
  through: Upstream,
  target: Target,
  kind: 'tunnel' | 'plain',
  signal: AbortSignal,
): Promise<Way> {
  const way = await dial(through, signal);
  if (!way.ok) return { ...way, why: atProxy(way.why) };
  if (kind === 'plain') return { ...way, through };
  return await askForTunnel(way.socket, target, through, signal);
}

interface Place {
  readonly host: string;
  readonly port: number;
  readonly tls?: boolean;
  /** The only ones to connect to; without them the host is looked up (a proxy that the person chose). */
  readonly addresses?: readonly string[];
}

function dial({ host, port, tls, addresses }: Place, signal: AbortSignal): Promise<Way> {
  return new Promise((resolve) => {
    const options = {
      host,
      port,
      // Ends the socket whenever the run ends.
      signal,
      // A side that has said all it has to say may still listen.
      allowHalfOpen: true,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ADDRESS_MS,
      ...(addresses ? { lookup: answering(addresses) } : {}),
    };
    const socket = tls ? connectTls({ ...options, servername: isIP(host) ? '' : host }) : connect(options);
    const giveUp = (code: string) => {
      socket.destroy();
      resolve(noWay(code, code));
    };
    // Stays for good: an error always ends in a close, which is what the users of the socket watch for.
    socket.on('error', (error) => giveUp(codeOf(error)));
    socket.setTimeout(CONNECT_MS, () => giveUp('ETIMEDOUT'));
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      socket.removeAllListeners('timeout').setTimeout(0);
      resolve({ ok: true, socket });
    });
  });
}

/** Stands in for the system's look-up: the name was looked up once, and its answer was checked. */
function answering(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, callback) => {
    const [first] = found;
    if (all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };
}

function askForTunnel(socket: Socket, target: Target, through: Upstream, signal: AbortSignal): Promise<Way> {
  return new Promise((resolve) => {
    const place = targetText(target);
    const { authorization } = through;
    const asked = request({
      method: 'CONNECT',
      path: place,
      createConnection: () => socket,
      headers: { host: place, ...(authorization ? { 'proxy-authorization': authorization } : {}) },
      signal,
      timeout: CONNECT_MS,
    });
    const giveUp = (code: string) => {
      socket.destroy();
      resolve(noWay(code, atProxy(code)));
    };
    asked.on('timeout', () => giveUp('ETIMEDOUT'));
    asked.on('error', (error) => giveUp(codeOf(error)));
    asked.once('connect', ({ statusCode = 0 }, _same, head) => {
      if (statusCode < 200 || statusCode > 299) return giveUp(String(statusCode));
      socket.setTimeout(0);
      if (head.length > 0) socket.unshift(head);
      resolve({ ok: true, socket });
    });
    asked.end();
  });
}

function atProxy(what: string): string {
  return `the proxy of this network answered ${what}`;
}
