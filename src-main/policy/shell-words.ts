/** Reads one word of a shell text as bash would: quotes, escapes, braces, tilde, the few known variables, globs. */
import { expandBraces } from './shell-braces.ts';
import { readAnsiC } from './shell-escapes.ts';
import { type Piece, Unclear, type Word } from './shell-pieces.ts';

export interface WordContext {
  readonly source: string;
  /** Value of a variable that is known, or nothing. */
  variable(name: string): Word | undefined;
  /** Reads the substitution that begins at `index`; gives where it ends. Throws `Unclear`. */
  substitution(index: number): { end: number; kind: 'text' | 'pipe'; value?: Word };
  readonly home: string;
}

const NAME = /[A-Za-z_][A-Za-z0-9_]*|[?]/y;

/** Reads the word that stands at `start`..`end` of the source. One word can become several by its braces. */
export function readWord(context: WordContext, start: number, end: number): Word[] {
  const pieces: Piece[] = [];
  let at = start;
  while (at < end) at = readPiece(context, at, end, pieces);
  return expandBraces(pieces).map((one) =>
    assemble(withTilde(one, context.home), context.source.slice(start, end)),
  );
}

function push(pieces: Piece[], text: string, quoted: boolean): void {
  for (const char of text) pieces.push({ kind: 'char', char, quoted });
}

function readPiece(context: WordContext, at: number, end: number, pieces: Piece[]): number {
  const { source } = context;
  const char = source.charAt(at);
  const next = source.charAt(at + 1);
  if (char === '\\') {
    if (at + 1 >= end) throw new Unclear('a lone backslash');
    if (next === '\n') return at + 2;
    const whole = String.fromCodePoint(source.codePointAt(at + 1) ?? 0);
    pieces.push({ kind: 'char', char: whole, quoted: true });
    return at + 1 + whole.length;
  }
  if (char === "'") return readSingle(source, at, end, pieces);
  if (char === '"') return readDouble(context, at, end, pieces);
  if (char === '$' && next === "'") return readDollarSingle(source, at, end, pieces);
  if (char === '$' && next === '"') return readDouble(context, at + 1, end, pieces);
  if (char === '$' || char === '`') return readDollar(context, at, end, pieces, false);
  if ((char === '<' || char === '>') && next === '(') return readSubstitution(context, at, pieces, true);
  if (/[\s;&|()<>]/.test(char)) throw new Unclear('an unquoted separator inside a word');
  const whole = String.fromCodePoint(source.codePointAt(at) ?? 0);
  pieces.push({ kind: 'char', char: whole, quoted: false });
  return at + whole.length;
}

function readSingle(source: string, at: number, end: number, pieces: Piece[]): number {
  const close = source.indexOf("'", at + 1);
  if (close < 0 || close >= end) throw new Unclear('a quote that does not close');
  push(pieces, source.slice(at + 1, close), true);
  if (close === at + 1) pieces.push({ kind: 'char', char: '', quoted: true });
  return close + 1;
}

function readDollarSingle(source: string, at: number, end: number, pieces: Piece[]): number {
  const read = readAnsiC(source, at + 2, end);
  if (!read) throw new Unclear('an escape that cannot be read');
  push(pieces, read.text, true);
  pieces.push({ kind: 'char', char: '', quoted: true });
  return read.end;
}

function readDouble(context: WordContext, at: number, end: number, pieces: Piece[]): number {
  const close = readQuoted(context, at + 1, end, pieces, '"');
  pieces.push({ kind: 'char', char: '', quoted: true });
  return close + 1;
}

/** Reads text in which only `$`, backquotes and a backslash are special; ends at `stop`, or at `end` without one. */
export function readQuoted(
  context: WordContext,
  from: number,
  end: number,
  pieces: Piece[],
  stop?: '"',
): number {
  const { source } = context;
  let at = from;
  while (at < end) {
    const char = source.charAt(at);
    const next = source.charAt(at + 1);
    if (char === stop) return at;
    if (char === '\\' && next === '\n') at += 2;
    else if (char === '\\' && (/[$`\\]/.test(next) || (stop && next === '"'))) {
      push(pieces, next, true);
      at += 2;
    } else if (char === '$' || char === '`') at = readDollar(context, at, end, pieces, true);
    else {
      const whole = String.fromCodePoint(source.codePointAt(at) ?? 0);
      push(pieces, whole, true);
      at += whole.length;
    }
  }
  if (stop) throw new Unclear('a quote that does not close');
  return at;
}

function readSubstitution(context: WordContext, at: number, pieces: Piece[], many: boolean): number {
  const { end, kind, value } = context.substitution(at);
  if (value) addValue(value, pieces, !many);
  else pieces.push(kind === 'pipe' ? { kind } : { kind, many });
  return end;
}

function readDollar(context: WordContext, at: number, end: number, pieces: Piece[], quoted: boolean): number {
  const { source } = context;
  const braced = source.charAt(at + 1) === '{';
  if (source.charAt(at) === '`' || source.charAt(at + 1) === '(')
    return readSubstitution(context, at, pieces, !quoted);
  // A line continuation between `$` and what follows vanishes before bash reads on.
  if (source.charAt(at + 1) === '\\' && source.charAt(at + 2) === '\n')
    throw new Unclear('a split expansion');
  if (source.charAt(at + 1) === '[') throw new Unclear('arithmetic');
  NAME.lastIndex = at + (braced ? 2 : 1);
  const name = NAME.exec(source)?.[0];
  if (name === undefined) {
    if (braced || /[0-9@*#!$-]/.test(source.charAt(at + 1))) throw new Unclear('an expansion');
    push(pieces, '$', true);
    return at + 1;
  }
  const after = at + (braced ? 2 : 1) + name.length;
  if (after > end || (braced && source.charAt(after) !== '}'))
    throw new Unclear('an expansion that computes');
  const value = context.variable(name);
  if (!value) throw new Unclear(`the variable ${name}`);
  addValue(value, pieces, quoted);
  return braced ? after + 1 : after;
}

function addValue(value: Word, pieces: Piece[], quoted: boolean): void {
  const { open } = value;
  if (!quoted && (open?.kind === 'glob' || /[\s*?[\]\\]/.test(value.text) || value.text === ''))
    throw new Unclear('a variable that can become several words');
  if (open?.kind === 'glob') pieces.push({ kind: 'glob', pattern: open.pattern ?? '', start: open.start });
  else if (open) pieces.push({ kind: 'text', many: false });
  else push(pieces, value.text, true);
}

function withTilde(pieces: readonly Piece[], home: string): readonly Piece[] {
  const plain = (at: number): string => {
    const piece = pieces[at];
    return piece?.kind === 'char' && !piece.quoted ? piece.char : '';
  };
  pieces.forEach((_, at) => {
    if (plain(at) === '~' && at > 0 && (plain(at - 1) === '=' || plain(at - 1) === ':'))
      throw new Unclear('a ~ that may stand for a home');
  });
  if (plain(0) !== '~') return pieces;
  if (pieces.length > 1 && plain(1) !== '/') throw new Unclear("another user's home");
  const expanded: Piece[] = [...home].map((char) => ({ kind: 'char', char, quoted: true }));
  return [...expanded, ...pieces.slice(1)];
}

const GLOB_CHARACTER = /[*?[\]\\]/;

function assemble(pieces: readonly Piece[], written: string): Word {
  if (pieces.length === 0) throw new Unclear('a word that vanishes');
  const first = pieces.find((piece) => !(piece.kind === 'char' && piece.char === ''));
  if (first?.kind === 'char' && !first.quoted && first.char === '#')
    throw new Unclear('a comment that looks like a word');
  const closes = pieces.findLastIndex(
    (piece) => piece.kind === 'char' && !piece.quoted && piece.char === ']',
  );
  const isGlob = (piece: Piece, at: number): boolean =>
    piece.kind === 'char' &&
    !piece.quoted &&
    (/[*?]/.test(piece.char) || (piece.char === '[' && at < closes));
  const opens = pieces.findIndex((piece, at) => piece.kind !== 'char' || isGlob(piece, at));
  const literal = (list: readonly Piece[]): string =>
    list.map((piece) => (piece.kind === 'char' ? piece.char : '')).join('');
  if (opens < 0) return { text: literal(pieces) };
  const globs = pieces.some(isGlob);
  const start = literal(pieces.slice(0, opens));
  if (pieces.every((piece) => piece.kind === 'pipe'))
    return { text: written, open: { kind: 'pipe', start: '/dev/fd/', many: false } };
  if (pieces.some((piece) => piece.kind === 'text' || piece.kind === 'pipe')) {
    const many = globs || pieces.some((piece) => piece.kind === 'text' && piece.many);
    return { text: written, open: { kind: 'text', start, many } };
  }
  const pattern = pieces.map((piece, at) => {
    if (piece.kind === 'glob') return piece.pattern;
    if (piece.kind !== 'char') return '';
    return !isGlob(piece, at) && GLOB_CHARACTER.test(piece.char) && !inBracket(pieces, at)
      ? `\\${piece.char}`
      : piece.char;
  });
  const inherited =
    pieces[opens]?.kind === 'glob' ? start + (pieces[opens] as { start: string }).start : start;
  return { text: written, open: { kind: 'glob', start: inherited, many: globs, pattern: pattern.join('') } };
}

/** True for an unquoted `]` that closes a bracket set. */
function inBracket(pieces: readonly Piece[], at: number): boolean {
  const piece = pieces[at];
  return piece?.kind === 'char' && !piece.quoted && piece.char === ']';
}
