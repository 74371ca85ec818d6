import { renameSync, symlinkSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { secretPlace } from '../../../../src-main/policy/sensitive.ts';
import { callTool, dataOf, messageOf, runContext, scratchFolder, toolsEnv } from './tools-fixture.ts';

const search = { pattern: 'needle' };

async function setUp() {
  const home = await scratchFolder('/var/tmp');
  for (const folder of ['site', 'private']) await mkdir(join(home, folder));
  for (const folder of ['site', 'private']) await writeFile(join(home, folder, 'a.txt'), 'needle\n');
  return { home, site: join(home, 'site') };
}

describe('ripgrep', () => {
  it('does not look through what was put in place of the folder while its wall was built', async () => {
    const { home, site } = await setUp();
    let looks = 0;
    const env = toolsEnv(home, {
      folders: () => [site],
      // Asked for once before the wall is built, and once for it.
      secretPlaces: () => {
        looks += 1;
        if (looks === 3) {
          renameSync(site, join(home, 'old'));
          symlinkSync(join(home, 'private'), site);
        }
        return [];
      },
    });
    const ran = await callTool(env, 'fs_search_text', search);
    expect(looks).toBe(3);
    expect(messageOf(ran)).toMatch(/changed while the wall was built/);
  });

  it('looks through a folder that its wall would hide, where the person said yes to that folder', async () => {
    const { home, site } = await setUp();
    const keys = join(home, '.ssh');
    await mkdir(keys);
    await writeFile(join(keys, 'config'), 'needle\n');
    const env = toolsEnv(home, { folders: () => [site], secretPlaces: () => [keys], secretPlace });
    const ran = await callTool(env, 'fs_search_text', { ...search, path: keys }, runContext());
    expect(dataOf(ran)).toMatchObject({ matches: 1 });
  });
});
