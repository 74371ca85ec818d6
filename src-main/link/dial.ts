/** What one attempt to connect needs, found anew each time: the address, the token, whom to trust, the way there. */
import type { ClientOptions } from 'ws';
import { tokenProblem } from '../../src-shared/bearer.ts';
import { bearerProtocol, CLIENT_TOOLS_PROTOCOL, clientToolsUrl } from '../../src-shared/client-tools.ts';
import { hostInTheClear } from '../../src-shared/plain-address.ts';
import type { Profile } from '../../src-shared/settings.ts';
import type { LinkEnd } from './link-end.ts';
import { proxyAgent, proxyName } from './proxy-agent.ts';
import type { TrustReader } from './trust.ts';

export type DialProfile = Pick<Profile, 'url' | 'plainHost'> & Partial<Pick<Profile, 'bearerBy'>>;

export interface DialOptions {
  readonly profile: DialProfile;
  /** Read at each connect; undefined = connect without a bearer. */
  token(): Promise<string | undefined>;
  readonly trust: TrustReader;
  /** The ways to an address, the best first: addresses of proxies, undefined for the direct one. */
  routes(address: string): Promise<readonly (string | undefined)[]>;
  /** How many tries failed before this one, so that each way gets its turn. */
  readonly failures: number;
}

/** All that a connection is made from. */
export interface Dial {
  readonly url: string;
  readonly protocols: string[];
  readonly options: ClientOptions;
  /** The proxy on the way, for people to read. */
  readonly via: string | undefined;
  /** Lets go of the way there, however far it was made. */
  abandon(): void;
}

export type Prepared =
  | { readonly ok: true; readonly dial: Dial }
  | { readonly ok: false; readonly end: LinkEnd };

const NO_TLS = { ok: true, context: undefined } as const;

/** Never rejects: what cannot be had ends the attempt with its reason. */
export async function prepareDial(options: DialOptions): Promise<Prepared> {
  const { profile } = options;
  const clear = hostInTheClear(new URL(profile.url));
  if (clear !== undefined && clear !== profile.plainHost) return failed({ cause: 'plain-refused' });
  const bearer = await readBearer(options);
  if (!bearer.ok) return bearer;
  const secure = new URL(profile.url).protocol === 'https:';
  const trust = secure ? await options.trust.read() : NO_TLS;
  if (!trust.ok) return failed({ cause: 'ca-unusable', problem: trust.problem });
  const routes = await options.routes(profile.url).catch(() => []);
  const proxy = routes[options.failures % Math.max(1, routes.length)];
  const abort = new AbortController();
  const way = { secure, context: trust.context, signal: abort.signal };
  const agent = proxy === undefined ? undefined : proxyAgent(proxy, way);
  const via = proxy === undefined ? undefined : proxyName(proxy);
  if (via !== undefined && agent === undefined) return failed({ cause: 'proxy-unusable', via });
  return {
    ok: true,
    dial: {
      url: clientToolsUrl(new URL(profile.url)),
      protocols: [CLIENT_TOOLS_PROTOCOL, ...bearer.protocols],
      options: {
        headers: bearer.headers,
        ...(trust.context && { secureContext: trust.context }),
        ...(agent && { agent }),
      },
      via,
      abandon: () => abort.abort(),
    },
  };
}

type Bearer =
  | {
      readonly ok: true;
      readonly headers: Readonly<Record<string, string>>;
      readonly protocols: readonly string[];
    }
  | { readonly ok: false; readonly end: LinkEnd };

/** The error of a keychain is not passed on: nothing that touched a token may end up in a text. */
async function readBearer({ token, profile }: DialOptions): Promise<Bearer> {
  let value: string | undefined;
  try {
    value = await token();
  } catch {
    return failed({ cause: 'token-unreadable' });
  }
  if (!value) return { ok: true, headers: {}, protocols: [] };
  if (profile.bearerBy === 'subprotocol') {
    const entry = bearerProtocol(value);
    return entry === undefined
      ? failed({ cause: 'token-no-protocol' })
      : { ok: true, headers: {}, protocols: [entry] };
  }
  return tokenProblem(value, 'header') === undefined
    ? { ok: true, headers: { Authorization: `Bearer ${value}` }, protocols: [] }
    : failed({ cause: 'token-unsendable' });
}

function failed(end: LinkEnd): { readonly ok: false; readonly end: LinkEnd } {
  return { ok: false, end };
}
