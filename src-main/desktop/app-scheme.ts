/** Serves the built pages to our windows as app://doorman/…, from one folder and under a policy that lets nothing else in. */
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

export const APP_SCHEME = 'app';
export const APP_ORIGIN = 'app://doorman';

/** What `protocol.registerSchemesAsPrivileged` gets, before the app is ready. */
export const appSchemePrivileges = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: false, corsEnabled: true },
};

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Names as the build writes them: plain segments that start with a letter or digit, so no dots that climb or hide. */
const PLAIN_PATH = /^(?:\/[A-Za-z0-9_][A-Za-z0-9_.-]*)+$/;

/**
 * Answers requests of the app scheme with files below `folder`; anything else gets 404.
 * @param folder absolute path of the built pages
 */
export function serveApp(folder: string): (request: Request) => Promise<Response> {
  return async (request) => {
    const { origin, host, protocol, pathname } = new URL(request.url);
    // Outside Chromium a custom scheme has the opaque origin "null".
    const ours = origin === APP_ORIGIN || `${protocol}//${host}` === APP_ORIGIN;
    const type = TYPES[extname(pathname)];
    if (!ours || request.method !== 'GET' || type === undefined || !PLAIN_PATH.test(pathname))
      return absent();
    try {
      const body = await readFile(join(folder, pathname));
      return new Response(new Uint8Array(body), { headers: headers(type) });
    } catch {
      return absent();
    }
  };
}

function absent(): Response {
  return new Response('not found', { status: 404, headers: headers('text/plain; charset=utf-8') });
}

function headers(type: string): Record<string, string> {
  return {
    'content-type': type,
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
}
