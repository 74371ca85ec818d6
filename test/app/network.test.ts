/** What only the desktop adds to the links: its word of a sleep, its proxy settings, and a TLS library of its own. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRuntime } from '../../src-runtime/start-runtime.ts';
import type { LinkStatus } from '../../src-shared/app-state.ts';
import { profileSchema } from '../../src-shared/settings.ts';
import { type Doorman, expect, test } from '../support/app/doorman-test.ts';
import { greetNext, startBareRuntime } from '../support/bare-peer.ts';
import { makeCertificate } from '../support/certificates.ts';
import { startConnectProxy } from '../support/proxies.ts';

const profile = (id: string, url: string, more: object = {}) =>
  profileSchema.parse({ id, name: id, url, ...more });

async function statusOf(doorman: Doorman, id: string): Promise<LinkStatus | undefined> {
  return (await doorman.state())?.runtimes.find(({ profileId }) => profileId === id)?.status;
}

test('connects anew as soon as the system says that it woke up', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const before = await statusOf(doorman, 'embedded');
  await doorman.app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'));
  await expect.poll(() => statusOf(doorman, 'embedded')).toMatchObject({ kind: 'open' });
  expect(await statusOf(doorman, 'embedded')).not.toEqual(before);
});

test('goes through the proxy that the settings of the desktop name', async ({ launchDoorman }) => {
  const proxy = await startConnectProxy();
  const runtime = await startBareRuntime();
  const url = `http://runtime.invalid:${runtime.port}`;
  const profiles = [profile('work', url, { plainHost: 'runtime.invalid' })];
  const none = { HTTP_PROXY: '', ALL_PROXY: '', http_proxy: '', all_proxy: '' };
  const doorman = await launchDoorman({ settings: { profiles }, env: none });
  await doorman.app.evaluate(
    ({ session }, proxyRules) => session.defaultSession.setProxy({ proxyRules }),
    proxy.host,
  );
  await greetNext(runtime);
  await expect.poll(() => statusOf(doorman, 'work')).toMatchObject({ kind: 'open' });
  expect(proxy.asked).toContain(`runtime.invalid:${runtime.port}`);
  await runtime.close();
  await proxy.close();
});

test('says of each certificate what is wrong with it, in the words of this TLS library too', async ({
  launchDoorman,
}) => {
  const authority = makeCertificate({ isAuthority: true });
  const folder = await mkdtemp(join(tmpdir(), 'doorman-ca-'));
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, authority.cert);
  const servers = await Promise.all(
    Object.entries({
      expired: makeCertificate({ by: authority, from: -9, until: -1 }),
      self: makeCertificate(),
      stranger: makeCertificate({ by: makeCertificate({ isAuthority: true }) }),
      elsewhere: makeCertificate({ by: authority, hosts: ['other.example'] }),
      old: { ...makeCertificate({ by: authority }), ...OLD_TLS },
      good: makeCertificate({ by: authority }),
    }).map(async ([id, options]) => ({ id, ...(await tlsServer(options)) })),
  );
  const plain = await startRuntime({ principals: new Map() });
  const profiles = [
    ...servers.map(({ id, port }) => profile(id, `https://localhost:${port}`, { caFile })),
    profile('plain', `https://localhost:${plain.port}`),
  ];
  const doorman = await launchDoorman({ settings: { profiles } });
  const why = async (id: string) => {
    const status = await statusOf(doorman, id);
    return status?.kind === 'blocked' || status?.kind === 'waiting' ? status.why : status?.kind;
  };
  await expect.poll(() => why('expired')).toMatch(/has expired/);
  await expect.poll(() => why('self')).toMatch(/signed by itself/);
  await expect.poll(() => why('stranger')).toMatch(/authority that this machine does not know/);
  await expect.poll(() => why('elsewhere')).toMatch(/another host name/);
  await expect.poll(() => why('old')).toMatch(/TLS version/);
  await expect.poll(() => why('plain')).toMatch(/no TLS is spoken/);
  // Past TLS, a server that is no runtime.
  await expect.poll(() => why('good')).toMatch(/HTTP 404/);
  await Promise.all([plain.close(), ...servers.map(({ close }) => close()), rm(folder, { recursive: true })]);
});

const OLD_TLS = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;

async function tlsServer(options: ServerOptions) {
  const server = createServer(options, (_request, response) => response.writeHead(404).end());
  await once(server.listen(0, 'localhost'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
