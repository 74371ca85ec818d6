/** The states of a link by table, and the waits between tries. */
import { expect, test } from 'vitest';
import { judgeEnd, type LinkEnd } from '../../../../src-main/link/link-end.ts';
import { IDLE, type LinkEvent, type LinkState, nextState } from '../../../../src-main/link/reconnect.ts';

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
  { type: 'hello-ok', connectionId: 'ctc-1', accepted: ['x'], now },
];

test('goes from idle over connecting and handshaking to open', () => {
  const kinds = opening.map((_, index) => run(opening.slice(0, index + 1)).status.kind);
  expect(kinds).toEqual(['connecting', 'handshaking', 'open']);
  expect(run([...opening, { type: 'closed' }])).toEqual(IDLE);
});

test.each<[string, LinkState, LinkEvent]>([
  ['a try while open', run(opening), { type: 'try' }],
  ['a try while connecting', run(opening.slice(0, 1)), { type: 'try' }],
  ['hello_ok while idle', IDLE, opening[2] as LinkEvent],
  ['an end while idle', IDLE, ended(lost)],
  ['an end while waiting', run([{ type: 'try' }, ended(lost)]), ended({ cause: 'silent' })],
  ['an open socket while open', run(opening), { type: 'socket-open' }],
])('%s changes nothing', (_name, state, event) => {
  expect(nextState(state, event)).toBe(state);
});

test.each<[LinkEnd, string]>([
  [{ cause: 'refused', status: 401 }, 'block'],
  [{ cause: 'refused', status: 403 }, 'block'],
  [{ cause: 'refused', status: 503 }, 'slow'],
  [{ cause: 'refused', status: 502 }, 'fast'],
  [{ cause: 'refused', status: 429 }, 'slow'],
  [{ cause: 'refused', status: 404 }, 'slow'],
  [{ cause: 'refused', status: 426 }, 'slow'],
  [{ cause: 'refused', status: 200 }, 'slow'],
  [{ cause: 'refused', status: 307 }, 'fast'],
  [{ cause: 'closed', code: 1000, reason: '' }, 'fast'],
  [{ cause: 'closed', code: 1003, reason: 'malformed hello' }, 'slow'],
  [{ cause: 'closed', code: 1006, reason: '' }, 'fast'],
  [{ cause: 'closed', code: 1008, reason: 'heartbeat timeout' }, 'fast'],
  [{ cause: 'closed', code: 1008, reason: 'expected hello frame first' }, 'slow'],
  [{ cause: 'closed', code: 1009, reason: '' }, 'fast'],
  [{ cause: 'closed', code: 1013, reason: '' }, 'fast'],
  [{ cause: 'closed', code: 4000, reason: 'x' }, 'fast'],
  [{ cause: 'failed', code: 'ECONNREFUSED' }, 'fast'],
  [{ cause: 'failed', code: 'CERT_HAS_EXPIRED' }, 'block'],
  [{ cause: 'failed', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'block'],
  [{ cause: 'failed', code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, 'block'],
  [{ cause: 'failed', code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'block'],
  [{ cause: 'no-hello-ok' }, 'fast'],
  [{ cause: 'silent' }, 'fast'],
  [{ cause: 'clock-jump' }, 'now'],
  [{ cause: 'asked' }, 'now'],
  [{ cause: 'token-unreadable' }, 'slow'],
  [{ cause: 'token-unsendable' }, 'block'],
])('after %j: %s', (end, expected) => {
  const judgement = judgeEnd(end);
  expect(judgement.next === 'block' ? 'block' : judgement.pace).toBe(expected);
  expect(judgement.why).not.toBe('');
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
