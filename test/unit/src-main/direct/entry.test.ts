/** Who gets in over the signed door, and who does not. */
import { beforeEach, describe, expect, it } from 'vitest';
import { DirectSession } from '../../../../src-main/direct/direct-session.ts';
import { directRooms, sentTo, type TestRooms } from '../../../support/direct-rooms.ts';
import { connectFrame, execFrame, signedFrame, testIdentity } from '../../../support/signed-peer.ts';

const host = testIdentity(1).address;
const caller = testIdentity(2);
const NOW = 1_800_000_000;

let rooms: TestRooms;
let sent: string[];
let peer: ReturnType<typeof sentTo>;
let session: DirectSession;

beforeEach(() => {
  rooms = directRooms({ address: host, now: NOW });
  open();
});

function open(): void {
  sent = [];
  peer = sentTo(sent);
  session = new DirectSession(rooms, peer, 'signed');
}

async function said(count: number): Promise<{ readonly [key: string]: unknown }[]> {
  await expect.poll(() => sent.length).toBe(count);
  return sent.map((text) => JSON.parse(text));
}

const onboard = (code: string, timestamp: number) =>
  signedFrame(caller, { timestamp, invite_code: code }, { type: 'ONBOARD_SUBMIT' });

describe('an unknown caller', () => {
  it('is held while the person is asked, kept awake by pings, and let in on a yes', async () => {
    session.receive(connectFrame(caller, host, NOW));
    await expect.poll(() => rooms.asked.length).toBe(1);
    expect(rooms.asked[0]?.address).toBe(caller.address);
    expect(sent).toEqual([]);
    rooms.clock.advance(60_000);
    expect(await said(2)).toEqual([{ type: 'PING' }, { type: 'PING' }]);
    rooms.asked[0]?.answer('accepted');
    expect((await said(4)).slice(2).map(({ type }) => type)).toEqual(['CONNECTED', 'AGENT_PROFILE']);
    session.receive(execFrame(caller, host, NOW, { exec_id: 'e', tool: 'echo', args: { a: 1 } }));
    expect((await said(5))[4]).toMatchObject({ type: 'EXEC_RESULT', exec_id: 'e', status: 'success' });
  });

  it('is turned away on a no, and its socket closed', async () => {
    session.receive(connectFrame(caller, host, NOW));
    await expect.poll(() => rooms.asked.length).toBe(1);
    rooms.asked[0]?.answer('refused');
    expect((await said(1))[0]).toMatchObject({
      type: 'ERROR',
      message: expect.stringMatching(/^forbidden/),
    });
    expect(peer.closed).toBe(true);
  });

  it('runs nothing while it is held', async () => {
    session.receive(connectFrame(caller, host, NOW));
    session.receive(execFrame(caller, host, NOW, { exec_id: 1, tool: 'echo' }));
    expect((await said(1))[0]).toMatchObject({ message: 'authenticate first (send CONNECT)' });
  });

  it('is asked about no longer once its socket is gone, and a yes that comes then lets nobody in', async () => {
    session.receive(connectFrame(caller, host, NOW));
    await expect.poll(() => rooms.asked.length).toBe(1);
    session.end();
    rooms.asked[0]?.answer('accepted');
    await new Promise(setImmediate);
    expect(sent).toEqual([]);
    expect(session.owner).toBeUndefined();
  });
});

describe('an invite code', () => {
  it('lets its bearer in once, by CONNECT or by ONBOARD_SUBMIT', async () => {
    const first = rooms.invites.make('laptop');
    session.receive(connectFrame(caller, host, NOW));
    expect((await said(1))[0]).toMatchObject({ type: 'ONBOARD_REQUIRED', methods: ['invite_code'] });
    session.receive(onboard(first?.code.toLowerCase() ?? '', NOW));
    expect((await said(4)).map(({ type }) => type).slice(1)).toEqual([
      'ONBOARD_SUCCESS',
      'CONNECTED',
      'AGENT_PROFILE',
    ]);
    rooms.contacts.clear();
    open();
    session.receive(connectFrame(caller, host, NOW, { invite_code: first?.code }));
    await expect.poll(() => rooms.asked.length).toBe(2);
    expect(sent).toEqual([]);
    const second = rooms.invites.make('laptop');
    open();
    session.receive(connectFrame(caller, host, NOW, { invite_code: second?.code }));
    expect((await said(2))[0]).toMatchObject({ type: 'CONNECTED' });
  });

  it('is not taken from another key than the one that waits', async () => {
    const invite = rooms.invites.make('laptop');
    session.receive(connectFrame(testIdentity(3), host, NOW));
    session.receive(onboard(invite?.code ?? '', NOW));
    expect((await said(2))[1]).toMatchObject({
      message: 'unauthorized: command signer does not own this connection',
    });
    expect(rooms.invites.list()).toHaveLength(1);
  });

  it('is not taken twice from the same frame, and three wrong ones close the socket', async () => {
    rooms.invites.make('laptop');
    session.receive(connectFrame(caller, host, NOW));
    session.receive(onboard('AAAAA-AAAAA', NOW));
    session.receive(onboard('AAAAA-AAAAA', NOW));
    session.receive(onboard('AAAAA-AAAAB', NOW));
    session.receive(onboard('AAAAA-AAAAC', NOW));
    expect((await said(5)).map(({ message }) => message)).toEqual([
      undefined,
      'Invalid invite code',
      'unauthorized: this code was sent already',
      'Invalid invite code',
      'Invalid invite code',
    ]);
    expect(peer.closed).toBe(true);
  });

  it('is over after its time, or after too many wrong ones from anybody', () => {
    const invite = rooms.invites.make('laptop');
    rooms.clock.advance(15 * 60_000 + 1);
    expect(rooms.invites.redeem(invite?.code ?? '')).toBeUndefined();
    const other = rooms.invites.make('laptop');
    for (let wrong = 0; wrong < 5; wrong += 1) rooms.invites.redeem('AAAAA-AAAAA');
    expect(rooms.invites.redeem(other?.code ?? '')).toBeUndefined();
  });
});

describe('a signed CONNECT', () => {
  beforeEach(() => void rooms.contacts.add(caller.address));

  it('works once, whichever socket it comes by', async () => {
    const frame = connectFrame(caller, host, NOW);
    session.receive(frame);
    await said(2);
    open();
    session.receive(frame);
    expect((await said(1))[0]).toMatchObject({ message: 'unauthorized: this CONNECT was already used' });
  });

  it('is refused from a blocked caller, for another host, and in another protocol', async () => {
    rooms.blocked.add(caller.address);
    session.receive(connectFrame(caller, host, NOW));
    await said(1);
    rooms.blocked.clear();
    session.receive(connectFrame(caller, testIdentity(9).address, NOW));
    session.receive(
      signedFrame(
        caller,
        { to: host, timestamp: NOW, nonce: 'n' },
        { type: 'CONNECT', protocol: { name: 'oip', version: '9' } },
      ),
    );
    expect((await said(3)).map(({ message }) => message)).toEqual([
      'forbidden: blacklisted',
      'unauthorized: wrong recipient',
      'Unsupported OIP protocol',
    ]);
    expect(session.owner).toBeUndefined();
  });

  it('may come again on the same socket if it says the same, and not if it says something else', async () => {
    session.receive(connectFrame(caller, host, NOW));
    session.receive(connectFrame(caller, host, NOW));
    session.receive(connectFrame(caller, host, NOW, { signed_commands: 2 }));
    expect((await said(5)).map(({ type }) => type)).toEqual([
      'CONNECTED',
      'AGENT_PROFILE',
      'CONNECTED',
      'AGENT_PROFILE',
      'ERROR',
    ]);
  });

  it('whose sender is revoked in mid-session runs nothing more', async () => {
    session.receive(connectFrame(caller, host, NOW));
    await said(2);
    rooms.contacts.clear();
    session.receive(execFrame(caller, host, NOW, { exec_id: 'late', tool: 'echo' }));
    expect((await said(3))[2]).toMatchObject({
      exec_id: 'late',
      status: 'error',
      error: 'forbidden: exec requires a contact, you are a stranger',
    });
  });
});
