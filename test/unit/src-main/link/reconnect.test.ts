/** The states of a link by table, and the waits between tries. */
import { expect, test } from 'vitest';
import { frameLimitIn, judgeEnd, type LinkEnd } from '../../../../src-main/link/link-end.ts';
import { IDLE, type LinkEvent, type LinkState, nextState } from '../../../../src-main/link/reconnect.ts';
import type { LinkReason } from '../../../../src-shared/app-state.ts';

const now = { wall: 1_000_000, mono: 500_000 };
const lost: LinkEnd = { cause: 'closed', code: 1006, reason: '' };

function ended(end: LinkEnd, at = now): LinkEvent {
  return { type: 'ended', end, now: at, random: 0 };
}

function run(events: readonly LinkEvent[], from: LinkState = IDLE): LinkState {
  return events.reduce(nextState, from);
}

const opening: readonly LinkEvent[] = [
  { type: 'try' },
  { type: 'socket-open' },
  { type: 'hello-ok', connectionId: 'ctc-1', accepted: ['x'], skipped: [], invokeTimeoutMs: 30_000, now },
];

test('goes from idle over connecting and handshaking to open', () => {
  const kinds = opening.map((_, index) => run(opening.slice(0, index + 1)).status.kind);
  expect(kinds).toEqual(['connecting', 'handshaking', 'open']);
  expect(run([...opening, { type: 'closed' }])).toEqual(IDLE);
  expect(run([{ type: 'try' }, ended(lost), { type: 'closed' }])).toEqual(IDLE);
});

test.each<[string, LinkState, LinkEvent]>([
  ['a try while open', run(opening), { type: 'try' }],
  ['a try while connecting', run(opening.slice(0, 1)), { type: 'try' }],
  ['hello_ok while idle', IDLE, opening[2] as LinkEvent],
  ['an end while idle', IDLE, ended(lost)],
  ['an end while waiting', run([{ type: 'try' }, ended(lost)]), ended({ cause: 'silent' })],
  ['a changed network while open', run(opening), { type: 'world-changed' }],
  ['a changed network while idle', IDLE, { type: 'world-changed' }],
  ['an open socket while open', run(opening), { type: 'socket-open' }],
])('%s changes nothing', (_name, state, event) => {
  expect(nextState(state, event)).toBe(state);
});

const closed = (code: number, reason = ''): LinkEnd => ({ cause: 'closed', code, reason });
const refused = (status: number, code?: string): LinkEnd => ({ cause: 'refused', status, code });
const failed = (code: string) => ({ cause: 'failed', code }) as const;

test.each<[LinkEnd, 'now' | 'fast' | 'slow' | 'block' | 'look again', LinkReason, RegExp]>([
  [refused(401), 'block', 'token-refused', /token/],
  [refused(403), 'block', 'scope-missing', /scope/],
  [refused(503, 'client_tools_unavailable'), 'look again', 'feature-off', /switched off/],
  [refused(503, 'other'), 'fast', 'unavailable', /503/],
  [refused(503), 'fast', 'unavailable', /503/],
  [refused(500), 'fast', 'unavailable', /500/],
  [refused(502), 'fast', 'unavailable', /502/],
  [refused(429), 'slow', 'rate-limited', /fewer/],
  [refused(404), 'slow', 'not-a-runtime', /404/],
  [refused(405), 'slow', 'not-a-runtime', /405/],
  [refused(400), 'slow', 'not-a-runtime', /400/],
  [refused(426), 'slow', 'not-a-runtime', /426/],
  [refused(200), 'slow', 'not-a-runtime', /200/],
  [refused(307), 'fast', 'redirected', /sign-in page/],
  [closed(1000), 'fast', 'closed', /closed/],
  [closed(1001), 'fast', 'closed', /closed/],
  [closed(1003, 'malformed hello'), 'slow', 'hello-refused', /hello/],
  [closed(1006), 'fast', 'lost', /lost/],
  [closed(1008, 'heartbeat timeout'), 'fast', 'lost', /heartbeat/],
  [closed(1008, 'expected hello frame first'), 'slow', 'hello-refused', /hello/],
  [closed(1009, 'read limited at 1048577 bytes'), 'fast', 'frame-too-large', /larger/],
  [closed(1013, 'too many client-tool connections'), 'fast', 'full', /as many connections/],
  [closed(4000, 'x'), 'fast', 'closed', /4000/],
  [failed('ECONNREFUSED'), 'fast', 'unreachable', /nothing listens/],
  [failed('EWHATEVER'), 'fast', 'unreachable', /EWHATEVER/],
  [failed('bad-handshake'), 'fast', 'not-a-runtime', /not as a client-tools runtime/],
  [failed('CERT_HAS_EXPIRED'), 'look again', 'tls-refused', /expired/],
  [failed('CERT_NOT_YET_VALID'), 'look again', 'tls-refused', /not valid yet/],
  [failed('DEPTH_ZERO_SELF_SIGNED_CERT'), 'look again', 'tls-refused', /signed by itself/],
  [failed('SELF_SIGNED_CERT_IN_CHAIN'), 'look again', 'tls-refused', /authority/],
  [failed('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), 'look again', 'tls-refused', /authority/],
  [failed('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'look again', 'tls-refused', /chain/],
  [failed('ERR_TLS_CERT_ALTNAME_INVALID'), 'look again', 'tls-refused', /another host name/],
  [failed('ERR_SSL_WRONG_VERSION_NUMBER'), 'look again', 'tls-refused', /no TLS/],
  [failed('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'), 'look again', 'tls-refused', /TLS version/],
  [failed('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'), 'look again', 'tls-refused', /certificate of this/],
  [failed('ERR_SSL_SOMETHING_NEW'), 'look again', 'tls-refused', /SOMETHING_NEW/],
  [{ cause: 'broke', code: 'ERR_SSL_BAD_RECORD' }, 'fast', 'lost', /lost/],
  [{ cause: 'broke', code: 'WS_ERR_INVALID_OPCODE' }, 'fast', 'wire-broken', /protocol/],
  [
    { cause: 'broke', code: 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' },
    'fast',
    'frame-too-large',
    /than is taken here/,
  ],
  [{ cause: 'no-hello-ok' }, 'fast', 'no-handshake', /handshake/],
  [{ cause: 'silent' }, 'fast', 'silent', /silent/],
  [{ cause: 'unread' }, 'fast', 'answers-unread', /stopped reading/],
  [{ cause: 'clock-jump' }, 'now', 'slept', /slept/],
  [{ cause: 'asked' }, 'now', 'renewing', /again/],
  [{ cause: 'token-unreadable' }, 'slow', 'token-unreadable', /keychain/],
  [{ cause: 'token-unsendable' }, 'block', 'token-unsendable', /characters/],
  [{ cause: 'token-no-protocol' }, 'block', 'token-unsendable', /sub-protocol/],
  [{ cause: 'plain-refused' }, 'block', 'plain-refused', /not encrypted/],
  [{ cause: 'ca-unusable', problem: 'the CA file x is y' }, 'look again', 'ca-file', /the CA file x is y/],
  [{ cause: 'proxy-unusable', via: 'p:1' }, 'look again', 'proxy', /p:1/],
  [{ ...failed('PROXY_HTTP_407'), via: 'p:1' }, 'look again', 'proxy', /p:1 wants a sign-in/],
  [{ ...failed('PROXY_HTTP_403'), via: 'p:1' }, 'fast', 'proxy', /p:1 refused \(HTTP 403\)/],
  [{ ...failed('PROXY_SOCKS'), via: 'p:1' }, 'fast', 'proxy', /p:1 could not connect/],
  [{ ...failed('ECONNREFUSED'), via: 'p:1' }, 'fast', 'proxy', /p:1 could not be reached/],
  [{ ...failed('CERT_HAS_EXPIRED'), via: 'p:1' }, 'look again', 'tls-refused', /expired/],
  [{ cause: 'unprepared' }, 'fast', 'unreachable', /in time/],
  [{ cause: 'internal-error' }, 'slow', 'internal-error', /log/],
])('after %j: %s, %s', (end, expected, reason, words) => {
  const judgement = judgeEnd(end);
  const blocked = judgement.next === 'block' && (judgement.lookAgain ? 'look again' : 'block');
  expect(judgement.next === 'block' ? blocked : judgement.pace).toBe(expected);
  expect(judgement).toMatchObject({ reason, why: expect.stringMatching(words) });
});

test.each<[string, LinkEnd, number | undefined]>([
  ['tells', closed(1009, 'read limited at 65537 bytes'), 65_536],
  ['does not tell', closed(1009), undefined],
  ['claims nonsense about', closed(1009, 'read limited at 1 bytes'), undefined],
  ['by another close does not tell', closed(1008, 'read limited at 65537 bytes'), undefined],
])('a runtime %s how much it takes in one message', (_name, end, limit) => {
  expect(frameLimitIn(end)).toBe(limit);
});

test.each<[LinkEnd, 'waits' | 'is blocked', number | undefined]>([
  [lost, 'waits', 500],
  [refused(429), 'waits', 60_000],
  [refused(503, 'client_tools_unavailable'), 'is blocked', 300_000],
  [failed('CERT_HAS_EXPIRED'), 'is blocked', 300_000],
  [refused(401), 'is blocked', undefined],
  [{ cause: 'token-unsendable' }, 'is blocked', undefined],
])('after %j it %s, and tries by itself %s ms later', (end, how, wait) => {
  const { status } = run([{ type: 'try' }, ended(end)]);
  const kind = how === 'waits' ? 'waiting' : 'blocked';
  expect(status).toMatchObject(wait === undefined ? { kind } : { kind, retryAt: now.wall + wait });
  expect('retryAt' in status).toBe(wait !== undefined);
  const after = (event: LinkEvent) => run([{ type: 'try' }, ended(end), event]).status.kind;
  expect(after({ type: 'try' })).toBe('connecting');
  expect(after({ type: 'world-changed' })).toBe(wait === undefined ? 'blocked' : 'connecting');
});

test('starts over with short waits only after a link that was stable', () => {
  const tries = (count: number) =>
    Array.from({ length: count }, () => [{ type: 'try' } as const, ended(lost)]).flat();
  const failed = run(tries(4));
  expect(failed.failures).toBe(4);
  const at = (ms: number) => ({ wall: now.wall + ms, mono: now.mono + ms });
  expect(run([...opening, ended(lost, at(29_999))], failed).failures).toBe(5);
  expect(run([...opening, ended(lost, at(30_000))], failed).failures).toBe(1);
});

test('connects again at once after sleep, but not again and again', () => {
  const woken = run([...opening, ended({ cause: 'clock-jump' })]);
  expect(woken.status.kind).toBe('connecting');
  const again = run([...opening.slice(1), ended({ cause: 'clock-jump' })], woken);
  expect(again.status).toMatchObject({ kind: 'waiting', retryAt: now.wall + 500 });
});
