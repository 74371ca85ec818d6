/** Replaces the credentials in the texts of a result by words that say what was there. Pure: the same in a thread of its own and here. */
import { createHash } from 'node:crypto';
import type { Json } from '../../src-shared/json.ts';
import type { Cut, MaskedCount } from '../../src-shared/masking.ts';
import { assertNever, type MaskedResult, type ToolResult } from '../../src-shared/outcome.ts';
import { mayHold, type Secret } from './detector.ts';
import { findSecrets } from './find-secrets.ts';

export interface MaskRequest {
  readonly result: ToolResult;
  readonly cuts: readonly Cut[];
  /** SHA-256 of credentials that may go as they are, in hex. */
  readonly spared: readonly string[];
}

/** What stands in a text in place of a credential. */
export function maskMark(what: string): string {
  return `[masked by Doorman: ${what}]`;
}

/** Between texts that have nothing to do with each other: nothing that is found holds such a line. */
const APART = '\n\0\n';

/** A piece of a text between two cuts, and where it lies in what is looked through. */
interface Piece {
  readonly text: string;
  readonly at: number;
}

/** All texts of one result, one behind the other, so that what is known from one is found in all. */
class Material {
  text = '';
  readonly #pieces = new Map<string, Piece[]>();

  /** `key` is the name of the text in its object: some credentials are known by that alone. */
  add(leaf: string, key: string, text: string, cuts: readonly Cut[]): void {
    const pieces: Piece[] = [];
    const places = [...new Set([0, ...cuts.map(({ at }) => at), text.length])].sort((a, b) => a - b);
    for (const [index, from] of places.slice(0, -1).entries()) {
      const to = places[index + 1] ?? text.length;
      const before = cuts.find((cut) => cut.at === from)?.before ?? '';
      const after = cuts.find((cut) => cut.at === to)?.after ?? '';
      this.text += `${key}=${before}`;
      const piece = { text: text.slice(from, to), at: this.text.length };
      pieces.push(piece);
      this.text += piece.text + after + APART;
    }
    this.#pieces.set(leaf, pieces);
  }

  pieces(leaf: string): readonly Piece[] {
    return this.#pieces.get(leaf) ?? [];
  }
}

/** The result without its credentials. A result in which there are none comes back as it is. */
export function maskResult({ result, cuts, spared }: MaskRequest): MaskedResult {
  const material = new Material();
  walk(result, (leaf, key, text) => {
    material.add(leaf, key, text, cuts.length === 0 ? cuts : cuts.filter((cut) => cut.leaf === leaf));
    return text;
  });
  const found = mayHold(material.text) ? findSecrets(material.text) : [];
  if (found.length === 0) return { result, masked: [], whole: [], prints: [] };
  const tally = new Tally(spared);
  const masked = walk(result, (leaf) =>
    material
      .pieces(leaf)
      .map((piece) => maskPiece(piece, found, material.text, tally))
      .join(''),
  );
  return { result: masked, ...tally.counts() };
}

function maskPiece({ text, at }: Piece, found: readonly Secret[], whole: string, tally: Tally): string {
  let masked = '';
  let from = 0;
  for (const secret of within(found, at, at + text.length)) {
    if (tally.spares(secret.what, whole.slice(secret.start, secret.end))) continue;
    masked += text.slice(from, Math.max(0, secret.start - at)) + maskMark(secret.what);
    from = Math.min(text.length, secret.end - at);
  }
  return masked + text.slice(from);
}

/** The secrets that reach into this stretch. They are in order, so the first is found by halving. */
function within(found: readonly Secret[], start: number, end: number): readonly Secret[] {
  let low = 0;
  let high = found.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((found[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  let last = low;
  while ((found[last]?.start ?? end) < end) last += 1;
  return found.slice(low, last);
}

/** Counts what is replaced and what is left. */
class Tally {
  readonly #spared: ReadonlySet<string>;
  readonly #masked = new Map<string, number>();
  readonly #whole = new Map<string, number>();
  readonly #prints = new Set<string>();

  constructor(spared: readonly string[]) {
    this.#spared = new Set(spared);
  }

  /** True where this credential may go as it is. */
  spares(what: string, value: string): boolean {
    const print = createHash('sha256').update(value).digest('hex');
    const spared = this.#spared.has(print);
    const counts = spared ? this.#whole : this.#masked;
    counts.set(what, (counts.get(what) ?? 0) + 1);
    if (!spared) this.#prints.add(print);
    return spared;
  }

  counts(): Omit<MaskedResult, 'result'> {
    return { masked: list(this.#masked), whole: list(this.#whole), prints: [...this.#prints] };
  }
}

function list(counts: ReadonlyMap<string, number>): readonly MaskedCount[] {
  return [...counts].map(([what, count]) => ({ what, count }));
}

type Replace = (leaf: string, key: string, text: string) => string;

/** Visits every text of a result (names of fields are words of the tools); gives the result with what `replace` made of them. */
function walk(result: ToolResult, replace: Replace): ToolResult {
  switch (result.kind) {
    case 'text':
      return { ...result, text: replace('', '', result.text) };
    case 'image':
      return result.note === undefined ? result : { ...result, note: replace('', 'note', result.note) };
    case 'data':
      return { ...result, value: walkFields(result.value, '', replace) };
    default:
      return assertNever(result);
  }
}

type Fields = { readonly [key: string]: Json };

function walkFields(fields: Fields, leaf: string, replace: Replace): Fields {
  const entries = Object.entries(fields).map(
    ([key, value]) => [key, walkJson(value, `${leaf}/${key}`, key, replace)] as const,
  );
  return Object.fromEntries(entries);
}

function walkJson(value: Json, leaf: string, key: string, replace: Replace): Json {
  if (typeof value === 'string') return replace(leaf, key, value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value))
    return value.map((item, index) => walkJson(item, `${leaf}/${index}`, key, replace));
  return walkFields(value as Fields, leaf, replace);
}
