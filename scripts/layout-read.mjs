// Owns reading the tree for the layout check: the files of every folder, and each module with its imports
// resolved to files.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { readFacts } from './layout-facts.mjs';

const folders = [
  'src-shared',
  'src-main',
  'src-preload',
  'src-renderer',
  'src-client',
  'src-runtime',
  'test',
  'scripts',
];

const moduleFile = /\.(?:ts|tsx|mts|mjs|js|cjs)$/;

/**
 * @typedef {import('./layout-facts.mjs').Facts & { path: string, imports: Import[] }} Module
 *   path: relative to the root, with forward slashes
 * @typedef {object} Import
 * @property {string} specifier as written
 * @property {boolean} typeOnly
 * @property {number} line
 * @property {string | undefined} file the file in the tree that it names, undefined for a package
 * @property {boolean} broken a relative import that names no file
 */

/**
 * Reads every module of a tree, and the names of all its files.
 * @param {string} root
 * @returns {{ modules: Module[], files: string[] }}
 */
export function readTree(root) {
  const files = folders.flatMap((folder) => filesUnder(root, folder));
  const modules = files.filter((file) => moduleFile.test(file)).map((file) => readModule(root, file));
  return { modules, files };
}

function filesUnder(root, folder) {
  // Cases are material for tests, not code of ours.
  if (folder === 'test/cases') return [];
  const entries = statSync(join(root, folder), { throwIfNoEntry: false })
    ? readdirSync(join(root, folder), { withFileTypes: true })
    : [];
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesUnder(root, path) : [path];
  });
}

function readModule(root, path) {
  const facts = readFacts(path, readFileSync(join(root, path), 'utf8'));
  const imports = facts.imports.map((each) => ({ ...each, ...resolve(root, path, each.specifier) }));
  return { ...facts, path, imports };
}

function resolve(root, from, specifier) {
  if (!specifier.startsWith('.') && !specifier.startsWith('/')) return { file: undefined, broken: false };
  const [plain] = specifier.split('?');
  const wanted = posix.normalize(posix.join(posix.dirname(from), plain));
  const isFile = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile();
  const candidates = [
    wanted,
    ...['.ts', '.tsx'].map((ending) => wanted.replace(/\.js$/, '') + ending),
    ...['/index.ts', '/index.tsx'].map((ending) => wanted + ending),
  ];
  const file = candidates.find(isFile);
  return { file, broken: file === undefined };
}
