/** Puts protected links back: no mount can lie on a link, so one can be replaced behind the wall until the run ends. */
import { lstat, readlink, rename, symlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { openExactly } from './wall-handles.ts';

export interface HeldLinks {
  /** To be called when nothing runs any more. Says what was put back, each a sentence. */
  putBack(): Promise<readonly string[]>;
}

const MOST_ASIDE = 100;

/** Remembers where these links lead now. */
export async function holdLinks(paths: readonly string[]): Promise<HeldLinks> {
  const held = await Promise.all(
    paths.map(async (path) => ({ path, target: await readlink(path).catch(() => undefined) })),
  );
  return {
    async putBack() {
      const said: string[] = [];
      for (const { path, target } of held) {
        if (target === undefined) continue;
        const aside = await putOneBack(path, target);
        if (aside !== undefined) said.push(aside);
      }
      return said;
    },
  };
}

async function putOneBack(path: string, target: string): Promise<string | undefined> {
  const folder = await openExactly(dirname(path));
  if (!folder) return undefined;
  const name = basename(path);
  const at = `/proc/self/fd/${folder.fd}/${name}`;
  try {
    if ((await readlink(at).catch(() => undefined)) === target) return undefined;
    const aside = (await isThere(at)) ? await setAside(at) : undefined;
    await symlink(target, at);
    const kept = aside === undefined ? '' : `; what replaced it is now ${name}${aside}`;
    return `the link ${name} is protected and was put back${kept}`;
  } catch {
    return `the link ${name} is protected, was changed, and could not be put back`;
  } finally {
    await folder.close();
  }
}

/** Moves it to a free name beside; returns what was added to the name. */
async function setAside(at: string): Promise<string> {
  for (let number = 1; number <= MOST_ASIDE; number += 1) {
    const ending = number === 1 ? '.set-aside' : `.set-aside-${number}`;
    if (await isThere(`${at}${ending}`)) continue;
    await rename(at, `${at}${ending}`);
    return ending;
  }
  throw new Error('no name is free');
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}
