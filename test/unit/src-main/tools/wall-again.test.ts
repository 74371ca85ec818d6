/** Where the wall could not be built, because what it covers went away meanwhile, it is built once more; then that is said. */
import { mkdtemp, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RunOutputs } from '../../../../src-main/tools/run-outputs.ts';
import { createShellRun } from '../../../../src-main/tools/shell-run.ts';
import { createShell, type Shell } from '../../../../src-main/tools/shell-text.ts';
import { messageOf, printed, runContext, scratchFolder, toolsEnv } from './tools-fixture.ts';

/** A shell whose wall is to cover something that is not there, the first `times`. */
function shellOf(home: string, times: number): Shell & { raised: number } {
  const real = createShell(toolsEnv(home, { folders: () => [home] }));
  const shell = {
    ...real,
    raised: 0,
    async makeReady(...given: Parameters<Shell['makeReady']>) {
      const ready = await real.makeReady(...given);
      shell.raised += 1;
      if (!ready.ok || shell.raised > times) return ready;
      const [program = '', ...rest] = ready.start.argv;
      const argv = [program, '--ro-bind', join(home, 'gone'), join(home, 'gone'), ...rest];
      return { ...ready, start: { ...ready.start, argv } };
    },
  };
  return shell;
}

async function runWith(times: number) {
  const home = await realpath(await mkdtemp(join(await scratchFolder('/var/tmp'), 'home-')));
  const shell = shellOf(home, times);
  const tool = createShellRun(shell, new RunOutputs());
  const resolved = await tool.resolve({ command: 'echo here' });
  if (!resolved.ok) throw new Error(resolved.message);
  const ran = await tool.run(resolved.action, runContext({ wall: 'guarded' }));
  await tool.release?.(resolved.action);
  return { ran, raised: shell.raised };
}

it('runs behind the wall that stands the second time', async () => {
  const { ran, raised } = await runWith(1);
  expect(printed(ran)).toBe('here');
  expect(raised).toBe(2);
});

it('says after two times that nothing of it was run', async () => {
  const { ran, raised } = await runWith(9);
  expect(messageOf(ran)).toMatch(/^not run: the wall could not be built/);
  expect(raised).toBe(2);
});
