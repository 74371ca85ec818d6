/** Opens what a host rests on: settings, keychain, permission file, the parser, the wall, the places of this machine. */
import { realpath } from 'node:fs/promises';
import { homedir, tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { type Keychain, openKeychain } from './keychain/keychain.ts';
import type { DoormanPaths } from './paths.ts';
import { createPermissionReader, type PermissionReader } from './policy/permission-reader.ts';
import { openPermissions, type PermissionStore } from './policy/permission-store.ts';
import { placesToHide } from './policy/places-to-hide.ts';
import { createShellParser, type ShellParser } from './policy/shell-parser.ts';
import { openSettings, type SettingsStore } from './settings/settings-store.ts';
import { bashAccepts } from './tools/bash-syntax.ts';
import { type ShellSettings, shellSettings } from './tools/shell-environment.ts';
import { readUserPath } from './tools/user-path.ts';
import { probeWall } from './tools/wall.ts';
import { createWallInForce, type WallInForce } from './wall-in-force.ts';

/** A locked keyring may never answer; a person who unlocks one needs a moment. Milliseconds. */
const KEYCHAIN_TIMEOUT_MS = 5_000;

/** Longer than any ordinary start-up file of a shell takes. Milliseconds. */
const LOGIN_SHELL_BUDGET_MS = 3_000;

/** A text that takes longer to parse is judged as not understood. Milliseconds. */
const PARSE_LIMIT_MS = 500;

export interface OpenedRooms {
  readonly settings: SettingsStore;
  readonly keychain: Keychain;
  readonly permissions: PermissionStore;
  readonly permissionReader: PermissionReader;
  readonly parser: ShellParser;
  readonly wall: WallInForce;
  readonly places: Places;
  readonly shell: ShellSettings;
}

/** Canonical paths of this machine. */
export interface Places {
  readonly home: string;
  /** The folders that the person added. */
  folders(): readonly string[];
  /** Doorman's own folders. */
  readonly ownPaths: readonly string[];
  secretPlaces(): readonly string[];
}

export async function openRooms(
  paths: DoormanPaths,
  env: NodeJS.ProcessEnv,
  /** The built reader of shell texts; the one of permission files lies beside it. */
  workerFile: string,
): Promise<OpenedRooms> {
  const home = await realpath(homedir());
  const ownPaths = await canonical([paths.home, paths.socketFolder]);
  const settings = await openSettings(paths.settingsFile);
  const folders = await canonicalFolders(settings);
  const secretPlaces = () => placesToHide(home, folders());
  const [shell, keychain] = await Promise.all([
    personsShell(home, env),
    openKeychain({ service: `doorman-${paths.homeHash}`, timeoutMs: KEYCHAIN_TIMEOUT_MS }),
  ]);
  const wall = createWallInForce(
    () => settings.current().sandbox,
    (setting) => {
      const real = { home, folders: folders(), secretPlaces: secretPlaces(), ownPaths };
      return probeWall(setting, shell.path.join(':'), real);
    },
  );
  await wall.lookAgain();
  const permissionReader = createPermissionReader(join(dirname(workerFile), 'permission-reader-worker.js'));
  return {
    settings,
    keychain,
    permissions: openPermissions({ file: paths.permissionFile, reader: permissionReader }),
    permissionReader,
    parser: createShellParser({
      workerFile,
      limitMs: PARSE_LIMIT_MS,
      programPath: shell.path,
      bashAccepts: (text) => bashAccepts(text, shell.path.join(':')),
    }),
    wall,
    places: { home, folders, ownPaths, secretPlaces },
    shell,
  };
}

async function personsShell(home: string, env: NodeJS.ProcessEnv): Promise<ShellSettings> {
  const { username: user, shell: loginShell } = userInfo();
  const shell = loginShell ?? '/bin/sh';
  const fallback = env.PATH ?? '/usr/local/bin:/usr/bin:/bin';
  const path = await readUserPath({ shell, home, user, fallback, budgetMs: LOGIN_SHELL_BUDGET_MS });
  return shellSettings(env, { user, shell, tmpDir: tmpdir() }, path);
}

/** What the window adds is canonical; what somebody wrote into the file may lead through links. */
async function canonicalFolders(settings: SettingsStore): Promise<() => readonly string[]> {
  const written = settings.current().folders;
  const real = await Promise.all(written.map((path) => realpath(path).catch(() => path)));
  const byPath = new Map(written.map((path, index) => [path, real[index] ?? path]));
  return () => settings.current().folders.map((path) => byPath.get(path) ?? path);
}

async function canonical(paths: readonly string[]): Promise<readonly string[]> {
  const real = await Promise.all(paths.map((path) => realpath(path).catch(() => path)));
  return [...new Set(real)];
}
