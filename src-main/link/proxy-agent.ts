/** The way through a proxy, as an agent for the WebSocket library, with what a proxy refuses told from what a runtime does. */
import type { ClientRequest, Agent as HttpAgent } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { SocksProxyAgent } from 'socks-proxy-agent';
import { PROXY_SOCKS, PROXY_STATUS } from './link-failure.ts';

type ConnectOptions = Parameters<HttpsProxyAgent<string>['connect']>[1];

export interface ProxyAgentOptions {
  /** Whether the runtime itself is reached by TLS. */
  readonly secure: boolean;
  readonly context: SecureContext | undefined;
  /** Aborts when nobody wants the connection any more. A proxy that never answers would keep its socket for ever. */
  readonly signal: AbortSignal;
}

/** An agent through the proxy at this address; undefined for an address that is no proxy that Doorman can use. */
export function proxyAgent(address: string, options: ProxyAgentOptions): HttpAgent | undefined {
  if (!URL.canParse(address)) return undefined;
  const proxy = new URL(address);
  proxy.username = decodable(proxy.username);
  proxy.password = decodable(proxy.password);
  switch (proxy.protocol) {
    case 'http:':
    case 'https:':
      return new Tunnel(proxy, options);
    case 'socks:':
    case 'socks4:':
    case 'socks4a:':
    case 'socks5:':
    case 'socks5h:':
      return new Socks(proxy, options);
    default:
      return undefined;
  }
}

/** The libraries decode names and passwords and fail at a bare `%`; it then stands for itself, as people write it. */
function decodable(part: string): string {
  try {
    // What comes out is used: a bundler takes a bare call for one without effect, and drops it.
    return encodeURIComponent(decodeURIComponent(part));
  } catch {
    return part.replaceAll('%', '%25');
  }
}

/** Host and port of a proxy for people to read; user names and passwords stay out. */
export function proxyName(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'an address that is none';
}

class Tunnel extends HttpsProxyAgent<string> {
  readonly #options: ProxyAgentOptions;

  constructor(proxy: URL, options: ProxyAgentOptions) {
    super(proxy, {
      signal: options.signal,
      ...(options.context && { secureContext: options.context }),
    });
    this.#options = options;
  }

  override async connect(request: ClientRequest, options: ConnectOptions): Promise<Socket> {
    let status = 0;
    request.once('proxyConnect', (response: { statusCode: number }) => {
      status = response.statusCode;
    });
    const socket = await super.connect(request, plainly(options));
    if (status === 200) return toRuntime(socket, options.host, this.#options);
    // Left alone, the proxy's refusal would be read as the runtime's.
    socket.destroy();
    throw Object.assign(new Error('the proxy refused'), { code: `${PROXY_STATUS}${status}` });
  }
}

class Socks extends SocksProxyAgent {
  readonly #options: ProxyAgentOptions;

  constructor(proxy: URL, options: ProxyAgentOptions) {
    super(proxy);
    this.#options = options;
  }

  override async connect(request: ClientRequest, options: ConnectOptions): Promise<Socket> {
    try {
      return toRuntime(await super.connect(request, plainly(options)), options.host, this.#options);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
      throw Object.assign(new Error('the proxy refused'), { code: PROXY_SOCKS });
    }
  }
}

/** The libraries would check an address in numbers against the name of the proxy, so TLS is ours. */
function plainly(options: ConnectOptions): ConnectOptions {
  return { ...options, secureEndpoint: false };
}

function toRuntime(socket: Socket, host: string | undefined, options: ProxyAgentOptions): Socket {
  if (!options.secure) return socket;
  const name = host ?? '';
  return connectTls({
    socket,
    host: name,
    servername: isIP(name) ? '' : name,
    ALPNProtocols: ['http/1.1'],
    ...(options.context && { secureContext: options.context }),
  });
}
