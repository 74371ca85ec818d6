/** `doorman serve` as the systemd unit of docs/serve.md runs it, and where there is no keychain. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cliFile, doorman, makeScratch, type Scratch, serveHost } from '../support/serve-host.ts';

let scratch: Scratch;

beforeEach(async () => {
  scratch = await makeScratch({ direct: { port: 0 } });
});

afterEach(() => scratch.remove());

/** The words of the unit's ExecStart, for the copy of Doorman that is tested. */
async function execStart(): Promise<string[]> {
  const doc = await readFile(new URL('../../docs/serve.md', import.meta.url), 'utf8');
  const unit = /```ini\n([\s\S]*?)```/.exec(doc)?.[1] ?? '';
  expect(unit).toMatch(/^KillMode=mixed$/m);
  const line = /^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '';
  expect(line).toContain('%h/doorman/out/cli.js');
  return line.replace('%h/doorman/out/cli.js', cliFile).split(' ');
}

/** Resolves to what a program wrote until its end by SIGTERM, which comes once it is ready and connected. */
async function runAsService([program = '', ...args]: readonly string[]) {
  const env = { ...process.env, HOME: scratch.home, DOORMAN_HOME: scratch.doormanHome };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { out: '', log: '' };
  child.stdout.on('data', (part: Buffer) => {
    text.out += part.toString();
  });
  child.stderr.on('data', (part: Buffer) => {
    text.log += part.toString();
  });
  while (!text.out.includes('\n')) await once(child.stdout, 'data');
  const { socket } = JSON.parse(text.out) as { socket: string };
  expect(existsSync(socket)).toBe(true);
  while (!text.log.includes(': connected')) await once(child.stderr, 'data');
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  const [code] = await ended;
  return { code, socket, log: text.log.trimEnd().split('\n') };
}

it('runs as the unit says, logs lines, and ends in order on SIGTERM', async () => {
  const { code, socket, log } = await runAsService(await execStart());
  expect(code).toBe(0);
  expect(existsSync(socket)).toBe(false);
  expect(existsSync(join(scratch.doormanHome, 'lock.json'))).toBe(false);
  for (const line of log) expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z (info|warning|error) \S/);
  expect(log.at(-1)).toMatch(/ info ended$/);
});

it('logs a JSON object a line where that is wanted', async () => {
  const { code, log } = await runAsService([process.execPath, cliFile, 'serve', '--log', 'json']);
  expect(code).toBe(0);
  const entries = log.map((line) => JSON.parse(line) as { at: string; level: string; text: string });
  expect(entries).toContainEqual(
    expect.objectContaining({ level: 'info', text: expect.stringMatching(/: connected$/) }),
  );
  expect(entries.at(-1)).toMatchObject({ text: 'ended' });
});

it('keeps tokens, its own address and the key of its journal in a file that was named, where there is no keychain', async () => {
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere', DOORMAN_SECRETS_FILE: 'secrets.json' };
  const add = ['profiles', 'add', 'work', 'http://127.0.0.1:1'];
  const state = async (host: Awaited<ReturnType<typeof serveHost>>) => (await host.status()).state;
  const addresses: (string | undefined)[] = [];
  for (const start of [1, 2]) {
    const host = await serveHost(scratch, env);
    try {
      if (start === 1) {
        expect((await doorman(scratch, add, env)).code).toBe(0);
        expect((await doorman(scratch, ['login', 'work'], env, 's3cret-token\n')).code).toBe(0);
      }
      expect((await doorman(scratch, ['contacts', 'open'], env)).code).toBe(0);
      const { direct, keychain, journal, runtimes } = await state(host);
      addresses.push(direct.address);
      expect(keychain.available).toBe(true);
      expect(journal.verified).toBe(true);
      expect(runtimes.find(({ name }) => name === 'work')).toMatchObject({
        hasToken: true,
        tokenForThisRunOnly: false,
      });
      const own = await host.call('fs_read_file', { path: join(scratch.doormanHome, 'secrets.json') });
      expect(own).toMatchObject({ ok: false, error: expect.stringContaining('refused by a rule') });
    } finally {
      expect(await host.stop()).toBe(0);
    }
  }
  expect(addresses[0]).toMatch(/^0x[0-9a-f]{64}$/);
  expect(addresses[1]).toBe(addresses[0]);
  const file = join(scratch.doormanHome, 'secrets.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).toContain('s3cret-token');
  expect((await doorman(scratch, ['journal', 'verify'], env)).code).toBe(0);
});
