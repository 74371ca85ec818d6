// Owns building the app into out/ when the sources changed: built aside, then put in place as a whole.

import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withBuildLock } from './build-lock.mjs';
import { isBuiltFrom, outFolder, sourceHash, stampName } from './build-stamp.mjs';
import { requireNodeModules } from './node-modules.mjs';
import { isMain, repoRoot } from './repo.mjs';
import { runAndRead } from './run-child.mjs';
import { runAsCommand, SetupError, say } from './say.mjs';

/**
 * Builds what is stale.
 * @param {{ force?: boolean, quiet?: boolean }} [options] quiet: say nothing unless it fails
 * @returns {Promise<boolean>} whether anything was built
 */
export async function build({ force = false, quiet = false } = {}) {
  const hash = sourceHash();
  if (!force && isBuiltFrom(hash)) return false;
  return withBuildLock(() => buildFrom(hash, { force, quiet }));
}

async function buildFrom(hash, { force, quiet }) {
  // Whoever held the lock before us may have built the same.
  if (!force && isBuiltFrom(hash)) return false;
  const started = performance.now();
  if (!quiet) say('building the app');
  const { entryFiles } = await import('./build-targets.mjs');
  const missing = entryFiles.filter((file) => !existsSync(join(repoRoot, file)));
  if (missing.length > 0)
    throw new SetupError(`cannot build, these entries are missing: ${missing.join(', ')}`);
  await buildAside(hash);
  if (!quiet) say(`built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return true;
}

// Built elsewhere on the same disk and then renamed, so that a failed build leaves the last good one, and no process ever loads one
// file of the old build and one of the new.
async function buildAside(hash) {
  const aside = join(repoRoot, 'node_modules', `.doorman-build-${process.pid}`);
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside);
  try {
    await runVite(aside);
    await writeClientTypes(aside);
    chmodSync(join(aside, 'cli.js'), 0o755);
    writeFileSync(join(aside, stampName), hash);
    putInPlace(aside);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

async function runVite(outDir) {
  // Vite's build sets NODE_ENV for the whole process, and whoever called us starts other programs.
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    const vite = await import('vite');
    const { buildTargets } = await import('./build-targets.mjs');
    const customLogger = loggerOnStderr(vite);
    for (const target of await buildTargets(outDir)) await vite.build({ ...target, customLogger });
  } catch (error) {
    throw new SetupError(`the build failed: ${error.message}`);
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

// For those who import client-tools.js; nothing of Doorman reads them.
async function writeClientTypes(outDir) {
  const compiler = join(repoRoot, 'node_modules', 'typescript', 'bin', 'tsc');
  const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--rootDir', '.'];
  const args = [compiler, '-p', 'src-client', ...emit, '--outDir', join(outDir, 'types')];
  const { code, stdout, stderr } = await runAndRead(process.execPath, args, { cwd: repoRoot });
  if (code !== 0) throw new SetupError(`the types of client-tools could not be written: ${stdout}${stderr}`);
}

// Stdout belongs to the program that is run afterwards.
function loggerOnStderr(vite) {
  const logger = vite.createLogger('warn');
  const print = (message) => process.stderr.write(`${message}\n`);
  return { ...logger, info: () => {}, warn: print, warnOnce: print, error: print };
}

function putInPlace(aside) {
  const old = `${aside}-old`;
  if (existsSync(outFolder)) renameSync(outFolder, old);
  renameSync(aside, outFolder);
  rmSync(old, { recursive: true, force: true });
}

if (isMain(import.meta.url)) {
  await runAsCommand(async () => {
    requireNodeModules();
    const built = await build({ force: process.argv.includes('--force') });
    if (!built) say('out/ is up to date');
  });
}
