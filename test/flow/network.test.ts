import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { control } from '../../src-main/command-line/client.ts';
import { makeScratch, serveHost } from '../support/serve-host.ts';

/** A company's proxy that answers everything itself. */
async function startUpstream() {
  const asked: string[] = [];
  const server = createServer(({ method, url, headers }, response) => {
    asked.push(`${method} ${url} ${headers['proxy-authorization']}`);
    response.end('from outside');
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { asked, port: (server.address() as AddressInfo).port };
}

it('gives an approved command the network that Doorman has, without what is local and without its secrets', async () => {
  const upstream = await startUpstream();
  const scratch = await makeScratch({}, undefined, '/var/tmp');
  onTestFinished(() => scratch.remove());
  const proxy = `http://me:the-secret@127.0.0.1:${upstream.port}`;
  const host = await serveHost(scratch, { http_proxy: proxy, HTTPS_PROXY: proxy, no_proxy: '' });
  onTestFinished(async () => void (await host.stop()));
  expect((await host.status()).state.wall.text).toMatch(/public addresses only/);
  const command =
    `for url in http://somewhere.invalid/ http://127.0.0.1:${upstream.port}/ ${host.url}/; do ` +
    `curl -sS -m 20 --noproxy '' $url; echo; done; env`;
  const reply = host.call('shell_run', { command });
  const callId = await host.waiting();
  const digest = (await host.status()).state.waiting[0]?.digest ?? '';
  await control(host.socket, { command: 'allow', callId, digest });
  const { output } = (await reply) as { output: { stdout: string; network: unknown } };
  expect(output.stdout).toMatch(
    /^from outside\nDoorman refused 127\.0\.0\.1:[^\n]+\n\nDoorman refused 127\.0\.0\.1:/,
  );
  expect(output.stdout).not.toContain('the-secret');
  expect(output.network).toEqual({
    reached: ['somewhere.invalid:80'],
    refused: [`127.0.0.1:${upstream.port} (a loopback address)`, expect.stringContaining('loopback')],
  });
  expect(upstream.asked).toEqual([
    `GET http://somewhere.invalid/ Basic ${Buffer.from('me:the-secret').toString('base64')}`,
  ]);
  expect(await readdir(join(scratch.doormanHome, 'net'))).toEqual([]);
});
