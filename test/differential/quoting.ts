/** Writes one literal word in the many ways in which bash can be told it: quotes, escapes, joins, broken lines. */
import fc from 'fast-check';

const SAFE = /^[A-Za-z0-9_./,:@%+=-]+$/;

const escapeAll = (text: string): string => text.replace(/[^A-Za-z0-9_./,:@%+=-]/g, (char) => `\\${char}`);
const single = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const double = (text: string): string => `"${text.replace(/["$`\\]/g, (char) => `\\${char}`)}"`;
const ansi = (text: string): string => `$'${text.replace(/['\\]/g, (char) => `\\${char}`)}'`;
const hex = (text: string): string =>
  `$'${[...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}'`;
const eachEscaped = (text: string): string =>
  /^[\w./-]+$/.test(text) ? [...text].map((char) => `\\${char}`).join('') : single(text);
const broken = (text: string): string => `${escapeAll(text.slice(0, 1))}\\\n${escapeAll(text.slice(1))}`;
const withEmpty = (text: string): string => `''${escapeAll(text)}""`;

const FORMS = [single, double, ansi, escapeAll, hex, (text: string) => `$${double(text)}`];

/** Two differently quoted halves that touch. */
function split(text: string): fc.Arbitrary<string> {
  const form = fc.constantFrom(...FORMS);
  return fc
    .tuple(fc.integer({ min: 1, max: Math.max(1, text.length - 1) }), form, form)
    .map(([at, left, right]) => left(text.slice(0, at)) + right(text.slice(at)));
}

/** The literal, written in any of its forms; the plainest is the one that a failure shrinks to. */
export function quoted(literal: string): fc.Arbitrary<string> {
  const plain = SAFE.test(literal) ? literal : single(literal);
  const odd = fc.constantFrom(eachEscaped, broken, withEmpty, hex).map((form) => form(literal));
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant(plain), weight: 7 },
    { arbitrary: fc.constantFrom(...FORMS).map((form) => form(literal)), weight: 3 },
    ...(literal.length > 1
      ? [
          { arbitrary: split(literal), weight: 1 },
          { arbitrary: odd, weight: 1 },
        ]
      : []),
  );
}
