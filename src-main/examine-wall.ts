/** Looks at the wall: what the setting comes to here, and what each kind is worth when it is tried. */
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '../src-shared/doctor.ts';
import type { Sandbox } from '../src-shared/settings.ts';
import { checkContain, checkUntriedWall, checkWallNetwork, checkWallSetting } from './doctor/check-wall.ts';
import { examineWallKinds } from './examine-wall-kinds.ts';
import { createNetwork, strictWays } from './network/network.ts';
import { proxyRoutes } from './proxy-routes.ts';
import type { Places } from './this-machine.ts';
import { probeWall, type WallStatus } from './tools/wall.ts';

export interface WallQuestion {
  readonly setting: Sandbox;
  readonly places: Places;
  /** Where programs are looked up. */
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
}

export interface WallExamined {
  readonly status: WallStatus;
  readonly findings: readonly Finding[];
}

export async function examineWall(question: WallQuestion): Promise<WallExamined> {
  const { places, path, env } = question;
  const cache = env.XDG_CACHE_HOME || join(places.home, '.cache');
  const scratch = await makeScratch(cache).catch((error: Error) => error);
  if (scratch instanceof Error) {
    const status = await probe(question);
    return { status, findings: [...(await around(question, status)), checkUntriedWall(scratch.message)] };
  }
  try {
    // Not in the folder of the host, which empties it when it opens it.
    const folder = join(scratch, 'network');
    const network = createNetwork({ folder, ...strictWays(proxyRoutes(env)) });
    const status = await probe(question, network.open);
    const own = { ...places, ownPaths: [...places.ownPaths, folder] };
    const kinds = status.available
      ? [
          ...(await examineWallKinds({
            places: own,
            path,
            scratch,
            network: status.network ? network : undefined,
          })),
          ...(process.platform === 'linux' ? [checkWallNetwork(status.network === true)] : []),
        ]
      : [];
    return { status, findings: [...(await around(question, status)), ...kinds] };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** In the person's folder for what may go any time, which is not private behind a wall as the system's is. */
async function makeScratch(cache: string): Promise<string> {
  await mkdir(cache, { recursive: true });
  return await realpath(await mkdtemp(join(cache, 'doorman-doctor-')));
}

function probe(
  { setting, places, path }: WallQuestion,
  openNetwork?: Parameters<typeof probeWall>[3],
): Promise<WallStatus> {
  const real = { ...places, folders: places.folders(), secretPlaces: places.secretPlaces() };
  return probeWall(setting, path, real, openNetwork);
}

async function around(question: WallQuestion, status: WallStatus): Promise<readonly Finding[]> {
  const setting = checkWallSetting(question.setting, status);
  if (process.platform !== 'linux') return [setting];
  const without = await probe({ ...question, setting: 'off' });
  return [setting, checkContain(without.canContain === true)];
}
