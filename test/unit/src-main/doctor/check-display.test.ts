import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkDisplay } from '../../../../src-main/doctor/check-display.ts';

async function listening(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'doorman-display-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(join(folder, name), resolve));
  return folder;
}

describe('the display', () => {
  it('is Wayland where that answers, by its name or its path, whatever else is set', async () => {
    const folder = await listening('wayland-0');
    for (const name of ['wayland-0', join(folder, 'wayland-0')]) {
      const env = { WAYLAND_DISPLAY: name, XDG_RUNTIME_DIR: folder, DISPLAY: ':0' };
      expect(await checkDisplay(env, 'linux')).toMatchObject({
        level: 'ok',
        text: expect.stringContaining('portal'),
      });
    }
    const gone = { WAYLAND_DISPLAY: 'wayland-1', XDG_RUNTIME_DIR: folder };
    expect(await checkDisplay(gone, 'linux')).toMatchObject({
      level: 'warning',
      text: expect.stringContaining('does not answer'),
    });
  });

  it('is told where there is none, where it does not answer, and where it is another machine’s', async () => {
    for (const [env, text] of [
      [{}, /Neither DISPLAY nor WAYLAND_DISPLAY/],
      [{ DISPLAY: ':987' }, /does not answer/],
      [{ DISPLAY: 'far.example:0' }, /another machine/],
    ] as const) {
      expect(await checkDisplay(env, 'linux')).toMatchObject({
        level: 'warning',
        text: expect.stringMatching(text),
      });
    }
  });
});
