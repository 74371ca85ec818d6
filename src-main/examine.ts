/** Joins the checks of `doorman doctor` with the rooms that a host rests on: it looks at the same things, and runs none. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { StatusReply } from '../src-shared/control.ts';
import type { DoctorReport, Finding } from '../src-shared/doctor.ts';
import { MAX_PROJECT_RULES_CHARACTERS, type Settings } from '../src-shared/settings.ts';
import { checkDisplay } from './doctor/check-display.ts';
import { checkFolders, checkPermissions, checkSettings, checkTrusted } from './doctor/check-files.ts';
import { checkHome, checkHomeFiles } from './doctor/check-home.ts';
import {
  type Availability,
  checkEmbedded,
  checkHost,
  checkSocket,
  differences,
  hostNotices,
} from './doctor/check-host.ts';
import { checkJournal } from './doctor/check-journal.ts';
import { checkKeychain } from './doctor/check-keychain.ts';
import { checkElectron, checkNode } from './doctor/check-versions.ts';
import { report } from './doctor/finding.ts';
import { examineChain } from './examine-chain.ts';
import { examinePrograms } from './examine-programs.ts';
import { examineWall } from './examine-wall.ts';
import { secretsElsewhere } from './open-secrets.ts';
import type { DoormanPaths } from './paths.ts';
import { openPermissions } from './policy/permission-store.ts';
import { readProjectRules } from './policy/trusted-projects.ts';
import { lockHolder } from './settings/home-lock.ts';
import { openSettings, type SettingsStore } from './settings/settings-store.ts';
import { KEYCHAIN_TIMEOUT_MS, openPlaces, readLogin } from './this-machine.ts';
import { runProcess } from './tools/run-process.ts';
import { usablePath } from './tools/user-path.ts';

export interface ExamineOptions {
  readonly paths: DoormanPaths;
  readonly env: NodeJS.ProcessEnv;
  /** What the running host of this home says, if one runs. */
  readonly status: StatusReply | undefined;
  /** The built program that tries the keychain: one that hangs keeps its process for ever. */
  readonly keychainProbe: string;
}

/** Looks at this machine and this home. Changes nothing but for small files that it takes away again. */
export async function examine(options: ExamineOptions): Promise<DoctorReport> {
  const { paths, env, status } = options;
  const settings = await openSettings(paths.settingsFile);
  const places = await openPlaces(paths, settings);
  const keychain = secretsElsewhere(paths).then((other) => other ?? probeKeychain(options));
  const login = await readLogin(places.home, env);
  const programPath = usablePath(login.path.entries, places.folders()).join(':');
  const { sandbox: setting } = settings.current();
  const wall = await examineWall({ setting, places, path: programPath, env });
  const fresh = { settings: settings.current(), wall: wall.status, keychain: await keychain };
  return report([
    checkNode(process.versions.node),
    ...(status?.versions.electron === undefined ? [] : [checkElectron(status.versions.electron)]),
    ...(await homeFindings(paths, settings, status)),
    ...(await writtenFindings(paths, settings, places.home)),
    checkKeychain(fresh.keychain),
    ...(await examineChain(paths, fresh.keychain.available, process.platform)),
    ...wall.findings,
    ...(await examinePrograms(login, places.folders())),
    await checkDisplay(env, process.platform),
    ...(status ? [...differences(status, fresh), ...hostNotices(status)] : []),
  ]);
}

async function probeKeychain({ paths, env, keychainProbe }: ExamineOptions): Promise<Availability> {
  const end = await runProcess({
    argv: [process.execPath, keychainProbe, `doorman-${paths.homeHash}`],
    cwd: '/',
    env: Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    budgetMs: KEYCHAIN_TIMEOUT_MS,
    keptBytes: 4096,
  });
  if (end.kind === 'ended' && end.exitCode === 0) {
    return JSON.parse(end.stdout.head.toString('utf8')) as Availability;
  }
  const why = `it did not answer within ${KEYCHAIN_TIMEOUT_MS / 1000} s; is it locked?`;
  return { available: false, text: `No usable keychain (${why}). Tokens are kept for this run only.` };
}

async function homeFindings(
  paths: DoormanPaths,
  settings: SettingsStore,
  status: StatusReply | undefined,
): Promise<readonly Finding[]> {
  const files = [
    { path: paths.settingsFile, secret: false },
    { path: paths.permissionFile, secret: false },
    { path: paths.lockFile, secret: false },
    { path: paths.bearerFile, secret: true },
  ];
  return [
    await checkHome(paths.home, process.getuid?.()),
    ...(process.getuid ? [await checkHomeFiles(files)] : []),
    checkHost(await lockHolder(paths.lockFile), status),
    await checkSocket(paths.socket, status !== undefined),
    checkEmbedded(status),
    await checkJournal(paths.journalFolder, randomUUID()),
    checkSettings(await readFile(paths.settingsFile, 'utf8').catch(() => undefined), settings.problem),
  ];
}

/** `home` is the person's. */
async function writtenFindings(
  paths: DoormanPaths,
  settings: SettingsStore,
  home: string,
): Promise<readonly Finding[]> {
  const { problem, warnings } = await openPermissions({ file: paths.permissionFile }).current();
  const current = settings.current();
  return [
    checkPermissions(problem?.text, warnings),
    await checkFolders(current, home),
    checkTrusted(current, await changedProjects(current)),
  ];
}

async function changedProjects({ trusted }: Settings): Promise<readonly string[]> {
  const changed = await Promise.all(
    trusted.map(async ({ path, rulesText }) => {
      const now = await readProjectRules(path, MAX_PROJECT_RULES_CHARACTERS);
      return now === rulesText ? [] : [path];
    }),
  );
  return changed.flat();
}
