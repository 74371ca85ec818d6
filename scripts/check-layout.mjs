// Owns the layout check: DESIGN.md's import table, the absence of cycles, the sizes of files and functions,
// the names, and where style sheets take their values from, held against the code.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { styleSheetViolations } from './layout-css.mjs';
import { findCycles } from './layout-cycles.mjs';
import { readTree } from './layout-read.mjs';
import { refusal } from './layout-table.mjs';
import { isMain, repoRoot } from './repo.mjs';
import { runAsCommand, say } from './say.mjs';

const mostFileLines = 300;
const mostFunctionLines = 40;
// Markup is long without being complicated.
const mostComponentLines = 80;

const kebabCase = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+)*$/;

/**
 * @typedef {object} Violation
 * @property {'import' | 'cycle' | 'file-size' | 'function-size' | 'name' | 'default-export' | 'bridge' | 'token' | 'unreadable'} rule
 * @property {string} path
 * @property {number} line
 * @property {string} message
 */

/**
 * Checks a tree.
 * @param {string} root
 * @returns {{ modules: number, violations: Violation[] }} modules: how many were read, since a check that
 *   reads nothing finds nothing
 */
export function checkLayout(root) {
  const { modules, files } = readTree(root);
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const names = Object.keys(dependencies);
  const violations = [
    ...modules.flatMap((module) => [
      ...importViolations(module, names),
      ...sizeViolations(module),
      ...styleViolations(module),
    ]),
    ...cycleViolations(modules),
    ...files.flatMap(nameViolations),
    ...styleSheetViolations(root, files),
  ];
  return { modules: modules.length, violations };
}

/**
 * One line for a person.
 * @param {Violation} violation
 */
export function describeViolation({ rule, path, line, message }) {
  return `${path}:${line} [${rule}] ${message}`;
}

function importViolations({ path, imports, unreadable }, dependencies) {
  const refused = imports.flatMap((imported) => {
    const message = refusal(path, imported, dependencies);
    return message === undefined ? [] : [{ rule: 'import', path, line: imported.line, message }];
  });
  // Tests and scripts load what they were told to at run time; the app never does.
  const computed = unreadable.filter(({ text }) => !isTooling(path) || !text.startsWith('imports'));
  return [
    ...refused,
    ...computed.map(({ line, text }) => ({ rule: 'unreadable', path, line, message: text })),
  ];
}

function sizeViolations({ path, lines, functions }) {
  const tooLong =
    lines > mostFileLines
      ? [{ rule: 'file-size', path, line: 1, message: `${lines} lines; at most ${mostFileLines}` }]
      : [];
  const most =
    path.startsWith('src-renderer/') && path.endsWith('.tsx') ? mostComponentLines : mostFunctionLines;
  const longFunctions = functions
    .filter((each) => each.lines > most && !(each.testCallback && path.startsWith('test/')))
    .map(({ name, line, lines: length }) => ({
      rule: 'function-size',
      path,
      line,
      message: `${name} has ${length} lines; at most ${most}`,
    }));
  return [...tooLong, ...longFunctions];
}

function styleViolations({ path, defaultExports, windowDoorman }) {
  const isConfig = /\.config\.\w+$/.test(path);
  const exported = isConfig ? [] : defaultExports;
  const touching = path.startsWith('src-renderer/') && path !== 'src-renderer/bridge.ts' ? windowDoorman : [];
  return [
    ...exported.map((line) => ({ rule: 'default-export', path, line, message: 'exports a default' })),
    ...touching.map((line) => ({
      rule: 'bridge',
      path,
      line,
      message: 'touches window.doorman; only src-renderer/bridge.ts does',
    })),
  ];
}

function cycleViolations(modules) {
  const graph = new Map(
    modules.map(({ path, imports }) => [path, imports.flatMap(({ file }) => (file ? [file] : []))]),
  );
  return findCycles(graph).map((cycle) => ({
    rule: 'cycle',
    path: cycle[0],
    line: 1,
    message: `imports itself in a circle: ${[...cycle, cycle[0]].join(' -> ')}`,
  }));
}

function nameViolations(path) {
  const parts = path.split('/');
  const name = parts.at(-1);
  if (name === 'README.md' || name.startsWith('.')) return [];
  if (/^index\.\w+$/.test(name)) {
    return [{ rule: 'name', path, line: 1, message: 'an index file says nothing about what it holds' }];
  }
  const wrong = parts.find((part) => !kebabCase.test(part));
  return wrong === undefined ? [] : [{ rule: 'name', path, line: 1, message: `${wrong} is not kebab-case` }];
}

function isTooling(path) {
  return path.startsWith('test/') || path.startsWith('scripts/');
}

if (isMain(import.meta.url)) {
  await runAsCommand(async () => {
    const { modules, violations } = checkLayout(repoRoot);
    for (const violation of violations) console.log(describeViolation(violation));
    say(`layout: ${modules} modules read, ${violations.length} violations`);
    return violations.length > 0 || modules === 0 ? 1 : 0;
  });
}
