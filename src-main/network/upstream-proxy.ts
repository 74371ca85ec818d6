/** The proxy that Doorman itself was started with (a company's), which commands behind the wall then go through as well. */
import type { Target } from './proxy-target.ts';

export interface Upstream {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** Value of the Proxy-Authorization header: a secret. */
  readonly authorization?: string;
}

/** Tells which proxy a connection takes; nothing where it goes out directly. */
export type UpstreamChoice = (target: Target, scheme: 'http' | 'https') => Upstream | undefined;

/**
 * Reads HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY, small letters first, as curl does. Only http:// and https://
 * proxies count.
 */
export function upstreamChoice(env: Readonly<Record<string, string | undefined>>): UpstreamChoice {
  const value = (name: string) => env[name.toLowerCase()] || env[name];
  const all = value('ALL_PROXY');
  const byScheme = {
    http: readUpstream(value('HTTP_PROXY') ?? all),
    https: readUpstream(value('HTTPS_PROXY') ?? all),
  };
  const without = (value('NO_PROXY') ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  return (target, scheme) =>
    without.some((entry) => goesDirectly(target, entry)) ? undefined : byScheme[scheme];
}

function readUpstream(text: string | undefined): Upstream | undefined {
  if (text === undefined || text === '') return undefined;
  const whole = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
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

/** An entry names a host and everything below it, with a port or for all ports; `*` names everything. */
function goesDirectly({ host, port }: Target, entry: string): boolean {
  if (entry === '*') return true;
  const [, name = entry, only] = /^(.*?[^:]):([0-9]+)$/.exec(entry) ?? [];
  if (only !== undefined && Number(only) !== port) return false;
  const domain = name
    .toLowerCase()
    .replace(/^\*?\./, '')
    .replace(/^\[(.*)\]$/, '$1');
  return host === domain || host.endsWith(`.${domain}`);
}
