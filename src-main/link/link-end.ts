/** How a connection ended, and what that means: try again by itself (how soon), or wait for somebody. */
import { block, type Judgement, lookAgain, retry } from './judgement.ts';
import { judgeBreak, judgeFailure } from './link-failure.ts';

export type LinkEnd =
  /** The WebSocket closed; 1006 when it broke off. */
  | { readonly cause: 'closed'; readonly code: number; readonly reason: string }
  /** The server answered the upgrade with this HTTP status; `code` is that of its JSON body, where it has one. */
  | { readonly cause: 'refused'; readonly status: number; readonly code?: string | undefined }
  /**
   * No connection came about; `code` is the system's, TLS's or the WebSocket library's name for it, `via` the proxy on
   * the way.
   */
  | { readonly cause: 'failed'; readonly code: string; readonly via?: string | undefined }
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
  /** The token is to travel as a sub-protocol, and holds a character that none may have. */
  | { readonly cause: 'token-no-protocol' }
  /** Everything would travel unencrypted to another machine, and the person did not agree to that. */
  | { readonly cause: 'plain-refused' }
  | { readonly cause: 'ca-unusable'; readonly problem: string }
  | { readonly cause: 'proxy-unusable'; readonly via: string }
  /** Token, CA file or way were not found in time; a file on a share that is gone may take for ever. */
  | { readonly cause: 'unprepared' }
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
      return judgeFailure(end.code, end.via);
    case 'broke':
      return judgeBreak(end.code);
    case 'ca-unusable':
      return lookAgain('ca-file', end.problem);
    case 'proxy-unusable':
      return lookAgain('proxy', `the proxy ${end.via} is of a kind that Doorman cannot use`);
    default:
      return ALIKE[end.cause];
  }
}

type Judged = 'closed' | 'refused' | 'failed' | 'broke' | 'ca-unusable' | 'proxy-unusable';

/** The ends that are all alike. */
const ALIKE: Readonly<Record<Exclude<LinkEnd['cause'], Judged>, Judgement>> = {
  'no-hello-ok': retry('fast', 'no-handshake', 'the runtime did not complete the handshake in time'),
  silent: retry('fast', 'silent', 'the connection went silent'),
  unread: retry('fast', 'answers-unread', 'the runtime stopped reading its answers'),
  'clock-jump': retry(
    'now',
    'slept',
    'this machine slept or its clock was set, so the old connection was dropped',
  ),
  asked: retry('now', 'renewing', 'connecting again with other settings'),
  'token-unreadable': retry('slow', 'token-unreadable', 'the token could not be read from the keychain'),
  'token-unsendable': block(
    'token-unsendable',
    'the stored token holds characters that cannot be sent; enter it again',
  ),
  'token-no-protocol': block(
    'token-unsendable',
    'the stored token cannot travel as a WebSocket sub-protocol (it holds a character such as / = or a comma); send it by header, or enter another',
  ),
  'plain-refused': block(
    'plain-refused',
    'this address is not encrypted and not on this machine; use https, or add it again and agree to that',
  ),
  unprepared: retry(
    'fast',
    'unreachable',
    'the token, the CA file or the proxy settings could not be read in time',
  ),
  'internal-error': retry(
    'slow',
    'internal-error',
    'Doorman itself failed to connect; its log has the details',
  ),
};

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
