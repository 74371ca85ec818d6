/** What app://doorman/… gives out: files of one folder, typed, under a strict policy, and nothing else. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveApp } from '../../../../src-main/desktop/app-scheme.ts';

let folder: string;
let serve: (request: Request) => Promise<Response>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorman-scheme-'));
  await mkdir(join(folder, 'renderer', 'assets'), { recursive: true });
  await writeFile(join(folder, 'renderer', 'main.html'), '<p>main</p>');
  await writeFile(join(folder, 'renderer', 'assets', 'main-AB_12.js'), 'let a;');
  await writeFile(join(folder, 'renderer', '.hidden.js'), 'let b;');
  await writeFile(join(folder, 'main.js'), 'secret');
  serve = serveApp(join(folder, 'renderer'));
});

afterAll(() => rm(folder, { recursive: true }));

describe('the app scheme', () => {
  it('serves a page with its type and a policy that allows only our own files', async () => {
    const response = await serve(new Request('app://doorman/main.html'));
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('<p>main</p>');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy).not.toContain('unsafe');
  });

  it('serves a built script from a folder below', async () => {
    const response = await serve(new Request('app://doorman/assets/main-AB_12.js'));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  it.each([
    ['a file above the folder', 'app://doorman/../main.js'],
    ['a climb in escapes', 'app://doorman/%2e%2e/main.js'],
    ['a climb with an escaped slash', 'app://doorman/assets/..%2f..%2fmain.js'],
    ['a climb with backslashes', 'app://doorman/..\\main.js'],
    ['a doubled slash', 'app://doorman//main.html'],
    ['a hidden file', 'app://doorman/.hidden.js'],
    ['a file that is not there', 'app://doorman/none.html'],
    ['the folder itself', 'app://doorman/'],
    ['a type that pages do not need', 'app://doorman/assets/main-AB_12.js.map'],
    ['another host', 'app://other/main.html'],
  ])('answers 404 to %s', async (_what, url) => {
    expect((await serve(new Request(url))).status).toBe(404);
  });

  it('answers 404 to anything but a GET', async () => {
    expect((await serve(new Request('app://doorman/main.html', { method: 'POST' }))).status).toBe(404);
  });
});
