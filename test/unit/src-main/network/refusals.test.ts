import { describe, expect, it, vi } from 'vitest';
import {
  allButTheTest,
  exchange,
  get,
  openNetwork,
  openTunnel,
  PUBLIC,
  startBytes,
  startOrigin,
  tunnel,
} from './network-fixture.ts';

describe('what is refused', () => {
  const places = [
    '127.0.0.1',
    '[::1]',
    '0.0.0.0',
    '[::]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f.1',
    '127.1',
  ];
  const elsewhere = ['169.254.169.254', '10.0.0.1', '192.168.0.1', '100.64.0.1', '[fd00::1]', '224.0.0.1'];
  const names = ['evil.example', 'evil.example.'];

  it.each([...places, ...names])(
    '%s of this machine, which answers where it is let through',
    async (host) => {
      const origin = await startOrigin('::');
      const lookUp = async () => ['127.0.0.1', '::1'];
      const strict = await openNetwork({ lookUp });
      const loose = await openNetwork({ lookUp, refuses: () => undefined });
      const place = `${host}:${origin.port}`;
      for (const end of [await tunnel(strict, place), await get(strict, `http://${place}/`)]) {
        expect(end).toEqual({
          status: 403,
          body: expect.stringMatching(/^Doorman refused .*(loopback|unspecified) address\. /),
        });
      }
      expect(origin.sockets.size).toBe(0);
      expect(strict.traffic()).toMatchObject({
        reached: [],
        refused: [expect.stringContaining(`:${origin.port} (`)],
      });
      expect(await get(loose, `http://${place}/`)).toEqual({ status: 200, body: 'hello' });
      (await openTunnel(loose, place)).destroy();
      expect(loose.traffic()).toMatchObject({
        reached: [expect.stringContaining(`:${origin.port}`)],
        refused: [],
      });
    },
  );

  it.each(elsewhere)('%s, before anything is connected', async (host) => {
    const proxy = await openNetwork();
    expect(await tunnel(proxy, `${host}:80`)).toMatchObject({ status: 403 });
    expect(await get(proxy, `http://${host}/`)).toMatchObject({ status: 403 });
  });

  it('names of what is local, without a look-up', async () => {
    const lookUp = vi.fn(async () => [PUBLIC]);
    const proxy = await openNetwork({ lookUp });
    for (const host of [
      'localhost',
      'LOCALHOST.',
      'a.localhost',
      'printer.local',
      'metadata.google.internal',
    ]) {
      expect(await tunnel(proxy, `${host}:80`)).toMatchObject({ status: 403 });
    }
    expect(lookUp).not.toHaveBeenCalled();
  });

  it('is told as what it is, and what to do', async () => {
    const proxy = await openNetwork({ lookUp: async () => ['10.1.2.3'] });
    const reply = await exchange(proxy.socket, 'CONNECT wiki.example:443 HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(reply).toMatch(/^HTTP\/1\.1 403 Refused by Doorman\r\n/);
    expect(reply).toMatch(
      /refused wiki\.example:443: 10\.1\.2\.3, an address of a private network\. .*Only the person/,
    );
    expect(proxy.traffic().refused).toEqual(['wiki.example:443 (10.1.2.3, an address of a private network)']);
  });
});

describe('a name', () => {
  it('is looked up once, and what was checked is what is connected to', async () => {
    const [outside, inside] = [await startOrigin(), await startOrigin('127.0.0.1')];
    const answers = [[PUBLIC], ['127.0.0.1'], ['127.0.0.1']];
    const lookUp = vi.fn(async () => answers.shift() ?? []);
    const proxy = await openNetwork({ lookUp });
    expect(await get(proxy, `http://rebind.example:${outside.port}/`)).toMatchObject({ status: 200 });
    expect(lookUp).toHaveBeenCalledTimes(1);
    expect(await get(proxy, `http://rebind.example:${inside.port}/`)).toMatchObject({ status: 403 });
    expect(inside.sockets.size).toBe(0);
  });

  it('with several addresses is reached at the public ones, one after the other', async () => {
    const origin = await startOrigin();
    const inside = await startOrigin('127.0.0.1');
    const refuses = (address: string) => (address === '127.0.0.3' ? undefined : allButTheTest(address));
    const proxy = await openNetwork({
      refuses,
      lookUp: async () => ['127.0.0.1', '::1', '127.0.0.3', PUBLIC],
    });
    expect(await get(proxy, `http://many.example:${origin.port}/`)).toMatchObject({ status: 200 });
    expect(await get(proxy, `http://many.example:${inside.port}/`)).toMatchObject({ status: 502 });
    expect(inside.sockets.size).toBe(0);
  });

  it('that has no address, or where nobody listens, is said to be not reached', async () => {
    const proxy = await openNetwork();
    expect(await tunnel(proxy, 'missing.example:443')).toEqual({
      status: 502,
      body: expect.stringMatching(
        /missing\.example:443 through, but it was not reached: its name is not found, ENOTFOUND/,
      ),
    });
    const port = await startBytes(() => undefined);
    expect(await tunnel(proxy, `${PUBLIC}:${port === 9 ? 10 : 9}`)).toMatchObject({ status: 502 });
    expect(proxy.traffic().failed).toEqual([
      'missing.example:443 (its name is not found, ENOTFOUND)',
      expect.stringContaining('ECONNREFUSED'),
    ]);
    const empty = await openNetwork({ lookUp: async () => [] });
    expect(await tunnel(empty, 'empty.example:443')).toMatchObject({ status: 502 });
  });
});
