import { describe, expect, it } from 'vitest';
import { upstreamChoice } from '../../../../src-main/network/upstream-proxy.ts';

const site = { host: 'www.example.com', port: 443 };

describe('the proxy that Doorman was started with', () => {
  it('goes by the scheme, small letters first, ALL_PROXY last', () => {
    const choice = upstreamChoice({
      HTTPS_PROXY: 'http://ignored:1',
      https_proxy: 'http://one.example:3128/',
      ALL_PROXY: 'two.example',
    });
    expect(choice(site, 'https')).toEqual({ host: 'one.example', port: 3128, tls: false });
    expect(choice(site, 'http')).toEqual({ host: 'two.example', port: 80, tls: false });
    expect(upstreamChoice({ HTTP_PROXY: 'https://[::1]' })(site, 'http')).toEqual({
      host: '::1',
      port: 443,
      tls: true,
    });
  });

  it('reads the login', () => {
    const choice = upstreamChoice({ HTTPS_PROXY: 'http://me:p%40ss@proxy.example:3128' });
    const authorization = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
    expect(choice(site, 'https')).toMatchObject({ authorization });
  });

  it('is none where there is none that can be spoken with', () => {
    for (const env of [
      {},
      { HTTPS_PROXY: '' },
      { HTTPS_PROXY: 'socks5://a:1' },
      { HTTPS_PROXY: 'http://:::' },
    ]) {
      expect(upstreamChoice(env)(site, 'https')).toBeUndefined();
    }
  });

  it.each([
    ['*', true],
    ['example.com', true],
    ['.example.com', true],
    ['*.example.com', true],
    ['www.EXAMPLE.com:443', true],
    ['other.org, example.com', true],
    ['example.com:80', false],
    ['ample.com', false],
    ['', false],
  ] as const)('is left out for NO_PROXY=%s: %s', (list, out) => {
    const choice = upstreamChoice({ HTTPS_PROXY: 'http://proxy.example:3128', NO_PROXY: list });
    expect(choice(site, 'https') === undefined).toBe(out);
  });
});
