/** Reads the text of a jq program: what it can do beyond filtering its input. */
import type { Effect } from './program-entry.ts';

/** A piece of code that is no string and no comment: names with what stands before them, numbers, everything else. */
const PIECE =
  /\.[ \t]*[A-Za-z_]\w*|\$(?:\s|#[^\n]*\n)*[A-Za-z_]\w*|[A-Za-z_]\w*(?:::\w+)*|[\d.]+(?:[eE][+-]?\d+)?|\s+|./suy;

/**
 * The pieces of code in a program, those inside the interpolations of its strings among them; names of fields left out.
 * Nothing when versions of jq differ over where a comment ends.
 */
function codeOf(program: string): string[] | undefined {
  const pieces: string[] = [];
  // How many brackets are open inside each string that is being interpolated, the innermost last.
  const open: number[] = [];
  let at = 0;
  while (at < program.length) {
    const char = program.charAt(at);
    if (char === '"' || (char === ')' && open.at(-1) === 0)) {
      if (char === ')') open.pop();
      at = endOfText(program, at + 1);
      if (program.charAt(at - 1) === '(') open.push(0);
      continue;
    }
    if (char === '#') {
      const end = program.indexOf('\n', at);
      at = end < 0 ? program.length : end;
      if (program.charAt(at - 1) === '\\') return undefined;
      continue;
    }
    PIECE.lastIndex = at;
    const piece = PIECE.exec(program)?.[0] ?? char;
    if (char === '(') open.push((open.pop() ?? 0) + 1);
    if (char === ')') open.push((open.pop() ?? 1) - 1);
    if (!/^\.\s*[A-Za-z_]/.test(piece)) pieces.push(piece);
    at += piece.length;
  }
  return pieces;
}

/** Where a string goes over into code: behind its closing quote, or behind the `\\(` of an interpolation. */
function endOfText(program: string, from: number): number {
  for (let at = from; at < program.length; at++) {
    const char = program.charAt(at);
    if (char === '"') return at + 1;
    if (char === '\\') {
      at += 1;
      if (program.charAt(at) === '(') return at + 1;
    }
  }
  return program.length;
}

const RANGE = /\brange\s*\((?!\s*\d{1,5}\s*(;\s*\d{1,5}\s*)?\))/;

/**
 * Files can be opened by `import` and `include`, settings are shown by `env` and `$ENV`, and recursion, `repeat` and
 * their kin never end (jq 1.6 manual; blanks and comments may stand behind the `$`, measured).
 */
export function jqEffects(program: string): Effect[] {
  const pieces = codeOf(program);
  if (!pieces) return ['env', 'list'];
  const has = (...names: string[]): boolean => pieces.some((piece) => names.includes(piece));
  const effects: Effect[] = [];
  if (has('import', 'include', 'modulemeta', 'get_search_list')) effects.push('list');
  if (has('env') || pieces.some((piece) => /^\$.*(ENV|__prog_args)$/s.test(piece))) effects.push('env');
  if (has('repeat', 'until', 'while', 'infinite', 'def')) effects.push('endless');
  const code = pieces.join('');
  if (/\brecurse\s*\(/.test(code) || RANGE.test(code) || /\*\s*(\d{6,}|[\d.]+e)/i.test(code))
    effects.push('endless');
  return effects;
}
