// Owns the rule that style sheets take colours, sizes of text and distances from tokens.css, and from nowhere else.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const tokens = 'src-renderer/tokens.css';

// Of the named colours of CSS those that people really write; `transparent` and `currentColor` are none.
const namedColours = /\b(?:white|black|gr[ae]y|silver|red|green|blue|yellow|orange|purple|navy|teal)\b/;
const colour = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\(/i;

const rules = [
  { of: /./, refuses: (value) => colour.test(value) || namedColours.test(value), what: 'a colour' },
  { of: /^font(?:-size)?$/, refuses: (value) => /\d(?:px|rem|em|%|pt)/.test(value), what: 'a size of text' },
  // A distance in em goes with its text; a line's width goes into a calc().
  {
    of: /^(?:padding|margin|gap|row-gap|column-gap)(?:-|$)/,
    refuses: (value) => /\d(?:px|rem)/.test(value.replace(/\b(?:calc|max|min)\(.*\)/g, '')),
    what: 'a distance',
  },
];

/**
 * @param {string} root
 * @param {string[]} files paths below it
 * @returns {import('./check-layout.mjs').Violation[]}
 */
export function styleSheetViolations(root, files) {
  const sheets = files.filter((path) => path.startsWith('src-renderer/') && path.endsWith('.css'));
  return sheets
    .filter((path) => path !== tokens)
    .flatMap((path) => literals(readFileSync(join(root, path), 'utf8')).map((found) => ({ path, ...found })));
}

function literals(text) {
  const bare = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  return bare.split('\n').flatMap((line, index) => {
    const [, property, value] = line.match(/^\s*([a-z-]+):\s*([^{]+);\s*$/) ?? [];
    const broken = rules.find(({ of, refuses }) => property && of.test(property) && refuses(value));
    if (broken === undefined) return [];
    const message = `${property}: ${value} is ${broken.what} of its own; take one from ${tokens}, or put one there`;
    return [{ rule: 'token', line: index + 1, message }];
  });
}
