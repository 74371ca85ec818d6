import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { probeWall } from '../../../../src-main/tools/wall.ts';
import {
  callTool,
  dataOf,
  messageOf,
  printed,
  processesWith,
  runContext,
  toolsEnv,
} from './tools-fixture.ts';
import { uniqueSleep } from './unique-sleep.ts';
import { walledHome } from './wall-fixture.ts';

/** Leaves its parent, its group, its session and its environment. */
const hidden = (seconds: string) => `(env -i setsid sleep ${seconds} </dev/null >/dev/null 2>&1 &)`;

function endAfterTest(seconds: string): void {
  onTestFinished(async () => {
    for (const pid of await processesWith(seconds)) process.kill(pid, 'SIGKILL');
  });
}

describe('a command without a wall', () => {
  it('is ended with all that it started, however that hides', async () => {
    const { behind } = await walledHome();
    const seconds = uniqueSleep();
    endAfterTest(seconds);
    const hides = `env -i setsid sleep ${seconds} </dev/null >/dev/null 2>&1 &`;
    const settled = `until [ "$(tr '\\0' ' ' </proc/$!/cmdline)" = 'sleep ${seconds} ' ]; do :; done`;
    expect(printed(await behind('none', `${hides} ${settled}; echo done`))).toBe('done');
    expect(await processesWith(seconds)).toEqual([]);
  });

  it('is ended so by the signal too', async () => {
    const { env } = await walledHome();
    const seconds = uniqueSleep();
    endAfterTest(seconds);
    const controller = new AbortController();
    const context = runContext({ signal: controller.signal });
    const ran = callTool(env, 'shell_run', { command: `${hidden(seconds)}; sleep 60` }, context);
    await vi.waitFor(async () => expect(await processesWith(seconds)).toHaveLength(1), { timeout: 5000 });
    controller.abort();
    expect(messageOf(await ran)).toBe('it was ended before it finished.');
    expect(await processesWith(seconds)).toEqual([]);
  });

  it('sees the files, the network and the rights that it would have anyway', async () => {
    const { behind } = await walledHome();
    expect(printed(await behind('none', 'cat ~/private/prod.env; echo > ~/made; ls ~/made; id -u'))).toMatch(
      new RegExp(`^outside.*/made\n${process.getuid?.()}$`),
    );
  });

  it('keeps the process ids of the machine where it has to deal with them, and says what may run on', async () => {
    const { behind } = await walledHome();
    const seconds = uniqueSleep();
    endAfterTest(seconds);
    const settled = `until pgrep -f '^sleep ${seconds}$' >/dev/null; do :; done`;
    const ran = await behind('none', `${hidden(seconds)}; ${settled}; kill -0 ${process.pid} && echo seen`);
    expect(printed(ran)).toBe('seen');
    const [pid] = await processesWith(seconds);
    expect(dataOf(ran).may_have_left_running).toContainEqual({ pid, name: 'sleep' });
  });

  it('says what may run on where nothing can hold it', async () => {
    const { home } = await walledHome();
    const env = toolsEnv(home, { wall: () => ({ available: false, required: false, text: '' }) });
    const seconds = uniqueSleep();
    endAfterTest(seconds);
    const controller = new AbortController();
    const command = `${hidden(seconds)}; sleep 60`;
    const ran = callTool(env, 'shell_run', { command }, runContext({ signal: controller.signal }));
    await vi.waitFor(async () => expect(await processesWith(seconds)).toHaveLength(1), { timeout: 5000 });
    controller.abort();
    const [pid] = await processesWith(seconds);
    expect(messageOf(await ran)).toMatch(new RegExp(`but these may run on: .*sleep \\(${pid}\\)`));
  });

  it('can be held where the wall is only switched off', async () => {
    const places = { home: '/', folders: [], secretPlaces: [], ownPaths: [] };
    expect(await probeWall('off', '/usr/bin:/bin', places)).toMatchObject({
      available: false,
      canContain: true,
    });
    expect(await probeWall('off', '/nonexistent', places)).toMatchObject({ canContain: false });
  });
});
