/** The signed door of a real host with a real keychain: what its restart and a revoked contact mean for callers. */
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import {
  doorman,
  makeScratch,
  type Scratch,
  type ServedHost,
  serveHost,
  until,
} from '../support/serve-host.ts';
import { connectFrame, execFrame, testIdentity } from '../support/signed-peer.ts';

const caller = testIdentity(5);

let scratch: Scratch;
let host: ServedHost;

beforeEach(async () => {
  const rules = 'permissions:\n  "Bash(sleep 60)": { allowed: true }\n';
  scratch = await makeScratch({ direct: { listen: true, port: 0 } }, rules);
  host = await serveHost(scratch);
  const accept = ['contacts', 'accept', caller.address, '--name', 'laptop'];
  expect((await doorman(scratch, accept)).code).toBe(0);
});

afterEach(async () => {
  await host.stop();
  await scratch.remove();
});

const now = () => Math.floor(Date.now() / 1000);

async function door(): Promise<{ readonly url: string; readonly address: string }> {
  const { url = '', address = '' } = (await host.status()).state.direct;
  return { url: `${url.replace('http', 'ws')}/ws`, address };
}

/** A socket on which `frames` were sent, and what came back but for signs of life. */
async function speak(url: string, ...frames: readonly string[]) {
  const socket = new WebSocket(url);
  const heard: { readonly type: string; readonly [key: string]: unknown }[] = [];
  socket.on('message', (data) => {
    const frame = JSON.parse(data.toString());
    if (frame.type !== 'PING') heard.push(frame);
  });
  await once(socket, 'open');
  for (const frame of frames) socket.send(frame);
  return { socket, heard, send: (frame: string) => socket.send(frame) };
}

it('knows after a restart which signatures were used before, of connections and of commands', async () => {
  const before = await door();
  const connect = connectFrame(caller, before.address, now());
  const exec = execFrame(caller, before.address, now(), {
    exec_id: 1,
    tool: 'bash',
    args: { command: 'pwd' },
  });
  const first = await speak(before.url, connect, exec);
  await expect.poll(() => first.heard.at(-1), { timeout: 10_000 }).toMatchObject({ status: 'success' });
  expect(await host.stop()).toBe(0);
  host = await serveHost(scratch);
  const after = await door();
  expect(after.address).toBe(before.address);
  const replayed = await speak(after.url, connect);
  await expect
    .poll(() => replayed.heard, { timeout: 10_000 })
    .toEqual([{ type: 'ERROR', message: 'unauthorized: this CONNECT was already used' }]);
  const again = await speak(after.url, connectFrame(caller, after.address, now()), exec);
  await expect
    .poll(() => again.heard.at(-1), { timeout: 10_000 })
    .toEqual({ type: 'ERROR', message: 'unauthorized: signed command already used' });
  const ran = (await host.journal()).filter(({ step }) => step === 'started');
  expect(ran).toHaveLength(1);
  for (const { socket } of [replayed, again]) socket.terminate();
});

it('ends what runs for a contact that is revoked in mid-session, and its socket with it', async () => {
  const { url, address } = await door();
  const slow = { exec_id: 'slow', tool: 'bash', args: { command: 'sleep 60' } };
  const session = await speak(
    url,
    connectFrame(caller, address, now()),
    execFrame(caller, address, now(), slow),
  );
  await until(async () => (await host.journal()).some(({ step }) => step === 'started'));
  const closed = once(session.socket, 'close');
  expect((await doorman(scratch, ['contacts', 'revoke', caller.address])).code).toBe(0);
  await closed;
  expect(session.heard.filter(({ type }) => type === 'EXEC_RESULT')).toEqual([]);
  await until(async () => (await host.journal()).some(({ step }) => step === 'ended'));
  expect((await host.journal()).at(-1)).toMatchObject({
    step: 'ended',
    outcome: 'withdrawn',
    delivered: false,
  });
  const back = await speak(url, connectFrame(caller, address, now()));
  await until(async () => (await host.status()).state.direct.strangers.length === 1);
  expect(back.heard).toEqual([]);
  back.socket.terminate();
});
