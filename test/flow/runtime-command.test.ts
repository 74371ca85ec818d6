/** `doorman runtime`: the runtime alone, as somebody who embeds it in a script meets it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectBare, connectClient } from '../support/bare-peer.ts';
import { cliFile, doorman, makeScratch, type Scratch } from '../support/serve-host.ts';

let scratch: Scratch;
const children: ChildProcess[] = [];

beforeEach(async () => {
  scratch = await makeScratch();
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await scratch.remove();
});

interface Alone {
  readonly url: string;
  readonly bearer_file?: string;
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
}

async function runAlone(args: readonly string[], env: object = {}): Promise<Alone> {
  const child = spawn(process.execPath, [cliFile, 'runtime', ...args], {
    env: { ...process.env, HOME: scratch.home, DOORMAN_HOME: scratch.doormanHome, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    void exited.then((code) => reject(new Error(`doorman runtime ended with ${code}`)));
  });
  return { ...JSON.parse(line), child, exited };
}

async function call(url: string, bearer: string, tool: string): Promise<unknown> {
  const response = await fetch(`${url}/v1/invoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ tool }),
  });
  return response.status === 200 ? response.json() : response.status;
}

test('makes a bearer for this run that only its user can read, serves with it, and takes it away', async () => {
  const runtime = await runAlone(['--listen', '127.0.0.1:0']);
  const file = runtime.bearer_file ?? '';
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const bearer = (await readFile(file, 'utf8')).trim();
  const client = await connectClient(runtime.url, bearer, ['read']);
  const reply = call(runtime.url, bearer, 'read');
  const { call_id } = await client.frames.next();
  client.send({ type: 'result', call_id, ok: true, output: 'yes' });
  expect(await reply).toEqual({ ok: true, output: 'yes' });
  runtime.child.kill('SIGTERM');
  expect(await runtime.exited).toBe(0);
  expect((await client.closed).code).toBe(1006);
  expect(existsSync(file)).toBe(false);
});

test('takes the tokens of a file, elsewhere than on loopback too, and the limits of the environment', async () => {
  const made = await doorman(scratch, ['runtime', '--new-token']);
  const { token, sha256 } = JSON.parse(made.stdout);
  const file = join(scratch.root, 'tokens.json');
  await writeFile(file, JSON.stringify({ tokens: [{ sha256, subject: 'me' }] }));
  const runtime = await runAlone(['--listen', ':0'], {
    DOORMAN_RUNTIME_TOKENS: file,
    LOOMCYCLE_CLIENT_TOOL_MAX_CONNS: '1',
    LOOMCYCLE_CLIENT_TOOL_TIMEOUT_MS: '4321',
  });
  expect(runtime.bearer_file).toBeUndefined();
  const url = runtime.url.replace('0.0.0.0', '127.0.0.1');
  expect(await call(url, sha256, 'read')).toBe(401);
  const first = await connectBare(url, token);
  first.send({ type: 'hello' });
  expect(await first.frames.next()).toMatchObject({ type: 'hello_ok', invoke_timeout_ms: 4321 });
  const second = await connectBare(url, token);
  second.send({ type: 'hello' });
  expect(await second.closed).toMatchObject({ code: 1013 });
  first.socket.terminate();
});

test.each<[string, string[], number, RegExp]>([
  ['an address that others reach, without tokens', ['--listen', '0.0.0.0:0'], 1, /wants --tokens FILE/],
  ['every address, without tokens', ['--listen', ':0'], 1, /wants --tokens FILE/],
  ['an address that is none', ['--listen', 'here'], 2, /must be HOST:PORT/],
  [
    'a token file that is not there',
    ['--listen', '127.0.0.1:0', '--tokens', '/nowhere'],
    1,
    /cannot be read/,
  ],
  ['an operand', ['now'], 2, /takes no operands/],
])('refuses %s', async (_name, args, code, error) => {
  const ended = await doorman(scratch, ['runtime', ...args]);
  expect(ended).toMatchObject({ code, stdout: '' });
  expect(ended.stderr).toMatch(error);
});

test('refuses a faulty token file with the place of the fault, and a port in use', async () => {
  const file = join(scratch.root, 'tokens.json');
  await writeFile(file, '{"tokens":[{"sha256":"x","subject":"me"}]}');
  const faulty = await doorman(scratch, ['runtime', '--listen', '127.0.0.1:0', '--tokens', file]);
  expect(faulty.code).toBe(1);
  expect(faulty.stderr).toContain('tokens.0.sha256: must be 64 lower-case hex digits');

  const runtime = await runAlone(['--listen', '127.0.0.1:0']);
  const taken = await doorman(scratch, ['runtime', '--listen', new URL(runtime.url).host]);
  expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use') });
});
