/** The places of this machine and this person, and the shell they log in with: what a host and a look at one share. */

import { realpath } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { lastOf } from '../src-shared/last-of.ts';
import type { ProgramPath } from '../src-shared/program-path.ts';
import type { DoormanPaths } from './paths.ts';
import { placesToHide } from './policy/places-to-hide.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import { readUserPath } from './tools/user-path.ts';

/** A locked keyring may never answer; a person who unlocks one needs a moment. Milliseconds. */
export const KEYCHAIN_TIMEOUT_MS = 5_000;

/** The name under which the keychain holds the secrets of a home: those of another home are others. */
export function keychainService({ homeHash }: DoormanPaths): string {
  return `doorman-${homeHash}`;
}

/** Longer than any ordinary start-up file of a shell takes. Milliseconds. */
const LOGIN_SHELL_BUDGET_MS = 3_000;

/** Canonical paths of this machine. */
export interface Places {
  readonly home: string;
  /** The folders that the person added. */
  folders(): readonly string[];
  /** Doorman's own folders. */
  readonly ownPaths: readonly string[];
  secretPlaces(): readonly string[];
}

export async function openPlaces(paths: DoormanPaths, settings: SettingsStore): Promise<Places> {
  const home = await realpath(homedir());
  const { credentialsFolder } = paths;
  const own = [paths.home, paths.socketFolder, ...(credentialsFolder ? [credentialsFolder] : [])];
  const ownPaths = await canonical(own);
  const folders = await canonicalFolders(settings);
  return { home, folders, ownPaths, secretPlaces: () => placesToHide(home, folders()) };
}

export interface Login {
  readonly user: string;
  /** An absolute path. */
  readonly shell: string;
  readonly path: ProgramPath;
}

/** Asks the login shell for its PATH; `env` is Doorman's own. */
export async function readLogin(home: string, env: NodeJS.ProcessEnv): Promise<Login> {
  const { username: user, shell: loginShell } = userInfo();
  const shell = loginShell ?? '/bin/sh';
  const fallback = env.PATH ?? '/usr/local/bin:/usr/bin:/bin';
  const path = await readUserPath({ shell, home, user, fallback, budgetMs: LOGIN_SHELL_BUDGET_MS });
  return { user, shell, path };
}

/** What the window adds is canonical; what somebody wrote into the file may lead through links. */
async function canonicalFolders(settings: SettingsStore): Promise<() => readonly string[]> {
  const written = settings.current().folders;
  const real = await Promise.all(written.map((path) => realpath(path).catch(() => path)));
  const byPath = new Map(written.map((path, index) => [path, real[index] ?? path]));
  const canonicalOf = lastOf((folders: readonly string[]) => folders.map((path) => byPath.get(path) ?? path));
  return () => canonicalOf(settings.current().folders);
}

async function canonical(paths: readonly string[]): Promise<readonly string[]> {
  const real = await Promise.all(paths.map((path) => realpath(path).catch(() => path)));
  return [...new Set(real)];
}
