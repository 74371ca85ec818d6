/** Reads redirects: which open a file to read, which write, which only copy a descriptor or feed literal text. */
import type { Node } from 'web-tree-sitter';
import { fromFolder } from './path-rules.ts';
import { rangesOf, readBody, wordsOf } from './shell-ranges.ts';
import { note, type Reading, type WalkInto } from './shell-reading.ts';

export interface Redirects {
  /** Words that the tree hangs under a redirect but that belong to the command. */
  readonly words: readonly Node[];
  /** True when standard input is given by a redirect. */
  readonly feeds: boolean;
}

const WRITING = new Set(['>', '>>', '>|', '&>', '&>>', '>&', '<>']);
const CLOSING = new Set(['<&-', '>&-']);

/** Reads all redirects of one statement. */
export function readRedirects(
  nodes: readonly Node[],
  cwds: readonly string[],
  reading: Reading,
  walk: WalkInto,
): Redirects {
  const words: Node[] = [];
  let feeds = false;
  for (const node of nodes) {
    if (touchesWord(node, reading.source)) note(reading, 'a redirect that touches a word', node);
    if (node.type === 'file_redirect') {
      const read = readFileRedirect(node, cwds, reading, walk);
      words.push(...read.words);
      feeds ||= read.feeds;
    } else if (node.type === 'herestring_redirect') {
      feeds = true;
      readHereString(node, cwds, reading, walk);
    } else {
      feeds = true;
      words.push(...readHereDocument(node, cwds, reading, walk));
    }
  }
  return { words, feeds };
}

/** A word that becomes a part of the redirect behind it: `{name}` there is set to a descriptor (bash 4.1 and later). */
const SETS_DESCRIPTOR = /(?:^|[\s;&|()<>])\{[A-Za-z_]\w*(?:\[.*)?\}$/s;

/** True where bash may draw the line between a redirect and its neighbours elsewhere than the tree does. */
function touchesWord(node: Node, source: string): boolean {
  if (/(?:\}|\\\n)$/.test(source.slice(Math.max(0, node.startIndex - 2), node.startIndex))) {
    const before = source.slice(0, node.startIndex);
    const joined = before.replaceAll('\\\n', '');
    if (SETS_DESCRIPTOR.test(joined) || (before.endsWith('\n') && /[^\s;&|()<>]$/.test(joined))) return true;
  }
  return (
    node.type !== 'heredoc_redirect' && !/^(?:\\\n)*(?:[\s;&|()<>`]|$)/.test(source.slice(node.endIndex))
  );
}

function readFileRedirect(node: Node, cwds: readonly string[], reading: Reading, walk: WalkInto): Redirects {
  const children = node.children.filter((child): child is Node => child !== null);
  const operator = children.find((child) => !child.isNamed)?.type ?? '';
  const operatorEnd = children.find((child) => !child.isNamed)?.endIndex ?? node.startIndex;
  const targets = rangesOf(
    children.filter((child) => child.startIndex >= operatorEnd),
    reading.source,
  );
  const [target, ...rest] = targets;
  const words = rest.flatMap((range) => range.nodes);
  const feeds = operator.startsWith('<');
  if (CLOSING.has(operator)) return { words: targets.flatMap((range) => range.nodes), feeds };
  if (!target || !(WRITING.has(operator) || operator === '<' || operator === '<&')) {
    note(reading, `the redirect ${operator}`, node);
    return { words, feeds };
  }
  const text = reading.source.slice(target.start, target.end);
  if ((operator === '>&' || operator === '<&') && /^[012]$/.test(text)) return { words, feeds };
  for (const cwd of cwds) {
    const values = wordsOf(target.nodes, cwd, reading, walk, node);
    const value = values?.length === 1 ? values[0] : undefined;
    if (!value) {
      if (values) note(reading, 'a redirect to several words', node);
      continue;
    }
    if (value.open?.kind === 'pipe' && operator === '<') continue;
    if (value.open) note(reading, 'a redirect to a file that is not known yet', node);
    const path = fromFolder(cwd, value.text);
    if (operator === '<') addRead(reading, path, node);
    else if (operator === '<&' || value.text !== '/dev/null') {
      note(reading, 'a redirect that writes a file', node);
      reading.writes.add(path);
    }
  }
  return { words, feeds };
}

function addRead(reading: Reading, path: string, node: Node): void {
  // bash opens a socket for these names instead of a file.
  if (/^\/dev\/(tcp|udp)\//.test(path.replace(/\/+/g, '/')))
    note(reading, 'a redirect that opens a socket', node);
  else reading.reads.add(path);
}

function readHereString(node: Node, cwds: readonly string[], reading: Reading, walk: WalkInto): void {
  const children = node.children.filter((child): child is Node => child !== null && child.type !== '<<<');
  if (
    rangesOf(
      children.filter((child) => child.type !== 'file_descriptor'),
      reading.source,
    ).length !== 1
  )
    note(reading, 'a here-string of several words', node);
  for (const cwd of cwds) wordsOf(children, cwd, reading, walk, node);
}

/** Gives the words on the marker's line that belong to the command. */
function readHereDocument(node: Node, cwds: readonly string[], reading: Reading, walk: WalkInto): Node[] {
  const words: Node[] = [];
  const children = node.children.filter((child): child is Node => child !== null);
  const start = children.find((child) => child.type === 'heredoc_start');
  const end = children.find((child) => child.type === 'heredoc_end');
  const body = children.find((child) => child.type === 'heredoc_body');
  const mark = start?.text ?? '';
  const quoted = /['"\\]/.test(mark);
  const name = mark.replace(/^(['"])(.*)\1$|^\\(?=\w+$)/, '$2');
  if (!start || !end || !/^\w+$/.test(name) || end.text.trim() !== name) {
    note(reading, 'a here-document of an unusual form', node);
    return words;
  }
  const dashed = children.some((child) => child.type === '<<-');
  if (body && endsEarly(body.text, name, dashed)) note(reading, 'a here-document that may end early', node);
  if (body && !quoted) readBody(body, cwds, reading, walk);
  for (const child of children) {
    if (['<<', '<<-', 'heredoc_start', 'heredoc_end', 'heredoc_body', 'file_descriptor'].includes(child.type))
      continue;
    if (child.type === 'pipeline') walk(child, cwds, { ...reading, fed: true });
    else if (child.type === 'file_redirect') words.push(...readRedirects([child], cwds, reading, walk).words);
    else if (child.type === '&&' || child.type === '||') continue;
    else if (['word', 'string', 'raw_string', 'concatenation', 'number'].includes(child.type))
      words.push(child);
    else if (child.isNamed) {
      const after = walk(child, cwds, reading);
      if ([...after.ok, ...after.fail].some((folder) => !cwds.includes(folder)))
        note(reading, 'a folder change behind a here-document', child);
    } else note(reading, `the word ${child.type} behind a here-document`, node);
  }
  return words;
}

/** bash ends the body at the first line that is the marker; the tree must not have read past one. */
function endsEarly(body: string, name: string, dashed: boolean): boolean {
  return body.split('\n').some((line) => (dashed ? line.replace(/^\t+/, '') : line) === name);
}
