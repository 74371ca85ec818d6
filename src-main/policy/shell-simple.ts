/** Reads one simple command with its assignments and redirects. */

import { resolve } from 'node:path/posix';
import type { Node } from 'web-tree-sitter';
import { fromFolder } from './path-rules.ts';
import type { Word } from './shell-pieces.ts';
import { onlyBlanksBetween, wordsOf } from './shell-ranges.ts';
import {
  type After,
  addCommand,
  note,
  partOf,
  type Reading,
  same,
  union,
  type WalkInto,
} from './shell-reading.ts';
import { readRedirects } from './shell-redirects.ts';
import { isHarmlessSetting } from './shell-settings.ts';

const REDIRECTS = new Set(['file_redirect', 'heredoc_redirect', 'herestring_redirect']);

function present(nodes: readonly (Node | null)[]): Node[] {
  return nodes.filter((node): node is Node => node !== null && node.type !== 'comment');
}

/** A statement with redirects behind it. Words between redirects belong to the command (`ls 2>&1 docs`). */
export function readRedirected(node: Node, cwds: readonly string[], reading: Reading, walk: WalkInto): After {
  const children = present(node.children);
  const redirectNodes = children.filter((child) => REDIRECTS.has(child.type));
  const bodies = children.filter((child) => !REDIRECTS.has(child.type));
  const body = bodies[0];
  if (bodies.length > 1 || bodies.some((one) => !one.isNamed))
    note(reading, 'a redirect of an unusual form', node);
  const inside = { ...reading, redirects: [...redirectNodes, ...reading.redirects] };
  if (body) return walk(body, cwds, inside);
  readRedirects(inside.redirects, cwds, { ...reading, redirects: [] }, walk);
  return same(cwds);
}

/** Redirects can stand inside the command or, in the tree, behind it; both belong to it, with the words among them. */
export function readSimpleCommand(
  node: Node,
  cwds: readonly string[],
  outer: Reading,
  walk: WalkInto,
): After {
  const children = present(node.children);
  const own = children.filter((child) => REDIRECTS.has(child.type));
  const bare = { ...outer, redirects: [] };
  const redirects = readRedirects([...own, ...outer.redirects], cwds, bare, walk);
  const reading = { ...bare, fed: outer.fed || redirects.feeds };
  const words = children.filter(
    (child) => !REDIRECTS.has(child.type) && child.type !== 'variable_assignment',
  );
  const stretches = children.map((child) => ({ start: child.startIndex, end: child.endIndex }));
  if (!onlyBlanksBetween(reading.source, stretches)) note(reading, 'text that the parser left out', node);
  if (words.some((word) => word.type === 'subshell' || word.type === 'array')) {
    note(reading, 'brackets inside a command', node);
    return same(cwds);
  }
  checkAssignments(children, cwds, reading, walk);
  const results = cwds.map((cwd) => {
    const argv = wordsOf([...words, ...redirects.words], cwd, reading, walk, node);
    if (!argv || argv.length === 0) return same([cwd]);
    return runIn(cwd, argv, node, reading);
  });
  return { ok: union(...results.map((one) => one.ok)), fail: union(...results.map((one) => one.fail)) };
}

/** Assignments in front of a command become its environment, so only harmless ones are plain. */
function checkAssignments(
  children: readonly Node[],
  cwds: readonly string[],
  reading: Reading,
  walk: WalkInto,
): void {
  for (const assignment of children.filter((child) => child.type === 'variable_assignment')) {
    const words = wordsOf([assignment], cwds[0] ?? '/', reading, walk, assignment);
    if (!words) continue;
    const plain = words.length === 1 && !words[0]?.open && isHarmlessSetting(words[0]?.text ?? '');
    if (!plain) note(reading, 'an assignment that can change what programs do', assignment);
  }
}

function runIn(cwd: string, words: readonly Word[], node: Node, reading: Reading): After {
  const open = words.flatMap((word, index) => (word.open ? [{ index, ...word.open }] : []));
  addCommand(reading, {
    argv: words.map((word) => word.text),
    part: partOf(reading, node),
    cwd,
    ...(open.length > 0 ? { open } : {}),
    ...(reading.fed ? { fed: true } : {}),
  });
  if (words[0]?.text !== 'cd' || words[0].open) {
    if (words.slice(1).some((word) => word.text === 'cd') && /^(command|time)$/.test(words[0]?.text ?? ''))
      note(reading, 'a folder change inside another command', node);
    return same([cwd]);
  }
  const target = changedFolder(cwd, words.slice(1), reading.place.home);
  if (target === undefined) note(reading, 'a folder that cannot be known', node);
  return { ok: [target ?? cwd], fail: [cwd] };
}

/** Where `cd` leads, as bash works it out: by the text of the path, since it keeps links unresolved. */
function changedFolder(cwd: string, words: readonly Word[], home: string): string | undefined {
  const operands = words[0]?.text === '--' ? words.slice(1) : words;
  if (operands.some((word) => word.open) || operands.length > 1) return undefined;
  const text = operands[0]?.text;
  if (text === undefined) return home;
  if (text === '' || text.startsWith('-')) return undefined;
  return resolve(fromFolder(cwd, text));
}
