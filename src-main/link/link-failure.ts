/** Connections that did not come about, or broke: the names that the system, TLS and the WebSocket library have for it. */
import { type Judgement, lookAgain, retry } from './judgement.ts';

/** Our own name for an upgrade that the WebSocket library gave up on. */
export const BAD_HANDSHAKE = 'bad-handshake';

/** Our own names for what a proxy said; the rest of an HTTP one is its status. */
export const PROXY_STATUS = 'PROXY_HTTP_';
export const PROXY_SOCKS = 'PROXY_SOCKS';

/** The library's name for a message over its limit. */
const TOO_LARGE = 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';

/** The code by which an error is judged. Its text is not: that may hold what the peer said. */
export function failureCode(error: Error & { readonly code?: unknown }): string {
  const { code } = error;
  if (typeof code !== 'string') return BAD_HANDSHAKE;
  if (code !== 'EPROTO') return code;
  // The system's own word is too coarse here; what TLS calls it stands in the text, in one of two spellings.
  const [, name] = /SSL routines:[^:]*:([A-Za-z0-9_ ]{1,60})/.exec(error.message) ?? [];
  return name === undefined ? code : `ERR_SSL_${name.trim().toUpperCase().replaceAll(' ', '_')}`;
}

/** No connection came about, on the way through the proxy `via` where there is one. */
export function judgeFailure(code: string, via?: string): Judgement {
  if (via !== undefined) {
    const proxy = proxyRefusal(code, via);
    if (proxy !== undefined) return proxy;
  }
  if (code === BAD_HANDSHAKE)
    return retry(
      'fast',
      'not-a-runtime',
      'something answers at this address, but not as a client-tools runtime',
    );
  const tls = tlsRefusal(code);
  if (tls !== undefined) return lookAgain('tls-refused', tls);
  return retry('fast', 'unreachable', SYSTEM.get(code) ?? `the connection failed (${code})`);
}

/** What is the proxy's doing and not the runtime's: behind a proxy, no name is looked up and no port knocked at here. */
function proxyRefusal(code: string, via: string): Judgement | undefined {
  if (code === `${PROXY_STATUS}407`)
    return lookAgain(
      'proxy',
      `the proxy ${via} wants a sign-in: put user name and password into HTTPS_PROXY`,
    );
  if (code.startsWith(PROXY_STATUS))
    return retry('fast', 'proxy', `the proxy ${via} refused (HTTP ${code.slice(PROXY_STATUS.length)})`);
  if (code === PROXY_SOCKS) return retry('fast', 'proxy', `the proxy ${via} could not connect`);
  if (SYSTEM.has(code)) return retry('fast', 'proxy', `the proxy ${via} could not be reached (${code})`);
  return undefined;
}

/** An open connection broke. */
export function judgeBreak(code: string): Judgement {
  if (code === TOO_LARGE)
    return retry('fast', 'frame-too-large', 'the runtime sent a message larger than is taken here');
  if (code.startsWith('WS_ERR_'))
    return retry('fast', 'wire-broken', `the runtime broke the WebSocket protocol (${code})`);
  return retry('fast', 'lost', 'the connection was lost');
}

/** Whether an open connection broke because of a message over the limit. */
export function isOversized(code: string): boolean {
  return code === TOO_LARGE;
}

const SYSTEM = new Map([
  ['ECONNREFUSED', 'nothing listens at this address; is the runtime running?'],
  ['ENOTFOUND', 'the host name is not known'],
  ['EAI_AGAIN', 'the host name could not be looked up; is there a network?'],
  ['ENETUNREACH', 'there is no network'],
  ['ENETDOWN', 'there is no network'],
  ['EHOSTUNREACH', 'the host cannot be reached'],
  ['ETIMEDOUT', 'the host did not answer in time'],
  ['ECONNRESET', 'the connection was lost before it was made'],
  ['EPIPE', 'the connection was lost before it was made'],
]);

const OWN_CA = 'If that is right, name the authority in an extra CA file for this runtime.';

/** By OpenSSL's names as Node gives them; the order of a person's questions: when, who, for whom. */
const CERTIFICATES = new Map([
  ['CERT_HAS_EXPIRED', 'its TLS certificate has expired (or the clock of this machine is wrong)'],
  ['CERT_NOT_YET_VALID', 'its TLS certificate is not valid yet (or the clock of this machine is wrong)'],
  ['CERT_REVOKED', 'its TLS certificate was revoked'],
  [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    `its TLS certificate is signed by itself, so nobody vouches for it. ${OWN_CA}`,
  ],
  [
    'SELF_SIGNED_CERT_IN_CHAIN',
    `its TLS certificate comes from an authority that this machine does not know. ${OWN_CA}`,
  ],
  [
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    `its TLS certificate comes from an authority that this machine does not know. ${OWN_CA}`,
  ],
  [
    'UNABLE_TO_GET_ISSUER_CERT',
    `its TLS certificate comes from an authority that this machine does not know. ${OWN_CA}`,
  ],
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    `its TLS certificate comes from an authority that this machine does not know, or the server leaves out a link of the chain. ${OWN_CA}`,
  ],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'its TLS certificate is for another host name than the one in the address',
  ],
  ['HOSTNAME_MISMATCH', 'its TLS certificate is for another host name than the one in the address'],
]);

/** Why TLS did not come about; undefined where the code is not one of TLS. */
function tlsRefusal(code: string): string | undefined {
  const certificate = CERTIFICATES.get(code);
  if (certificate !== undefined) return `${certificate} (${code})`;
  if (!/^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|CRL_|INVALID_|PATH_LENGTH_|EPROTO)/.test(code)) return undefined;
  if (/WRONG_VERSION_NUMBER|HTTP_REQUEST|PACKET_LENGTH|UNEXPECTED_MESSAGE/.test(code))
    return `no TLS is spoken at this address; should it start with http://? (${code})`;
  if (/UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|NO_PROTOCOLS|VERSION_TOO_LOW/.test(code))
    return `the server offers no TLS version that is still safe (${code})`;
  if (/CERTIFICATE_REQUIRED|BAD_CERTIFICATE/.test(code))
    return `the server wants a certificate of this machine, which Doorman cannot give (${code})`;
  return `the TLS connection was refused (${code})`;
}
