/** Opens the way to where a request wants to go, or says why there is none. What was checked is what is connected to. */
import { request } from 'node:http';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { LookUp } from './look-up.ts';
import { isLocalName, type Target, targetText } from './proxy-target.ts';
import type { AddressCheck } from './public-address.ts';
import type { Upstream, UpstreamChoice } from './upstream-proxy.ts';

export interface ReachOptions {
  readonly lookUp: LookUp;
  readonly refuses: AddressCheck;
  readonly upstream: UpstreamChoice;
}

export interface NoWay {
  readonly ok: false;
  /** 403: not let there. 502: not reached. 504: not in time. */
  readonly status: 403 | 502 | 504;
  /** Without the place, for a list of places. */
  readonly why: string;
}

export type Way =
  /** `through` is set where the socket leads to a proxy that still has to be told where to go. */
  { readonly ok: true; readonly socket: Socket; readonly through?: Upstream } | NoWay;

/** `signal` gives up; the way is then none. */
export type Reach = (target: Target, kind: 'tunnel' | 'plain', signal: AbortSignal) => Promise<Way>;

/** Milliseconds. */
const LOOK_UP_MS = 5_000;
const CONNECT_MS = 15_000;

/** Milliseconds that one address has to answer before the next one is tried. */
const ADDRESS_MS = 2_000;

export function createReach({ lookUp, refuses, upstream }: ReachOptions): Reach {
  return async (target, kind, signal) => {
    const through = upstream(target, kind === 'tunnel' ? 'https' : 'http');
    const found = await findAddresses(target, lookUp, refuses, signal);
    if (!through) return found.ok ? await dial({ ...target, addresses: found.addresses }, signal) : found;
    // A company's network may know public names only at its proxy.
    if (!found.ok && (found.status === 403 || !target.host.includes('.'))) return found;
    const way = await dial(through, signal);
    if (!way.ok) return { ...way, why: atProxy(way.why) };
    if (kind === 'plain') return { ...way, through };
    return await askForTunnel(way.socket, target, through, signal);
  };
}

type Found = { readonly ok: true; readonly addresses: readonly string[] } | NoWay;

async function findAddresses(
  { host }: Target,
  lookUp: LookUp,
  refuses: AddressCheck,
  signal: AbortSignal,
): Promise<Found> {
  if (isLocalName(host)) return { ok: false, status: 403, why: 'a name for what is local' };
  const all = isIP(host) ? [host] : await inTime(lookUp(host), signal);
  if (typeof all === 'string') return noWay(all, `its name is not found, ${all}`);
  const addresses = all.filter((address) => refuses(address) === undefined);
  if (addresses.length > 0) return { ok: true, addresses };
  const [first] = all;
  if (first === undefined) return noWay('ENODATA', 'its name has no address');
  const what = refuses(first) ?? '';
  return { ok: false, status: 403, why: host === first ? what : `${first}, ${what}` };
}

/** The error's code where it fails. */
async function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T | string> {
  return await new Promise((resolve) => {
    const timer = setTimeout(() => resolve('ETIMEDOUT'), LOOK_UP_MS);
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

function noWay(code: string, why: string): NoWay {
  return { ok: false, status: code === 'ETIMEDOUT' ? 504 : 502, why };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
