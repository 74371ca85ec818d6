/** The kinds of plain shell syntax, and which of them a text holds, by a parse of its own. */
import { createRequire } from 'node:module';
import { Language, type Node, Parser } from 'web-tree-sitter';

const has = (node: Node, ...types: string[]): boolean =>
  node.children.some((child) => child && types.includes(child.type));

/** A kind is there when one node of a text satisfies its test. */
const KINDS: Readonly<Record<string, (node: Node) => boolean>> = {
  'list &&': (node) => node.type === 'list' && has(node, '&&'),
  'list ||': (node) => node.type === 'list' && has(node, '||'),
  'sequence ;': (node) => has(node, ';') && node.type === 'program',
  'sequence newline': (node) => node.type === 'program' && /\n/.test(node.text) && node.namedChildCount > 1,
  pipeline: (node) => node.type === 'pipeline',
  negation: (node) => node.type === 'negated_command',
  group: (node) => node.type === 'compound_statement',
  subshell: (node) => node.type === 'subshell',
  comment: (node) => node.type === 'comment',
  'bare word': (node) => node.type === 'word',
  'escaped word': (node) => node.type === 'word' && /\\[^\n]/.test(node.text),
  'single quotes': (node) => node.type === 'raw_string',
  'double quotes': (node) => node.type === 'string',
  'ANSI-C quotes': (node) => node.type === 'ansi_c_string',
  'translated quotes': (node) =>
    node.type === 'translated_string' || (node.type === 'string' && node.text.startsWith('$"')),
  'joined word': (node) => node.type === 'concatenation',
  'line continuation': (node) => node.type === 'program' && /\\\n/.test(node.text),
  'brace list': (node) => node.type === 'concatenation' && /\{[^{}]*,[^{}]*\}/.test(node.text),
  'brace range': (node) => node.type === 'brace_expression' || /^[^'"]*\{\w\.\.\w\}/.test(node.text),
  glob: (node) => (node.type === 'word' || node.type === 'concatenation') && /^[^'"\\]*[*?]/.test(node.text),
  'glob set': (node) =>
    (node.type === 'word' || node.type === 'concatenation') && /^[^'"\\]*\[\w+\]/.test(node.text),
  'home ~': (node) => node.type === 'word' && node.text.startsWith('~'),
  $HOME: (node) => node.type === 'simple_expansion' && node.text === '$HOME',
  $PWD: (node) => node.type === 'simple_expansion' && node.text === '$PWD',
  $USER: (node) => node.type === 'simple_expansion' && node.text === '$USER',
  $SHELL: (node) => node.type === 'simple_expansion' && node.text === '$SHELL',
  '$?': (node) => node.type === 'simple_expansion' && node.text === '$?',
  '${…}': (node) => node.type === 'expansion',
  'number arithmetic': (node) => node.type === 'arithmetic_expansion',
  'substitution $(…)': (node) => node.type === 'command_substitution' && node.text.startsWith('$('),
  'substitution `…`': (node) => node.type === 'command_substitution' && node.text.startsWith('`'),
  'quoted substitution': (node) => node.type === 'string' && has(node, 'command_substitution'),
  'process substitution': (node) => node.type === 'process_substitution',
  if: (node) => node.type === 'if_statement',
  elif: (node) => node.type === 'elif_clause',
  else: (node) => node.type === 'else_clause',
  for: (node) => node.type === 'for_statement',
  'own loop variable': (node) => node.type === 'simple_expansion' && node.text === '$f',
  'test [': (node) => node.type === 'test_command' && node.text.startsWith('[ '),
  'test [[': (node) => node.type === 'test_command' && node.text.startsWith('[['),
  'copied descriptor': (node) => node.type === 'file_redirect' && /^\d?>&\d$/.test(node.text),
  '/dev/null': (node) => node.type === 'file_redirect' && node.text.includes('/dev/null'),
  'input from a file': (node) =>
    node.type === 'file_redirect' && node.text.startsWith('<') && !has(node, 'process_substitution'),
  'quoted here-document': (node) => node.type === 'heredoc_start' && /^['"]/.test(node.text),
  'open here-document': (node) => node.type === 'heredoc_start' && /^\w/.test(node.text),
  'dashed here-document': (node) => node.type === 'heredoc_redirect' && has(node, '<<-'),
  'here-string': (node) => node.type === 'herestring_redirect',
  'assignment in front': (node) => node.type === 'command' && has(node, 'variable_assignment'),
  'cd in a chain': (node) => node.type === 'command' && /^cd\b/.test(node.text),
  'end of options': (node) => node.type === 'word' && node.text === '--',
  'option with =': (node) => node.type === 'word' && /^--[a-z-]+=/.test(node.text),
  'bundled options': (node) => node.type === 'word' && /^-[a-zA-Z]{2,}$/.test(node.text),
};

export const NODE_KINDS: readonly string[] = Object.keys(KINDS);

export interface KindReader {
  kindsIn(text: string): readonly string[];
}

/** Loads the grammar once. */
export async function openKindReader(): Promise<KindReader> {
  const require = createRequire(import.meta.url);
  await Parser.init({ locateFile: () => require.resolve('web-tree-sitter/web-tree-sitter.wasm') });
  const parser = new Parser().setLanguage(
    await Language.load(require.resolve('tree-sitter-bash/tree-sitter-bash.wasm')),
  );
  return {
    kindsIn(text) {
      const tree = parser.parse(text);
      const nodes = tree
        ? [tree.rootNode, ...tree.rootNode.descendantsOfType(namedTypes(tree.rootNode))]
        : [];
      const kinds = NODE_KINDS.filter((kind) => nodes.some((node) => node && KINDS[kind]?.(node)));
      tree?.delete();
      return kinds;
    },
  };
}

function namedTypes(node: Node, found = new Set<string>()): string[] {
  found.add(node.type);
  for (const child of node.namedChildren) if (child) namedTypes(child, found);
  return [...found];
}
