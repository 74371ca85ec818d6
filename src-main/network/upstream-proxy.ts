/** The proxy that Doorman itself goes through (a company's), which commands behind the wall then go through as well. */
import { type Target, targetText } from './proxy-target.ts';

export interface Upstream {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** Value of the Proxy-Authorization header: a secret. */
  readonly authorization?: string;
}

/** The ways to a URL, the best one first: the address of a proxy, or undefined for the direct way. */
export type ProxyRoutes = (url: string) => Promise<readonly (string | undefined)[]>;

export type Route =
  | { readonly kind: 'direct' }
  | { readonly kind: 'through'; readonly upstream: Upstream }
  /** There are proxies, and all of a kind that cannot be spoken with here. */
  | { readonly kind: 'none' };

/** The best way that can be used. */
export async function routeTo(target: Target, scheme: 'http' | 'https', routes: ProxyRoutes): Promise<Route> {
  for (const address of await routes(`${scheme}://${targetText(target)}/`)) {
    if (address === undefined) return { kind: 'direct' };
    const upstream = readUpstream(address);
    if (upstream) return { kind: 'through', upstream };
  }
  return { kind: 'none' };
}

function readUpstream(address: string): Upstream | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  const tls = url.protocol === 'https:';
  const login = `${unescaped(url.username)}:${unescaped(url.password)}`;
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (tls ? 443 : 80) : Number(url.port),
    tls,
    ...(login === ':' ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
  };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
