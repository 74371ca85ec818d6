// Owns what the layout check knows about one module's text: imports of every kind with their type-ness,
// default exports, functions with their length, and uses of `window.doorman`. The parser is oxc, since
// TypeScript 7 offers none to programs.

import { parseSync } from 'oxc-parser';

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/**
 * @typedef {object} Facts
 * @property {number} lines
 * @property {{ specifier: string, typeOnly: boolean, line: number }[]} imports
 * @property {number[]} defaultExports lines
 * @property {number[]} windowDoorman lines
 * @property {{ name: string, line: number, lines: number, testCallback: boolean }[]} functions
 * @property {{ line: number, text: string }[]} unreadable what the parser could not tell
 */

/**
 * @param {string} path its ending says which language it is
 * @param {string} text
 * @returns {Facts}
 */
export function readFacts(path, text) {
  const { program, comments, errors } = parseSync(path, text, { sourceType: 'module' });
  const lineAt = lineFinder(text);
  const lengthOf = codeLineCounter(text, comments, lineAt);
  const facts = { imports: [], defaultExports: [], windowDoorman: [], functions: [], unreadable: [] };
  walk(program, undefined, (node, parent) => {
    noteImport(node, facts, lineAt);
    if (isDefaultExport(node)) facts.defaultExports.push(lineAt(node.start));
    if (touchesWindowDoorman(node)) facts.windowDoorman.push(lineAt(node.start));
    if (functionTypes.has(node.type)) noteFunction(node, parent, facts, { lineAt, lengthOf });
  });
  facts.unreadable.push(...errors.map((error) => ({ line: 1, text: `does not parse: ${error.message}` })));
  return { ...facts, lines: lineAt(text.trimEnd().length) };
}

function walk(node, parent, visit) {
  visit(node, parent);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string') walk(child, node, visit);
    }
  }
}

function noteImport(node, facts, lineAt) {
  const found = importedBy(node);
  if (found === undefined) return;
  const specifier = literalText(found.source);
  const line = lineAt(node.start);
  if (specifier === undefined) facts.unreadable.push({ line, text: 'imports a computed name' });
  else facts.imports.push({ specifier, typeOnly: found.typeOnly, line });
}

function importedBy(node) {
  switch (node.type) {
    case 'ImportDeclaration':
      return { source: node.source, typeOnly: isTypeOnly(node.importKind, node.specifiers) };
    case 'ExportNamedDeclaration':
      if (!node.source) return undefined;
      return { source: node.source, typeOnly: isTypeOnly(node.exportKind, node.specifiers) };
    case 'ExportAllDeclaration':
      return { source: node.source, typeOnly: node.exportKind === 'type' };
    case 'ImportExpression':
      return { source: node.source, typeOnly: false };
    case 'TSImportType':
      return { source: node.source, typeOnly: true };
    case 'TSExternalModuleReference':
      return { source: node.expression, typeOnly: false };
    case 'CallExpression':
      return isLoader(node.callee) ? { source: node.arguments[0], typeOnly: false } : undefined;
    default:
      return undefined;
  }
}

// `import { type A, type B }` is as type-only as `import type { A, B }`.
function isTypeOnly(kind, specifiers) {
  if (kind === 'type') return true;
  return specifiers.length > 0 && specifiers.every((each) => (each.importKind ?? each.exportKind) === 'type');
}

function isLoader(callee) {
  return callee.name === 'require' || memberName(callee) === 'getBuiltinModule';
}

function isDefaultExport(node) {
  if (node.type === 'ExportDefaultDeclaration' || node.type === 'TSExportAssignment') return true;
  return node.type === 'ExportSpecifier' && node.exported.name === 'default';
}

function touchesWindowDoorman(node) {
  if (node.type === 'MemberExpression') return memberName(node) === 'doorman' && isWindow(node.object);
  if (node.type !== 'VariableDeclarator' || !node.init || !isWindow(node.init)) return false;
  return (
    node.id.type === 'ObjectPattern' &&
    node.id.properties.some((property) => (property.key?.name ?? property.key?.value) === 'doorman')
  );
}

function isWindow(node) {
  if (node.type === 'Identifier') return ['window', 'globalThis', 'self'].includes(node.name);
  if (node.type === 'MemberExpression') return memberName(node) === 'window' && isWindow(node.object);
  return node.expression !== undefined && isWindow(node.expression);
}

function memberName(node) {
  if (node.type !== 'MemberExpression') return undefined;
  return node.computed ? literalText(node.property) : node.property.name;
}

function noteFunction(node, parent, facts, { lineAt, lengthOf }) {
  if (!node.body?.type) return;
  facts.functions.push({
    name: node.id?.name ?? nameFrom(parent) ?? '(anonymous)',
    line: lineAt(node.start),
    lines: lengthOf(node.body),
    testCallback: parent?.type === 'CallExpression' && isTestCall(parent.callee),
  });
}

function nameFrom(parent) {
  const named = parent?.id ?? parent?.key;
  return named?.name ?? named?.value;
}

// `it(...)`, `test.skip(...)`, `describe.each(...)(...)` and their kin.
function isTestCall(callee) {
  if (callee.type === 'MemberExpression') return isTestCall(callee.object);
  if (callee.type === 'CallExpression') return isTestCall(callee.callee);
  return ['describe', 'it', 'test', 'bench'].includes(callee.name);
}

function literalText(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.quasis.length === 1) return node.quasis[0].value.cooked;
  return undefined;
}

function lineFinder(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

// Counts the lines that hold code: an explanation or an empty line makes no function harder to read.
function codeLineCounter(text, comments, lineAt) {
  let code = text;
  for (const { start, end } of comments) {
    code = code.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + code.slice(end);
  }
  const lines = code.split('\n');
  return ({ start, end }) => lines.slice(lineAt(start) - 1, lineAt(end)).filter((line) => line.trim()).length;
}
