/** Bubblewrap that fails before the program began, as when a socket that it is to cover goes away just then. */
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { probeWall } from '../../../../src-main/tools/wall.ts';
import { callTool, dataOf, messageOf, runContext, scratchFolder, toolsEnv } from './tools-fixture.ts';

/** A folder with a `bwrap` that mounts over something that is not there, `times` times, and does what it should after. */
async function failingAtFirst(times: number): Promise<{ bin: string; started(): Promise<number> }> {
  const bin = await scratchFolder();
  const count = join(bin, 'count');
  await writeFile(count, '');
  await writeFile(
    join(bin, 'bwrap'),
    `#!/bin/sh\n[ "$1" != --help ] || exec /usr/bin/bwrap --help\necho >>${count}\n[ $(wc -l <${count}) -gt ${times} ] ||
exec /usr/bin/bwrap --ro-bind / / --ro-bind /dev/null /usr/gone/socket "$@"\nexec /usr/bin/bwrap "$@"\n`,
  );
  await chmod(join(bin, 'bwrap'), 0o755);
  return { bin, started: async () => (await readFile(count, 'utf8')).length };
}

async function places() {
  const home = await scratchFolder('/var/tmp');
  await mkdir(join(home, 'own'));
  return { home, folders: [home], secretPlaces: [], ownPaths: [join(home, 'own')] };
}

async function envWith(bin: string) {
  const home = await scratchFolder('/var/tmp');
  const env = toolsEnv(home, { folders: () => [home] });
  return { ...env, shell: { ...env.shell, path: [bin, '/usr/bin', '/bin'] } };
}

it('is built again when the wall is looked for, three times at most', async () => {
  const twice = await failingAtFirst(2);
  const found = await probeWall('auto', `${twice.bin}:/usr/bin:/bin`, await places());
  expect(found).toMatchObject({ available: true });
  const always = await failingAtFirst(100);
  const none = await probeWall('auto', `${always.bin}:/usr/bin:/bin`, await places());
  expect(none).toMatchObject({ available: false, text: expect.stringContaining('/usr/gone/socket') });
  expect(await always.started()).toBe(3);
});

it('is built once more for a run, and then told as what it is: nothing was run', async () => {
  const run = async (times: number) => {
    const { bin, started } = await failingAtFirst(times);
    const env = await envWith(bin);
    const input = { command: 'echo began; exit 1' };
    return { ran: await callTool(env, 'shell_run', input, runContext({ wall: 'guarded' })), started };
  };
  expect(dataOf((await run(1)).ran)).toMatchObject({ exit_code: 1, stdout: 'began\n' });
  const { ran, started } = await run(2);
  expect(messageOf(ran)).toMatch(/^not run: the wall could not be built, and nothing of the command began/);
  expect(messageOf(ran)).not.toContain('/usr/gone');
  expect(await started()).toBe(2);
});

it('is told by a job as what it is', async () => {
  const { bin } = await failingAtFirst(1);
  const env = await envWith(bin);
  const started = await callTool(env, 'shell_start', { command: 'true' }, runContext({ wall: 'guarded' }));
  const id = dataOf(started).job_id;
  await vi.waitFor(async () => {
    const read = dataOf(await callTool(env, 'shell_read', { job_id: id, wait_ms: 1000 }, runContext()));
    expect(read).toMatchObject({
      state: 'ended',
      why: expect.stringMatching(/nothing of the command began/),
    });
  });
});
