/** Reads `[ … ]` and `[[ … ]]`: tests of files, texts and literal numbers are plain, whatever evaluates is not. */
import type { Node } from 'web-tree-sitter';
import { wordsOf } from './shell-ranges.ts';
import { type After, addCommand, note, partOf, type Reading, same, type WalkInto } from './shell-reading.ts';

const UNARY = new Set([
  '-f',
  '-d',
  '-e',
  '-r',
  '-w',
  '-x',
  '-s',
  '-L',
  '-h',
  '-n',
  '-z',
  '-b',
  '-c',
  '-p',
  '-S',
  '-a',
  '-O',
  '-G',
  '-N',
]);
const TEXTS = new Set(['=', '==', '!=', '-nt', '-ot', '-ef']);
const NUMBERS = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);

export function readTest(node: Node, cwds: readonly string[], reading: Reading, walk: WalkInto): After {
  const children = node.children.filter((child): child is Node => child !== null);
  const [open, close] = [children.at(0)?.type ?? '', children.at(-1)?.type ?? ''];
  const double = open === '[[' && close === ']]';
  if (!double && !(open === '[' && close === ']')) {
    note(reading, open === '((' ? 'arithmetic' : 'a test of an unusual form', node);
    return same(cwds);
  }
  const inner = children.slice(1, -1).filter((child) => child.type !== '\n');
  const [expression, ...rest] = inner;
  const plain = expression !== undefined && isPlain(expression, double);
  if (!expression || rest.length > 0 || !(plain || (!double && isOldStyle(expression)))) {
    note(reading, 'a test that may evaluate something', node);
    return same(cwds);
  }
  const leaves = leavesOf(expression);
  for (const cwd of cwds) {
    const words = wordsOf(leaves, cwd, reading, walk, node);
    if (!words) continue;
    if (words.some((word) => word.open?.many)) note(reading, 'a test of several words', node);
    else if (!plain && words.some((word) => word.open || EVALUATING.test(word.text)))
      note(reading, 'a test that may evaluate something', node);
    else
      addCommand(reading, {
        argv: [open, ...words.map((word) => word.text)],
        part: partOf(reading, node),
        cwd,
      });
  }
  return same(cwds);
}

const COMBINED = new Set(['unary_expression', 'binary_expression', 'parenthesized_expression']);

function leavesOf(node: Node): Node[] {
  const children = node.children.filter((child): child is Node => child !== null);
  if (!COMBINED.has(node.type)) return node.type === 'test_operator' ? [] : [node];
  return children.filter((child) => child.isNamed).flatMap(leavesOf);
}

/** Signs that only compare; `<` and `>` would be redirects. */
const COMPARISONS = new Set(['=', '==', '!=', '!']);

/** Operators that take the name of a variable, and run what its subscript says. */
const EVALUATING = /^-[vR]$/;

/** Between single brackets, with `-a` and `-o`, the tree is not to be relied on; but there only `-v` and `-R` evaluate. */
function isOldStyle(node: Node): boolean {
  const children = node.children.filter((child): child is Node => child !== null);
  if (node.type === 'test_operator') return !EVALUATING.test(node.text);
  if (!node.isNamed) return COMPARISONS.has(node.type);
  if (!COMBINED.has(node.type)) return isWord(node);
  return children.every(isOldStyle);
}

function isPlain(node: Node, double: boolean): boolean {
  const children = node.children.filter((child): child is Node => child !== null);
  if (node.type === 'unary_expression') {
    const [operator, operand] = children;
    if (children.length !== 2 || !operator || !operand) return false;
    if (operator.type === '!') return isPlain(operand, double);
    return UNARY.has(operator.text) && isWord(operand);
  }
  if (node.type === 'binary_expression') {
    const [left, operator, right] = children;
    if (children.length !== 3 || !left || !operator || !right) return false;
    if (double && (operator.type === '&&' || operator.type === '||'))
      return isPlain(left, double) && isPlain(right, double);
    if (NUMBERS.has(operator.text))
      return [left, right].every((side) => (double ? /^(-?[0-9]+|\$\?)$/.test(side.text) : isWord(side)));
    return TEXTS.has(operator.text) && isWord(left) && isWord(right);
  }
  if (node.type === 'parenthesized_expression')
    return double && children[1] !== undefined && children.length === 3 && isPlain(children[1], double);
  return isWord(node);
}

const WORDS = new Set([
  'word',
  'string',
  'raw_string',
  'concatenation',
  'number',
  'simple_expansion',
  'expansion',
  'command_substitution',
  'ansi_c_string',
]);

function isWord(node: Node): boolean {
  return WORDS.has(node.type);
}
