/** A link swapped in beside the reader, as fast as the machine can: what was decided on is what is read. */
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inside } from '../../../../src-main/tools/confine-path.ts';
import { findTool, runContext, scratchFolder, toolsEnv } from './tools-fixture.ts';

const READS = 10_000;
const OUTSIDE = 'from outside';

/** Turns `f` from a file into a link to the outside and back, and the folder `d` too, without ever pausing. */
const SWAPPER = `
  const { renameSync, symlinkSync, writeFileSync } = require('node:fs');
  const { workerData: root } = require('node:worker_threads');
  for (;;) {
    symlinkSync('../out/f', root + '/aside');
    renameSync(root + '/aside', root + '/f');
    renameSync(root + '/d', root + '/d-aside');
    symlinkSync('../out', root + '/d');
    writeFileSync(root + '/aside', 'inside');
    renameSync(root + '/aside', root + '/f');
    renameSync(root + '/d', root + '/l-aside');
    renameSync(root + '/d-aside', root + '/d');
  }
`;

async function setUp() {
  const home = await scratchFolder();
  const root = join(home, 'root');
  await mkdir(join(root, 'd'), { recursive: true });
  await mkdir(join(home, 'out'));
  await writeFile(join(root, 'f'), 'inside');
  await writeFile(join(root, 'd', 'f'), 'inside');
  await writeFile(join(home, 'out', 'f'), OUTSIDE);
  const swapper = new Worker(SWAPPER, { eval: true, workerData: root });
  onTestFinished(async () => void (await swapper.terminate()));
  await new Promise((resolve) => swapper.once('online', resolve));
  return { root, tool: findTool(toolsEnv(home, { folders: () => [root] }), 'fs_read_file') };
}

describe('reading beside somebody who swaps links in', () => {
  it(`never reads from outside what was decided on as inside, in ${READS} reads`, {
    timeout: 120_000,
  }, async () => {
    const { root, tool } = await setUp();
    const seen = { inside: 0, escapes: 0, naive: 0 };
    for (let read = 0; read < READS; read += 1) {
      const path = read % 2 === 0 ? 'f' : 'd/f';
      if (await naiveEscape(root, join(root, path))) seen.naive += 1;
      const resolved = await tool.resolve({ path });
      if (!resolved.ok) continue;
      const { action } = resolved;
      const ran = inside(action.text, root) ? await tool.run(action, runContext()) : undefined;
      await tool.release?.(action);
      if (!ran?.ok) continue;
      if (JSON.stringify(ran.result).includes(OUTSIDE)) seen.escapes += 1;
      else seen.inside += 1;
    }
    expect(seen.escapes).toBe(0);
    expect(seen.inside).toBeGreaterThan(0);
    expect(seen.naive).toBeGreaterThan(0);
  });
});

/** The usual way: look where it leads, then open it by name again. */
async function naiveEscape(root: string, path: string): Promise<boolean> {
  try {
    return inside(await realpath(path), root) && (await readFile(path, 'utf8')) === OUTSIDE;
  } catch {
    return false;
  }
}
