/** The ways to an address: what the environment says, else what the desktop's own settings say, else direct. */
import { BlockList, isIP } from 'node:net';
import { isLoopback } from '../src-shared/plain-address.ts';

/** The address of a proxy, or undefined for the direct way. */
export type Route = string | undefined;

/** What the system answers for an address, in the words of a proxy script: `PROXY host:port; DIRECT`. */
export type SystemProxy = (address: string) => Promise<string>;

/** A proxy script may hang on a network that is not there. Milliseconds. */
const SYSTEM_LIMIT_MS = 5_000;

const DIRECT: readonly Route[] = [undefined];

/**
 * The best way first. Nothing on this machine is ever asked for through a proxy. `HTTPS_PROXY`, `HTTP_PROXY`,
 * `ALL_PROXY` and `NO_PROXY` (in either case) go before the settings of the desktop, because somebody gave them to this
 * very program.
 */
export function proxyRoutes(
  env: NodeJS.ProcessEnv,
  system?: SystemProxy,
): (address: string) => Promise<readonly Route[]> {
  return async (address) => {
    const url = new URL(address);
    if (isLoopback(url.hostname)) return DIRECT;
    const named = proxyInEnvironment(url, env);
    if (named !== undefined) return isExempt(url, variable(env, 'no_proxy')) ? DIRECT : [named];
    return system ? systemRoutes(await withinLimit(system(address))) : DIRECT;
  };
}

function proxyInEnvironment({ protocol }: URL, env: NodeJS.ProcessEnv): string | undefined {
  const own = variable(env, protocol === 'https:' ? 'https_proxy' : 'http_proxy');
  const named = own || variable(env, 'all_proxy');
  if (!named) return undefined;
  return /^[a-z0-9]+:\/\//i.test(named) ? named : `http://${named}`;
}

function variable(env: NodeJS.ProcessEnv, name: string): string {
  return (env[name] ?? env[name.toUpperCase()] ?? '').trim();
}

/** As in other programs: names with all names below them, addresses and networks, each perhaps with a port, or `*`. */
function isExempt(url: URL, list: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => entry !== '' && (entry === '*' || covers(entry, host, port)));
}

function covers(entry: string, host: string, port: string): boolean {
  if (entry.includes('/')) return networkHolds(entry, host);
  const [, name = '', only] =
    /^\[?([^\]]*?)\]?(?::(\d+))?$/.exec(isIP(entry) === 6 ? `[${entry}]` : entry) ?? [];
  if (only !== undefined && only !== port) return false;
  const bare = name.replace(/^\*?\./, '');
  return host === bare || (isIP(host) === 0 && host.endsWith(`.${bare}`));
}

function networkHolds(entry: string, host: string): boolean {
  const [network = '', bits = ''] = entry.split('/');
  const kind = isIP(network);
  if (kind === 0 || isIP(host) !== kind) return false;
  const family = kind === 6 ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  try {
    list.addSubnet(network, Number(bits), family);
  } catch {
    return false;
  }
  return list.check(host, family);
}

const SCHEMES: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks5h',
  SOCKS4: 'socks4a',
  SOCKS5: 'socks5h',
};

/** Entries that are not understood are left out; where nothing is left, the direct way is. */
function systemRoutes(answer: string): readonly Route[] {
  const routes: Route[] = [];
  for (const entry of answer.split(';')) {
    const [word = '', place] = entry.trim().split(/\s+/);
    const scheme = SCHEMES[word.toUpperCase()];
    if (word.toUpperCase() === 'DIRECT') routes.push(undefined);
    else if (scheme !== undefined && place !== undefined) routes.push(`${scheme}://${place}`);
  }
  return routes.length > 0 ? routes : DIRECT;
}

async function withinLimit(answer: Promise<string>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, SYSTEM_LIMIT_MS, 'DIRECT');
  });
  try {
    return await Promise.race([answer, late]);
  } catch {
    return 'DIRECT';
  } finally {
    clearTimeout(timer);
  }
}
