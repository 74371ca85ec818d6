/** Walks the tree of a shell text and lists every simple command that can run, or says what cannot be judged. */
import type { Node } from 'web-tree-sitter';
import type { ShellScript } from '../../src-shared/shell-script.ts';
import { SYNTAX } from './shell-construct-names.ts';
import type { Word } from './shell-pieces.ts';
import { wordsOf } from './shell-ranges.ts';
import {
  type After,
  emptyReading,
  finish,
  MOST_DEPTH,
  note,
  type Reading,
  type ShellPlace,
  same,
  union,
  type WalkInto,
} from './shell-reading.ts';
import { readRedirects } from './shell-redirects.ts';
import { readRedirected, readSimpleCommand } from './shell-simple.ts';
import { readTest } from './shell-tests.ts';

/** A loop over more literal words than this is asked about. */
const MOST_TURNS = 64;

/** Reads a whole tree. `source` is the exact text that the tree was made of. */
export function readScript(root: Node, source: string, place: ShellPlace): ShellScript {
  const reading = emptyReading(source, place);
  const trouble = findTrouble(root, 0);
  if (trouble) note(reading, trouble.what, trouble.node);
  walk(root, [place.cwd], reading);
  if (reading.commands.length === 0 && reading.unclear.length === 0 && reading.reads.size === 0)
    note(reading, 'nothing that runs', root);
  return finish(reading);
}

/** The first place where the grammar gave up, or where the nesting is too deep to follow. */
function findTrouble(node: Node, depth: number): { node: Node; what: string } | undefined {
  if (node.isError || node.isMissing) return { node, what: SYNTAX };
  if (depth > MOST_DEPTH * 8) return { node, what: 'nesting too deep' };
  for (const child of node.children) {
    const found = child ? findTrouble(child, depth + 1) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** The parts of a statement and the blanks between them must be all there is, and a comment must be one to bash too. */
function coversText(node: Node, reading: Reading): boolean {
  const children = node.children.filter((child): child is Node => child !== null);
  const whole = node.type === 'program';
  let at = whole ? 0 : node.startIndex;
  for (const child of children) {
    const gap = reading.source.slice(at, Math.max(at, child.startIndex));
    if (!/^(?:[ \t\n]|\\\n)*$/.test(gap)) return false;
    if (child.type === 'comment') {
      const before = reading.source.charAt(child.startIndex - 1);
      if (!/^#[^\n]*$/.test(child.text) || !/^[\s;&|()]?$/.test(before)) return false;
    }
    at = Math.max(at, child.endIndex);
  }
  const end = whole ? reading.source.length : node.endIndex;
  return /^(?:[ \t\n]|\\\n)*$/.test(reading.source.slice(at, end));
}

/** Statements that take redirects behind them only for their last member, though the tree hangs them on the whole. */
const PASSES_ON = new Set(['list', 'pipeline', 'negated_command', 'command', 'redirected_statement']);

const walk: WalkInto = (node, cwds, outer) => {
  const deeper = { ...outer, depth: outer.depth + 1 };
  const reading = PASSES_ON.has(node.type) ? deeper : withRedirects(node, cwds, deeper);
  if (reading.depth > MOST_DEPTH) {
    note(reading, 'nesting too deep', node);
    return same(cwds);
  }
  if (!coversText(node, reading)) note(reading, 'text that the parser left out', node);
  switch (node.type) {
    case 'program':
      return sequence(node.children, cwds, reading, node);
    case 'compound_statement':
      return bracketed(node, '{', '}', cwds, reading);
    case 'subshell':
      bracketed(node, '(', ')', cwds, reading);
      return same(cwds);
    case 'list':
      return list(node, cwds, reading);
    case 'pipeline':
      return pipeline(node.children, cwds, reading);
    case 'negated_command':
      return negated(node, cwds, reading);
    case 'command':
      return readSimpleCommand(node, cwds, reading, walk);
    case 'redirected_statement':
      return readRedirected(node, cwds, reading, walk);
    case 'test_command':
      return readTest(node, cwds, reading, walk);
    case 'if_statement':
      return branches(node, cwds, reading);
    case 'for_statement':
      return loop(node, cwds, reading);
    default:
      note(reading, CONSTRUCTS[node.type] ?? node.type.replaceAll('_', ' '), node);
      return same(cwds);
  }
};

/** Redirects of a whole compound statement are opened before it runs. */
function withRedirects(node: Node, cwds: readonly string[], reading: Reading): Reading {
  if (reading.redirects.length === 0) return reading;
  const { words, feeds } = readRedirects(reading.redirects, cwds, { ...reading, redirects: [] }, walk);
  if (words.length > 0) note(reading, 'words behind a redirect', node);
  return { ...reading, redirects: [], fed: reading.fed || feeds };
}

const CONSTRUCTS: Readonly<Record<string, string>> = {
  function_definition: 'a function definition',
  variable_assignment: 'an assignment',
  variable_assignments: 'an assignment',
  declaration_command: 'a declaration of variables',
  unset_command: 'unset',
  while_statement: 'a loop that may never end',
  c_style_for_statement: 'a loop over arithmetic',
  case_statement: 'a case statement',
};

/** Statements one after another; each can run whether or not the one before succeeded. */
function sequence(
  nodes: readonly (Node | null)[],
  cwds: readonly string[],
  reading: Reading,
  whole: Node,
): After {
  let after = same(cwds);
  for (const node of nodes) {
    if (!node || node.type === 'comment' || node.type === ';' || node.type === '\n') continue;
    if (node.type === '&') note(reading, 'a background job', whole);
    else if (!node.isNamed) note(reading, `the word ${node.type}`, whole);
    else after = walk(node, union(after.ok, after.fail), reading);
  }
  return after;
}

function bracketed(
  node: Node,
  open: string,
  close: string,
  cwds: readonly string[],
  reading: Reading,
): After {
  const children = node.children;
  if (children.at(0)?.type !== open || children.at(-1)?.type !== close) {
    note(reading, open === '{' ? 'arithmetic' : 'a bracket that does not match', node);
    return same(cwds);
  }
  return sequence(children.slice(1, -1), cwds, reading, node);
}

function list(node: Node, cwds: readonly string[], reading: Reading): After {
  const [left, operator, right, ...rest] = node.children.filter((child) => child?.type !== 'comment');
  if (!left || !operator || !right || rest.length > 0) {
    note(reading, 'a list', node);
    return same(cwds);
  }
  const first = walk(left, cwds, { ...reading, redirects: [] });
  if (operator.type === '&&') {
    const second = walk(right, first.ok, reading);
    return { ok: second.ok, fail: union(first.fail, second.fail) };
  }
  if (operator.type !== '||') note(reading, `the operator ${operator.type}`, node);
  const second = walk(right, first.fail, reading);
  return { ok: union(first.ok, second.ok), fail: second.fail };
}

/**
 * Members of a pipeline run each in its own shell. The tree, though, draws some lists into the first member
 * (`cd a && ls 2>&1 | head`), so a folder that one member can reach counts for all that follows.
 */
function pipeline(nodes: readonly (Node | null)[], cwds: readonly string[], reading: Reading): After {
  let fed = reading.fed;
  let reached = cwds;
  const last = nodes.findLast((node) => node?.isNamed && node.type !== 'comment');
  for (const node of nodes) {
    if (!node || node.type === 'comment') continue;
    if (node.type === '|' || node.type === '|&') fed = true;
    else if (!node.isNamed) note(reading, `the word ${node.type}`, node);
    else {
      const redirects = node === last ? reading.redirects : [];
      const after = walk(node, reached, { ...reading, fed, redirects });
      reached = union(reached, after.ok, after.fail);
    }
  }
  return same(reached);
}

function negated(node: Node, cwds: readonly string[], reading: Reading): After {
  const [mark, statement, ...rest] = node.children;
  if (mark?.type !== '!' || !statement || rest.length > 0) {
    note(reading, 'a negation', node);
    return same(cwds);
  }
  const after = walk(statement, cwds, reading);
  return { ok: after.fail, fail: after.ok };
}

const BRANCH_WORDS = new Set(['if', 'then', 'elif', 'else', 'fi', ';', '\n']);

/** Every branch is judged as if it ran; the folders that any of them can leave behind are all kept. */
function branches(node: Node, cwds: readonly string[], reading: Reading): After {
  let reached = [...cwds];
  for (const child of node.children) {
    if (!child || child.type === 'comment' || BRANCH_WORDS.has(child.type)) continue;
    if (!child.isNamed) note(reading, `the word ${child.type}`, node);
    else {
      const nested = child.type === 'elif_clause' || child.type === 'else_clause';
      const after = nested ? branches(child, reached, reading) : walk(child, reached, reading);
      reached = union(reached, after.ok, after.fail);
    }
  }
  return same(reached);
}

/** A `for` over words is judged once for each word. */
function loop(node: Node, cwds: readonly string[], reading: Reading): After {
  const [keyword, name, , ...rest] = node.children;
  const body = node.children.find((child) => child?.type === 'do_group');
  const items = rest.filter((child): child is Node => child?.isNamed && child.type !== 'do_group');
  if (keyword?.type !== 'for' || name?.type !== 'variable_name' || node.children[2]?.type !== 'in' || !body) {
    note(reading, 'a loop of an unusual form', node);
    return same(cwds);
  }
  const known = new Set(['HOME', 'PWD', 'USER', 'SHELL', 'PATH', 'IFS']);
  if (known.has(name.text) || /^[A-Z_]+$/.test(name.text))
    note(reading, 'a loop over a variable that programs read', node);
  if (reading.variables.has(name.text)) note(reading, 'a loop that sets the variable of another loop', node);
  for (const cwd of cwds) {
    const values = wordsOf(items, cwd, reading, walk, node);
    if (!values) continue;
    if (values.length === 0 || values.length > MOST_TURNS)
      note(reading, 'a loop over too many words, or none', node);
    for (const value of values.slice(0, MOST_TURNS)) turn(body, cwd, value, name.text, reading);
  }
  return same(cwds);
}

function turn(body: Node, cwd: string, value: Word, name: string, reading: Reading): void {
  if (value.open && value.open.kind !== 'glob') note(reading, 'a loop over what a command prints', body);
  const one = value.open ? { ...value, open: { ...value.open, many: false } } : value;
  const inside = { ...reading, variables: new Map([...reading.variables, [name, one]]) };
  const children = body.children.filter((child) => child?.type !== 'do' && child?.type !== 'done');
  const after = sequence(children, [cwd], inside, body);
  if (union(after.ok, after.fail).some((folder) => folder !== cwd))
    note(reading, 'a loop that changes its folder', body);
}
