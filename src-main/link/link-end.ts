/** How a connection ended, and what that means: try again by itself (how soon), or wait for somebody. */
import { assertNever } from '../../src-shared/outcome.ts';
import { block, type Judgement, lookAgain, retry } from './judgement.ts';
import { judgeBreak, judgeFailure } from './link-failure.ts';

export type LinkEnd =
  /** The WebSocket closed; 1006 when it broke off. */
  | { readonly cause: 'closed'; readonly code: number; readonly reason: string }
  /** The server answered the upgrade with this HTTP status; `code` is that of its JSON body, where it has one. */
  | { readonly cause: 'refused'; readonly status: number; readonly code?: string | undefined }
  /** No connection came about; `code` is the system's, TLS's or the WebSocket library's name for it. */
  | { readonly cause: 'failed'; readonly code: string }
  /** It came about and broke, with such a code. */
  | { readonly cause: 'broke'; readonly code: string }
  | { readonly cause: 'no-hello-ok' }
  | { readonly cause: 'silent' }
  /** The runtime takes no bytes any more, so its answers would pile up here. */
  | { readonly cause: 'unread' }
  | { readonly cause: 'clock-jump' }
  /** This end wants a new connection (other token, other tools). */
  | { readonly cause: 'asked' }
  | { readonly cause: 'token-unreadable' }
  | { readonly cause: 'token-unsendable' }
  /** A fault of ours before there was a connection. */
  | { readonly cause: 'internal-error' };

/** The table of the wire: each close code, HTTP status and failure to what follows and the words that a person reads. */
export function judgeEnd(end: LinkEnd): Judgement {
  switch (end.cause) {
    case 'closed':
      return judgeClose(end.code, end.reason);
    case 'refused':
      return judgeStatus(end.status, end.code);
    case 'failed':
      return judgeFailure(end.code);
    case 'broke':
      return judgeBreak(end.code);
    case 'no-hello-ok':
      return retry('fast', 'no-handshake', 'the runtime did not complete the handshake in time');
    case 'silent':
      return retry('fast', 'silent', 'the connection went silent');
    case 'unread':
      return retry('fast', 'answers-unread', 'the runtime stopped reading its answers');
    case 'clock-jump':
      return retry(
        'now',
        'slept',
        'this machine slept or its clock was set, so the old connection was dropped',
      );
    case 'asked':
      return retry('now', 'renewing', 'connecting again with other settings');
    case 'token-unreadable':
      return retry('slow', 'token-unreadable', 'the token could not be read from the keychain');
    case 'token-unsendable':
      return block(
        'token-unsendable',
        'the stored token holds characters that cannot be sent; enter it again',
      );
    case 'internal-error':
      return retry('slow', 'internal-error', 'Doorman itself failed to connect; its log has the details');
    default:
      return assertNever(end);
  }
}

function judgeClose(code: number, reason: string): Judgement {
  switch (code) {
    case 1003:
      return retry('slow', 'hello-refused', 'the runtime could not read the hello (close code 1003)');
    case 1008:
      return reason === 'heartbeat timeout'
        ? retry('fast', 'lost', 'the runtime missed an answer to its heartbeat')
        : retry('slow', 'hello-refused', 'the runtime refused the hello (close code 1008)');
    case 1009:
      return retry(
        'fast',
        'frame-too-large',
        'a message was larger than the runtime takes (close code 1009)',
      );
    case 1013:
      return retry(
        'fast',
        'full',
        'the runtime already has as many connections for this token as it takes; close one elsewhere',
      );
    case 1000:
    case 1001:
    case 1012:
      return retry('fast', 'closed', 'the runtime closed the connection');
    case 1006:
      return retry('fast', 'lost', 'the connection was lost');
    default:
      return retry('fast', 'closed', `the runtime closed the connection (close code ${code})`);
  }
}

/** The only refusal that comes with a JSON body, whose `code` is this (wire facts, *HTTP refusals*). */
const FEATURE_OFF = 'client_tools_unavailable';

function judgeStatus(status: number, code: string | undefined): Judgement {
  if (status === 401)
    return block('token-refused', 'the runtime does not accept the token; enter a valid one');
  if (status === 403)
    return block('scope-missing', 'the token is valid but not allowed to offer tools (it lacks a scope)');
  if (status === 503 && code === FEATURE_OFF)
    return lookAgain(
      'feature-off',
      'the runtime has client tools switched off; whoever runs it must switch them on',
    );
  if (status === 503) return retry('fast', 'unavailable', 'the runtime is unavailable for now (HTTP 503)');
  if (status >= 300 && status < 400)
    return retry(
      'fast',
      'redirected',
      'the address answers with a redirect (a sign-in page of the network, or it has moved)',
    );
  if (status === 429) return retry('slow', 'rate-limited', 'the runtime asks for fewer connection attempts');
  if (status >= 500) return retry('fast', 'unavailable', `the runtime answered with HTTP ${status}`);
  return retry('slow', 'not-a-runtime', `there is no client-tools runtime at this address (HTTP ${status})`);
}

/** What the published runtime says of a message over its limit, which is one less than the number. */
const OVER_LIMIT = /^read limited at (\d{4,7}) bytes$/;

/** The largest frame that the runtime takes, where the end of the connection tells it. Bytes. */
export function frameLimitIn(end: LinkEnd): number | undefined {
  if (end.cause !== 'closed' || end.code !== 1009) return undefined;
  const [, number] = OVER_LIMIT.exec(end.reason) ?? [];
  return number === undefined ? undefined : Number(number) - 1;
}
