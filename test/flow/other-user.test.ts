/** Another user of this machine, a real one, at the local socket of a host whose folder lies where everybody may go. */
import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeScratch, type Scratch, type ServedHost, serveHost } from '../support/serve-host.ts';

/** `nobody`, on every system that this runs on. */
const OTHER_USER = 65_534;

const SCRIPT = `require('net').connect(process.argv[1])
  .on('connect', () => { console.log('connected'); process.exit(); })
  .on('error', (error) => { console.log(error.code); process.exit(); })`;

let scratch: Scratch;
let host: ServedHost;
let forAll: Server;

beforeAll(async () => {
  scratch = await makeScratch();
  await chmod(scratch.root, 0o755);
  host = await serveHost(scratch);
  const socket = join(scratch.root, 'for-all.sock');
  forAll = createServer((connection) => connection.end());
  await new Promise<void>((resolve) => forAll.listen(socket, resolve));
  await chmod(socket, 0o777);
});

afterAll(async () => {
  forAll?.close();
  await host?.stop();
  await scratch?.remove();
});

function connectAs(uid: number, socket: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asUser = { uid, gid: uid, cwd: '/', env: {} };
    execFile(process.execPath, ['-e', SCRIPT, socket], asUser, (error, stdout) =>
      error ? reject(error) : resolve(stdout.trim()),
    );
  });
}

it('cannot open it, though it can open one that is meant for all beside it, and its owner can open both', async () => {
  const meantForAll = join(scratch.root, 'for-all.sock');
  expect(await connectAs(OTHER_USER, meantForAll)).toBe('connected');
  expect(await connectAs(OTHER_USER, host.socket)).toBe('EACCES');
  expect(await connectAs(process.getuid?.() ?? 0, host.socket)).toBe('connected');
});
