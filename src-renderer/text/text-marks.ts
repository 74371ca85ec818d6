/** Finds the parts that reasons speak of in the text that a card shows, so that they can be marked where they stand. */
import type { Reason, ReasonWeight } from '../../src-shared/verdict.ts';

/** A stretch of the text, in UTF-16 units. Stretches are in order and never overlap. */
export interface TextMark {
  readonly from: number;
  readonly to: number;
  readonly weight: ReasonWeight;
}

/** A part that stands in the text more often than this is no longer marked at each place. */
const MOST_PLACES = 200;

const WEIGHTS: readonly ReasonWeight[] = ['danger', 'care', 'unlisted'];

/** Where parts overlap, the heavier one shows. The text as a whole is no part of itself. */
export function marksIn(text: string, reasons: readonly Reason[]): readonly TextMark[] {
  const places = reasons.flatMap(({ part = '', weight = 'care' }) =>
    part.trim() === text.trim() ? [] : placesOf(text, part).map((place) => ({ ...place, weight })),
  );
  const edges = [...new Set(places.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  const marks: TextMark[] = [];
  edges.slice(0, -1).forEach((from, index) => {
    const to = edges[index + 1] ?? from;
    const here = places.filter((place) => place.from <= from && to <= place.to);
    const weight = WEIGHTS.find((one) => here.some((place) => place.weight === one));
    if (weight === undefined) return;
    const last = marks.at(-1);
    if (last?.to === from && last.weight === weight) marks[marks.length - 1] = { ...last, to };
    else marks.push({ from, to, weight });
  });
  return marks;
}

/** The marks within one stretch of the text, counted from its beginning. */
export function marksWithin(marks: readonly TextMark[], at: number, length: number): readonly TextMark[] {
  return marks
    .filter(({ from, to }) => to > at && from < at + length)
    .map(({ from, to, weight }) => ({
      from: Math.max(0, from - at),
      to: Math.min(length, to - at),
      weight,
    }));
}

function placesOf(text: string, part: string): readonly { readonly from: number; readonly to: number }[] {
  // A long part was cut for the reason; it is found by its beginning.
  const wanted = part.endsWith('…') ? part.slice(0, -1) : part;
  if (wanted === '') return [];
  const places: { from: number; to: number }[] = [];
  for (let from = text.indexOf(wanted); from !== -1; from = text.indexOf(wanted, from + wanted.length)) {
    const to = from + wanted.length;
    if (standsAlone(text, from, to)) places.push({ from, to });
    if (places.length >= MOST_PLACES) break;
  }
  return places;
}

/** `sh` in `push` or in `install.sh` is not the word that was spoken of: blanks and the shell's own signs set words apart. */
function standsAlone(text: string, from: number, to: number): boolean {
  const apart = (a: string, b: string) => a === '' || b === '' || APART.test(a) || APART.test(b);
  return apart(text.charAt(from - 1), text.charAt(from)) && apart(text.charAt(to - 1), text.charAt(to));
}

const APART = /[\s;|&()<>`'"{}$=]/;
