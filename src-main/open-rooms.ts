/** Opens what a host rests on: settings, keychain, permission file, the parser, the wall, the places of this machine. */

import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ProgramPath } from '../src-shared/program-path.ts';
import { type ChainStart, findStart } from './journal/chain-start.ts';
import type { Keychain } from './keychain/keychain.ts';
import { createMasker, type Masker } from './masking/masker.ts';
import { createNetwork, type Network, strictWays } from './network/network.ts';
import { openSecrets } from './open-secrets.ts';
import type { DoormanPaths } from './paths.ts';
import { JudgeThread } from './policy/judge-thread.ts';
import { createPermissionReader, type PermissionReader } from './policy/permission-reader.ts';
import { openPermissions, type PermissionStore } from './policy/permission-store.ts';
import { createShellParser, type ShellParser } from './policy/shell-parser.ts';
import type { Route } from './proxy-routes.ts';
import { openSettings, type SettingsStore } from './settings/settings-store.ts';
import { systemClock } from './system-clock.ts';
import { type Login, openPlaces, type Places, readLogin } from './this-machine.ts';
import { bashAccepts } from './tools/bash-syntax.ts';
import { type ShellSettings, shellSettings } from './tools/shell-environment.ts';
import { probeWall } from './tools/wall.ts';
import { createWallInForce, type WallInForce } from './wall-in-force.ts';

/** A text that takes longer to parse is judged as not understood. Milliseconds. */
const PARSE_LIMIT_MS = 500;

export interface OpenedRooms {
  readonly settings: SettingsStore;
  readonly keychain: Keychain;
  readonly journalStart: ChainStart;
  readonly permissions: PermissionStore;
  readonly permissionReader: PermissionReader;
  readonly parser: ShellParser;
  readonly judgeThread: JudgeThread;
  readonly masker: Masker;
  readonly wall: WallInForce;
  readonly network: Network;
  readonly places: Places;
  readonly shell: ShellSettings;
  readonly programPath: ProgramPath;
}

export async function openRooms(
  paths: DoormanPaths,
  env: NodeJS.ProcessEnv,
  /** The built reader of shell texts; the one of permission files lies beside it. */
  workerFile: string,
  routes: (url: string) => Promise<readonly Route[]>,
): Promise<OpenedRooms> {
  const settings = await openSettings(paths.settingsFile);
  const places = await openPlaces(paths, settings);
  const opening = openSecrets(paths);
  const journalStart = opening.then((keychain) => findStart(paths.journalFolder, keychain));
  const [login, keychain] = await Promise.all([readLogin(places.home, env), opening]);
  const shell = personsShell(login, env);
  const network = createNetwork({ folder: paths.networkFolder, ...strictWays(routes) });
  const wall = createWallInForce(
    () => settings.current().sandbox,
    (setting) => {
      const real = { ...places, folders: places.folders(), secretPlaces: places.secretPlaces() };
      return probeWall(setting, shell.path.join(':'), real, network.open);
    },
  );
  await wall.lookAgain();
  const beside = (worker: string) => join(dirname(workerFile), worker);
  const permissionReader = createPermissionReader(beside('permission-reader-worker.js'));
  return {
    settings,
    keychain,
    journalStart: await journalStart,
    permissions: openPermissions({ file: paths.permissionFile, reader: permissionReader }),
    permissionReader,
    parser: createShellParser({
      workerFile,
      limitMs: PARSE_LIMIT_MS,
      programPath: shell.path,
      bashAccepts: (text) => bashAccepts(text, shell.path.join(':')),
    }),
    judgeThread: new JudgeThread({ workerFile: beside('judge-worker.js'), after: systemClock.after }),
    masker: createMasker(beside('masking-worker.js')),
    wall,
    network,
    places,
    shell,
    programPath: login.path,
  };
}

function personsShell({ user, shell, path }: Login, env: NodeJS.ProcessEnv): ShellSettings {
  return shellSettings(env, { user, shell, tmpDir: tmpdir() }, path.entries);
}
