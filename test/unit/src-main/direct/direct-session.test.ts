/** What one socket says to frames of all kinds, and in which order. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../../../../src-main/direct/direct-rooms.ts';
import { DirectSession } from '../../../../src-main/direct/direct-session.ts';
import type { ExecAnswer } from '../../../../src-shared/direct-exec.ts';
import { directRooms, sentTo } from '../../../support/direct-rooms.ts';

interface Started extends Command {
  done(answer: ExecAnswer): void;
}

let started: Started[];
let sent: string[];
let peer: ReturnType<typeof sentTo>;
let session: DirectSession;
let rooms: ReturnType<typeof directRooms>;

beforeEach(async () => {
  started = [];
  sent = [];
  peer = sentTo(sent);
  rooms = directRooms({ address: `0x${'1'.repeat(64)}`, now: 1_800_000_000 });
  const exec = (command: Command) =>
    new Promise<ExecAnswer>((done) => void started.push({ ...command, done }));
  session = new DirectSession({ ...rooms, exec }, peer, 'local');
  session.receive('{"type":"CONNECT"}');
  await expect.poll(() => sent.length).toBe(2);
  sent.length = 0;
});

const settled = () => new Promise(setImmediate);

async function send(...frames: string[]): Promise<void> {
  for (const frame of frames) session.receive(frame);
  await settled();
}

describe('a socket of direct execution', () => {
  it('answers each command when it is done, with the id as it was written', async () => {
    await send(
      '{"type":"EXEC","exec_id":12345678901234567890,"tool":"slow"}',
      '{"type":"EXEC","exec_id":"fast","tool":"fast","args":{"n":1}}',
    );
    expect(started.map(({ tool, args }) => [tool, args])).toEqual([
      ['slow', {}],
      ['fast', { n: 1 }],
    ]);
    started[1]?.done({ status: 'success', result: 'second', durationMs: 1.6 });
    started[0]?.done({ status: 'error', error: 'no', result: 'part', durationMs: 2 });
    await settled();
    expect(sent).toEqual([
      '{"type":"EXEC_RESULT","exec_id":"fast","tool":"fast","status":"success","result":"second","duration_ms":2}',
      '{"type":"EXEC_RESULT","exec_id":12345678901234567890,"tool":"slow","status":"error","result":"part","error":"no","duration_ms":2}',
    ]);
  });

  it.each([
    ['{"type":"EXEC"', /^Invalid JSON: /],
    ['null', /must be a JSON object/],
    ['[1]', /must be a JSON object/],
    ['"EXEC"', /must be a JSON object/],
    ['{"type":7}', /must be a JSON object with a "type"/],
    ['{"type":"EXEC","type":"PONG"}', /two members .* same name/],
    [`${'['.repeat(60)}${']'.repeat(60)}`, /nested deeper/],
    ['{"type":"FOO"}', /^unknown message type: 'FOO'$/],
    ['{"type":"INPUT","prompt":"hi"}', /for agents/],
    ['{"type":"ONBOARD_SUBMIT"}', /already authenticated/],
  ])('answers %s with an ERROR and goes on', async (frame, message) => {
    await send(frame, '{"type":"EXEC","exec_id":1,"tool":"echo"}');
    expect(JSON.parse(sent[0] ?? '')).toMatchObject({
      type: 'ERROR',
      message: expect.stringMatching(message),
    });
    expect(started).toHaveLength(1);
    expect(peer.closed).toBe(false);
  });

  it('keeps an ERROR back while a command runs, since clients would give the command up', async () => {
    await send('{"type":"EXEC","exec_id":1,"tool":"slow"}', 'nonsense', '{"type":"FOO"}');
    expect(sent).toEqual([]);
    started[0]?.done({ status: 'success', result: '' });
    await settled();
    expect(sent.map((text) => JSON.parse(text).type)).toEqual(['EXEC_RESULT', 'ERROR', 'ERROR']);
  });

  it('cuts off a peer that makes one fault after the other while a command runs', async () => {
    await send('{"type":"EXEC","exec_id":1,"tool":"slow"}', ...Array.from({ length: 17 }, () => 'nonsense'));
    expect(peer.closed).toBe(true);
  });

  it('wants a tool, and says so without one', async () => {
    await send('{"type":"EXEC","exec_id":"a"}', '{"type":"EXEC","exec_id":"b","tool":""}');
    expect(sent).toEqual([
      '{"type":"EXEC_RESULT","exec_id":"a","status":"error","error":"tool required"}',
      '{"type":"EXEC_RESULT","exec_id":"b","status":"error","error":"tool required"}',
    ]);
  });

  it('replaces a result that no published client would take by an error', async () => {
    await send('{"type":"EXEC","exec_id":1,"tool":"large"}');
    started[0]?.done({ status: 'success', result: 'ü'.repeat(600_000) });
    await settled();
    expect(JSON.parse(sent[0] ?? '')).toMatchObject({
      status: 'error',
      error: expect.stringContaining('1 MiB'),
    });
    expect(Buffer.byteLength(sent[0] ?? '')).toBeLessThan(1024);
  });

  it('ends what runs when it is gone, and leaves no timer', async () => {
    await send('{"type":"EXEC","exec_id":1,"tool":"slow"}');
    session.end();
    expect(started[0]?.signal.reason).toBe('disconnected');
    expect(rooms.clock.pending).toBe(0);
  });

  it('closes a socket that never sends a CONNECT', () => {
    const silent = sentTo([]);
    new DirectSession(rooms, silent, 'signed');
    rooms.clock.advance(29_000);
    expect(silent.closed).toBe(false);
    rooms.clock.advance(1_000);
    expect(silent.closed).toBe(true);
  });
});
