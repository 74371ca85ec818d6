import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { control } from '../../../../src-main/command-line/client.ts';
import { openLocalSocket } from '../../../../src-main/direct/local-socket.ts';
import type { ControlRequest } from '../../../../src-shared/control.ts';

let folder: string;
let socket: string;
let listening: { close(): Promise<void> } | undefined;
const heard: ControlRequest[] = [];

beforeEach(async () => {
  heard.length = 0;
  folder = join(await mkdtemp(join(tmpdir(), 'socket-')), 'home');
  socket = join(folder, 'doorman.sock');
});
afterEach(async () => {
  await listening?.close();
  listening = undefined;
  await rm(join(folder, '..'), { recursive: true, force: true });
});

async function listen() {
  listening = await openLocalSocket({
    socket,
    folder,
    upgrade: (_request, socket) => socket.destroy(),
    handle: async (message) => {
      heard.push(message);
      return message.command === 'stop' ? Promise.reject(new Error('bug')) : { ok: true, value: null };
    },
  });
}

function post(path: string, body: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath: socket, path, method: 'POST' }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

it('carries a request to the host and its reply back, through a socket of this user alone', async () => {
  await listen();
  expect(await control(socket, { command: 'pause' })).toEqual({ ok: true, value: null });
  expect(heard).toEqual([{ command: 'pause' }]);
  expect((await stat(socket)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

it('takes the place of a socket that a crashed host left behind', async () => {
  await listen();
  const abandoned = listening;
  listening = undefined;
  await writeFile(join(folder, 'keep'), '');
  await listen();
  expect((await control(socket, { command: 'pause' })).ok).toBe(true);
  await abandoned?.close();
});

it.each([
  ['text that is not JSON', '{', 400],
  ['an unknown command', '{"command":"rm"}', 400],
  ['a digest that is none', '{"command":"allow","callId":"c","digest":"x"}', 400],
  ['a body that is too large', `"${'x'.repeat(70_000)}"`, 413],
])('answers %s with an error and goes on', async (_, body, status) => {
  await listen();
  expect((await post('/v1/control', body)).status).toBe(status);
  expect(heard).toEqual([]);
  expect((await control(socket, { command: 'pause' })).ok).toBe(true);
});

it('keeps a fault of the host to itself', async () => {
  await listen();
  const { status, text } = await post('/v1/control', '{"command":"stop"}');
  expect(status).toBe(500);
  expect(text).not.toContain('bug');
});

it('says how to start a host where none runs', async () => {
  expect(await control(socket, { command: 'status' })).toEqual({
    ok: false,
    error: expect.stringContaining('npm start'),
  });
});
