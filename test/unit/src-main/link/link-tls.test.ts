/** A link over real TLS: whom it trusts, and what it says of each certificate that it does not. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { type Certificate, makeCertificate } from '../../../support/certificates.ts';
import { cleanUp, linkUnderTest } from './link-under-test.ts';

const authority = makeCertificate({ isAuthority: true });
const stranger = makeCertificate({ isAuthority: true });

/** A server that takes every client that gets through TLS; counts what came to it. */
async function tlsRuntime(certificate: Certificate, options: ServerOptions = {}) {
  const https = createServer({ ...certificate, ...options });
  const server = new WebSocketServer({ server: https });
  const seen = { requests: 0 };
  server.on('connection', (socket) => {
    seen.requests += 1;
    socket.once('message', () =>
      socket.send(JSON.stringify({ type: 'hello_ok', connection_id: 'ctc-1', accepted: ['read'] })),
    );
  });
  const open = new Set<TLSSocket>();
  https.on('secureConnection', (socket) => open.add(socket));
  await once(https.listen(0), 'listening');
  cleanUp(async () => {
    for (const socket of open) socket.destroy();
    https.close();
    await once(https, 'close');
  });
  const { port } = https.address() as AddressInfo;
  return { port, url: `https://localhost:${port}`, seen };
}

async function caFile(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'doorman-ca-'));
  cleanUp(() => rm(folder, { recursive: true }));
  const file = join(folder, 'ca.pem');
  await writeFile(file, text);
  return file;
}

const profile = (url: string, more: object = {}) => ({
  id: 'p1',
  name: 'Work',
  url,
  invokeTimeoutMs: 30_000,
  ...more,
});

test('trusts an authority that the person named for this runtime', async () => {
  const { url } = await tlsRuntime(makeCertificate({ by: authority }));
  const file = await caFile(`Our authority\n${stranger.cert}\n${authority.cert}`);
  const { until } = linkUnderTest(url, { profile: profile(url, { caFile: file }) });
  expect(await until('open')).toMatchObject({ accepted: ['read'] });
});

test('trusts an authority that was named for every program', async () => {
  const { url } = await tlsRuntime(makeCertificate({ by: authority }));
  const { until } = linkUnderTest(url, { extraCaFile: await caFile(authority.cert) });
  await until('open');
});

test('takes up a renewed CA file at the next try', async () => {
  const { url } = await tlsRuntime(makeCertificate({ by: authority }));
  const file = await caFile(stranger.cert);
  const { link, until } = linkUnderTest(url, { profile: profile(url, { caFile: file }) });
  expect((await until('blocked')).reason).toBe('tls-refused');
  await writeFile(file, authority.cert);
  link.retryNow();
  await until('open');
});

test.each<[string, () => Certificate, RegExp]>([
  ['has expired', () => makeCertificate({ by: authority, from: -9, until: -1 }), /has expired/],
  ['is not valid yet', () => makeCertificate({ by: authority, from: 1 }), /not valid yet/],
  ['signed itself', () => makeCertificate(), /signed by itself/],
  ['comes from an unknown authority', () => makeCertificate({ by: stranger }), /does not know/],
  [
    'is for another host',
    () => makeCertificate({ by: authority, hosts: ['other.example'] }),
    /another host name/,
  ],
])('says so of a certificate that %s, and sends nothing', async (_name, certificate, words) => {
  const { url, seen } = await tlsRuntime(certificate());
  const { until } = linkUnderTest(url, { profile: profile(url, { caFile: await caFile(authority.cert) }) });
  const blocked = await until('blocked');
  expect(blocked).toMatchObject({ reason: 'tls-refused', why: expect.stringMatching(words) });
  expect(blocked.retryAt).toBeDefined();
  expect(seen.requests).toBe(0);
});

test('checks an address in numbers against the certificate too', async () => {
  const wrong = await tlsRuntime(makeCertificate({ by: authority, hosts: ['localhost'] }));
  const named = { caFile: await caFile(authority.cert) };
  const address = `https://127.0.0.1:${wrong.port}`;
  const refused = linkUnderTest(address, { profile: profile(address, named) });
  expect((await refused.until('blocked')).why).toMatch(/another host name/);
  const right = await tlsRuntime(makeCertificate({ by: authority, hosts: ['127.0.0.1'] }));
  const url = `https://127.0.0.1:${right.port}`;
  await linkUnderTest(url, { profile: profile(url, named) }).until('open');
});

test('says so of a server that offers only an old version of TLS', async () => {
  const certificate = makeCertificate({ by: authority });
  const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
  const { url } = await tlsRuntime(certificate, old);
  const { until } = linkUnderTest(url);
  expect((await until('blocked')).why).toMatch(/TLS version/);
});

test('says so of a server that wants a certificate of this machine', async () => {
  const asking = { requestCert: true, rejectUnauthorized: true };
  const { url } = await tlsRuntime(makeCertificate({ by: authority }), asking);
  const named = { caFile: await caFile(authority.cert) };
  const { until } = linkUnderTest(url, { profile: profile(url, named) });
  expect((await until('blocked')).why).toMatch(/wants a certificate/);
});

test.each([
  ['does not exist', undefined],
  ['holds no PEM certificate', 'hello'],
  [
    'holds a certificate that cannot be read',
    '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
  ],
])('is blocked by a CA file that %s, and names it', async (problem, text) => {
  const { url } = await tlsRuntime(makeCertificate({ by: authority }));
  const file = text === undefined ? '/nowhere/ca.pem' : await caFile(text);
  const { until } = linkUnderTest(url, { profile: profile(url, { caFile: file }) });
  const { reason, why } = await until('blocked');
  expect(reason).toBe('ca-file');
  expect(why).toBe(`the CA file ${file} ${problem}`);
});

test('does without a file for every program that cannot be read, as Node does', async () => {
  const { url } = await tlsRuntime(makeCertificate({ by: authority }));
  const named = { caFile: await caFile(authority.cert) };
  const { until } = linkUnderTest(url, { profile: profile(url, named), extraCaFile: '/nowhere/ca.pem' });
  await until('open');
});
