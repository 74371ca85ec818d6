// Owns knowing whether out/ is still what the sources would give: one hash over everything that goes into it.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from './repo.mjs';

const inputs = [
  'src-shared',
  'src-main',
  'src-preload',
  'src-renderer',
  'src-client',
  'src-runtime',
  'scripts/build.mjs',
  'scripts/build-targets.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];

/** The folder that holds the built app. */
export const outFolder = join(repoRoot, 'out');

/** The file in out/ that says from what it was built. */
export const stampName = '.stamp';

/**
 * The hash of everything that goes into the build. It reads contents, since a checkout changes the times of
 * files without changing them.
 * @returns {string}
 */
export function sourceHash() {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of filesUnder(input)) {
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(join(repoRoot, file)))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

/**
 * True when out/ was built from sources with this hash.
 * @param {string} hash
 */
export function isBuiltFrom(hash) {
  const stamp = join(outFolder, stampName);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

function filesUnder(path) {
  if (!existsSync(join(repoRoot, path))) return [];
  const entries = readEntries(join(repoRoot, path));
  if (entries === undefined) return [path];
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const child = `${path}/${entry.name}`;
      return entry.isDirectory() ? filesUnder(child) : [child];
    });
}

function readEntries(path) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}
