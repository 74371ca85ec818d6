// Owns the system libraries and programs that Doorman needs on Linux: it probes for the things themselves,
// and installs what is missing where it may, or says the one line that does.

import { existsSync } from 'node:fs';
import { findProgram, hasDisplay, isLinux, isRoot } from './repo.mjs';
import { runAndRead, runInForeground } from './run-child.mjs';
import { SetupError, say } from './say.mjs';

const graphicalLibraries = {
  'libnss3.so': 'libnss3',
  'libatk-1.0.so.0': 'libatk1.0-0',
  'libatk-bridge-2.0.so.0': 'libatk-bridge2.0-0',
  'libgtk-3.so.0': 'libgtk-3-0',
  'libgbm.so.1': 'libgbm1',
  'libasound.so.2': 'libasound2',
  'libdrm.so.2': 'libdrm2',
  'libxkbcommon.so.0': 'libxkbcommon0',
  'libXcomposite.so.1': 'libxcomposite1',
  'libXdamage.so.1': 'libxdamage1',
  'libXrandr.so.2': 'libxrandr2',
  'libXss.so.1': 'libxss1',
  'libcups.so.2': 'libcups2',
  // Electron opens it only when it shows a notification, and shows none without it.
  'libnotify.so.4': 'libnotify4',
};

const keychainLibrary = { 'libsecret-1.so.0': 'libsecret-1-0' };

// program -> Debian package
const wallPrograms = { bwrap: 'bubblewrap', socat: 'socat' };
const virtualDisplay = { Xvfb: 'xvfb' };
const unpacking = { unzip: 'unzip' };
const testPrograms = {
  ...wallPrograms,
  ...virtualDisplay,
  ...unpacking,
  xauth: 'xauth',
  'dbus-daemon': 'dbus',
  'dbus-run-session': 'dbus',
  'dbus-launch': 'dbus-x11',
  'gnome-keyring-daemon': 'gnome-keyring',
  'secret-tool': 'libsecret-tools',
  curl: 'curl',
  git: 'git',
  xdotool: 'xdotool',
  openbox: 'openbox',
  dunst: 'dunst',
  gio: 'libglib2.0-bin',
  ps: 'procps',
  make: 'make',
  strace: 'strace',
  jq: 'jq',
  file: 'file',
};

/**
 * Makes sure that what Doorman needs from the system is there. Installs it as root on Debian; otherwise
 * stops with the line to run, or only hints where Doorman runs without it.
 * @param {{ forTests: boolean, needsElectron: boolean }} need
 */
export async function ensureSystemPackages(need) {
  if (isLinux) await ensure(await findMissing(need));
}

/** Makes sure that the test runtime can be unpacked. */
export async function ensureUnzip() {
  await ensure({ required: lacking(unpacking, findProgram), optional: [] });
}

/** True when missing packages can be installed without asking anybody. */
export function canInstallPackages() {
  return isLinux && isRoot && isDebian();
}

async function findMissing({ forTests: tests, needsElectron }) {
  const libraries = await installedLibraries();
  const isThere = (name) => libraries === undefined || libraries.has(name);
  const keychain = lacking(keychainLibrary, isThere);
  if (tests) {
    const programs = lacking(testPrograms, findProgram);
    return { required: [...lacking(graphicalLibraries, isThere), ...keychain, ...programs], optional: [] };
  }
  const wall = lacking(wallPrograms, findProgram);
  if (!needsElectron) return { required: [], optional: [...keychain, ...wall] };
  const display = hasDisplay() ? [] : lacking(virtualDisplay, findProgram);
  return { required: [...lacking(graphicalLibraries, isThere), ...keychain, ...display], optional: wall };
}

function lacking(table, isThere) {
  return Object.entries(table)
    .filter(([name]) => !isThere(name))
    .map(([name, debianPackage]) => ({ name, debianPackage }));
}

async function ensure({ required, optional }) {
  const missing = [...required, ...optional];
  if (missing.length === 0) return;
  if (canInstallPackages()) return install(missing);
  if (optional.length > 0) say(`better with: ${await installLine(optional)}`);
  if (required.length === 0) return;
  const names = required.map((thing) => thing.name).join(', ');
  throw new SetupError(`these are missing: ${names}. Run:\n  ${await installLine(required)}`);
}

// Undefined where there is no ldconfig to ask (musl, NixOS): then the libraries are the person's business,
// and Electron's own message names the one that it misses.
async function installedLibraries() {
  const ldconfig = findProgram('ldconfig') ?? ['/sbin/ldconfig', '/usr/sbin/ldconfig'].find(existsSync);
  if (ldconfig === undefined) return undefined;
  const { code, stdout } = await runAndRead(ldconfig, ['-p']);
  if (code !== 0) return undefined;
  const architecture = { x64: 'x86-64', arm64: 'AArch64' }[process.arch] ?? '';
  const lines = stdout.split('\n').filter((line) => line.includes(architecture));
  return new Set(lines.map((line) => line.trim().split(' ')[0]));
}

async function install(missing) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, stdio: ['ignore', 2, 'inherit'] };
  const wanted = missing.map((thing) => thing.debianPackage);
  say(`installing system packages: ${[...new Set(wanted)].join(' ')}`);
  const updated = await runInForeground('apt-get', ['-q', 'update'], options);
  if (updated !== 0) say('apt-get update failed; trying with the package lists that are there');
  const names = await namesOnThisRelease(wanted);
  const code = await runInForeground(
    'apt-get',
    ['-q', '-y', '--no-install-recommends', 'install', ...names],
    options,
  );
  if (code !== 0) throw new SetupError(`apt-get install ${names.join(' ')} failed with code ${code}`);
}

async function installLine(missing) {
  const wanted = missing.map((thing) => thing.debianPackage);
  if (!isDebian()) return `(the Debian packages, under the names of this system) ${wanted.join(' ')}`;
  return `sudo apt-get install ${(await namesOnThisRelease(wanted)).join(' ')}`;
}

// Debian releases since 2024 name some libraries with a t64 suffix; the old name is then virtual or gone.
async function namesOnThisRelease(packages) {
  const wanted = [...new Set(packages)];
  const { stdout } = await runAndRead(
    'apt-cache',
    ['policy', ...wanted.flatMap((name) => [name, `${name}t64`])],
    { env: { ...process.env, LC_ALL: 'C' } },
  );
  const installable = new Set(
    [...stdout.matchAll(/^(\S+):\n {2}Installed: .*\n {2}Candidate: (?!\(none\))/gm)].map(
      (match) => match[1],
    ),
  );
  return wanted.map((name) =>
    !installable.has(name) && installable.has(`${name}t64`) ? `${name}t64` : name,
  );
}

function isDebian() {
  return existsSync('/etc/debian_version') && findProgram('apt-get') !== undefined;
}
