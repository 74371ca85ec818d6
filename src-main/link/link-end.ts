/** How a connection ended, and what that means: try again by itself (how soon), or wait for the person. */
import { assertNever } from '../../src-shared/outcome.ts';

export type LinkEnd =
  /** The WebSocket closed; 1006 when it broke off. */
  | { readonly cause: 'closed'; readonly code: number; readonly reason: string }
  /** The server answered the upgrade with this HTTP status. */
  | { readonly cause: 'refused'; readonly status: number }
  /** No connection came about; `code` is the system's, TLS's or the WebSocket library's name for it. */
  | { readonly cause: 'failed'; readonly code: string }
  | { readonly cause: 'no-hello-ok' }
  | { readonly cause: 'silent' }
  | { readonly cause: 'clock-jump' }
  /** This end wants a new connection (other token, other tools). */
  | { readonly cause: 'asked' }
  | { readonly cause: 'token-unreadable' }
  | { readonly cause: 'token-unsendable' };

/** `now` is for ends that say nothing against the server, `slow` for those that only its operator mends. */
export type Judgement =
  | { readonly next: 'retry'; readonly pace: 'now' | 'fast' | 'slow'; readonly why: string }
  | { readonly next: 'block'; readonly why: string };

/** The table of the wire: each close code, HTTP status and failure to what follows and the words that a person reads. */
export function judgeEnd(end: LinkEnd): Judgement {
  switch (end.cause) {
    case 'closed':
      return judgeClose(end.code, end.reason);
    case 'refused':
      return judgeStatus(end.status);
    case 'failed':
      return judgeFailure(end.code);
    case 'no-hello-ok':
      return retry('fast', 'the runtime did not complete the handshake in time');
    case 'silent':
      return retry('fast', 'the connection went silent');
    case 'clock-jump':
      return retry('now', 'this machine slept or its clock was set, so the old connection was dropped');
    case 'asked':
      return retry('now', 'connecting again with other settings');
    case 'token-unreadable':
      return retry('slow', 'the token could not be read from the keychain');
    case 'token-unsendable':
      return block('the stored token holds characters that cannot be sent; enter it again');
    default:
      return assertNever(end);
  }
}

function judgeClose(code: number, reason: string): Judgement {
  switch (code) {
    case 1003:
      return retry('slow', 'the runtime could not read the hello (close code 1003)');
    case 1008:
      return reason === 'heartbeat timeout'
        ? retry('fast', 'the runtime missed an answer to its heartbeat')
        : retry('slow', 'the runtime refused the hello (close code 1008)');
    case 1009:
      return retry('fast', 'a message was larger than the runtime takes (close code 1009)');
    case 1013:
      return retry('fast', 'the runtime already has as many connections for this token as it takes');
    case 1000:
    case 1001:
    case 1012:
      return retry('fast', 'the runtime closed the connection');
    case 1006:
      return retry('fast', 'the connection was lost');
    default:
      return retry('fast', `the runtime closed the connection (close code ${code})`);
  }
}

function judgeStatus(status: number): Judgement {
  if (status === 401) return block('the runtime does not accept the token; enter a valid one');
  if (status === 403) return block('the token is valid but not allowed to offer tools (it lacks a scope)');
  if (status === 503) return retry('slow', 'the runtime has client tools switched off, or is unavailable');
  if (status >= 300 && status < 400)
    return retry(
      'fast',
      'the address answers with a redirect (a sign-in page of the network, or it has moved)',
    );
  if (status === 429) return retry('slow', 'the runtime asks for fewer connection attempts');
  if (status >= 500) return retry('fast', `the runtime answered with HTTP ${status}`);
  return retry('slow', `there is no client-tools runtime at this address (HTTP ${status})`);
}

/** Our own name for an upgrade that the WebSocket library gave up on. */
export const BAD_HANDSHAKE = 'bad-handshake';

const FAILURES = new Map([
  ['ECONNREFUSED', 'nothing listens at this address; is the runtime running?'],
  ['ENOTFOUND', 'the host name is not known'],
  ['EAI_AGAIN', 'the host name could not be looked up; is there a network?'],
  ['ENETUNREACH', 'there is no network'],
  ['EHOSTUNREACH', 'the host cannot be reached'],
  ['ETIMEDOUT', 'the host did not answer in time'],
  ['ECONNRESET', 'the connection was lost'],
  [BAD_HANDSHAKE, 'something answers at this address, but not as a client-tools runtime'],
]);

function judgeFailure(code: string): Judgement {
  if (isTlsRefusal(code)) return block(`the TLS certificate or connection was refused (${code})`);
  return retry('fast', FAILURES.get(code) ?? `the connection failed (${code})`);
}

/** OpenSSL's verification errors as Node names them, and its handshake errors. */
function isTlsRefusal(code: string): boolean {
  return /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|CRL_|INVALID_CA|HOSTNAME_MISMATCH|EPROTO)/.test(
    code,
  );
}

function retry(pace: 'now' | 'fast' | 'slow', why: string): Judgement {
  return { next: 'retry', pace, why };
}

function block(why: string): Judgement {
  return { next: 'block', why };
}
