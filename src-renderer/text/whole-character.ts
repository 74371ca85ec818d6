/** Where a text may be cut so that no character is taken apart: what is drawn as one is often many code units. */

/** Longer sequences are made to be long; they are cut all the same. UTF-16 units. */
const LONGEST = 64;

/** What belongs to the character before it: the second half of a pair, marks, joiners, selectors, skin tones. */
const FOLLOWS = /^(?:\p{M}|\u200D|\uFE0E|\uFE0F|[\u{1F3FB}-\u{1F3FF}])/u;

/** The nearest place at or before `at` that is between two characters. */
export function wholeCharacter(text: string, at: number): number {
  for (let place = at; place > 0 && at - place < LONGEST; place -= 1)
    if (isBetween(text, place)) return place;
  return isSecondHalf(text, at) ? at - 1 : at;
}

function isBetween(text: string, at: number): boolean {
  if (isSecondHalf(text, at) || text.charCodeAt(at - 1) === 0x200d) return false;
  return !FOLLOWS.test(text.slice(at, at + 2));
}

function isSecondHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
