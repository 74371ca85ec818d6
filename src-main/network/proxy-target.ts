/** Reads where a request to the proxy wants to go, from its first line alone: no header has a say in it. */

export interface Target {
  /** A name in lower-case ASCII, or a canonical IP address without brackets. */
  readonly host: string;
  readonly port: number;
}

/** What a plain request asks for. */
export interface PlainTarget extends Target {
  /** With the query. */
  readonly path: string;
  /** Host and port as the Host header has them. */
  readonly authority: string;
  /** The whole URL, normalized, as another proxy wants it. */
  readonly url: string;
}

const AUTHORITY = /^(\[[0-9a-f:.]+\]|[^\s:/?#@\\[\]]+):([0-9]{1,5})$/i;

/** Reads the `host:port` of a CONNECT (RFC 9110, section 9.3.6). Numeric spellings come out as plain addresses. */
export function connectTarget(authority: string): Target | undefined {
  const [, host = '', digits = ''] = AUTHORITY.exec(authority) ?? [];
  const port = Number(digits);
  const url = host === '' ? undefined : parsed(`http://${host}/`);
  if (!url || port < 1 || port > 65_535) return undefined;
  return { host: bareHost(url.hostname), port };
}

/** Reads the absolute form of a plain request (RFC 9112, section 3.2.2). Only http:// is carried that way. */
export function plainTarget(text: string): PlainTarget | undefined {
  const url = /^http:\/\//i.test(text) ? parsed(text) : undefined;
  if (!url) return undefined;
  url.username = '';
  url.password = '';
  url.hash = '';
  const port = url.port === '' ? 80 : Number(url.port);
  if (port === 0) return undefined;
  return {
    host: bareHost(url.hostname),
    port,
    path: `${url.pathname}${url.search}`,
    authority: url.host,
    url: url.href,
  };
}

/** For people and records. */
export function targetText({ host, port }: Target): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Names that mean this machine or its surroundings wherever they are asked for (RFC 6761, RFC 6762, RFC 8375). */
export function isLocalName(host: string): boolean {
  return /(^|\.)(localhost|localdomain|local|internal|home\.arpa)$/.test(host);
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}
