/** Where credentials stand in a text: what the detector reports, turned into places that hold the credential and no more. */
import { type Report, reportsIn, type Secret } from './detector.ts';
import { unfinishedKeys } from './unfinished-keys.ts';

/** Of so many different credentials other copies in the same text are looked for. */
const MOST_COPIED = 200;

/** Shorter ones would be found in ordinary words. Characters. */
const SHORTEST_COPIED = 12;

/** All credentials in order; where they overlap they are one. */
export function findSecrets(text: string): readonly Secret[] {
  const found = reportsIn(text).map((report) => placed(report, text));
  if (text.includes('PRIVATE KEY')) found.push(...unfinishedKeys(text));
  return found.length === 0 ? found : merged([...found, ...copies(found, text)]);
}

/**
 * The place of the credential itself. Some rules (AWS, .npmrc) report a range that begins with the name in front of it
 * but is as long as the credential alone, so what they quote is looked for behind that start.
 */
function placed({ what, address, start, end, values }: Report, text: string): Secret {
  const [value] = values
    .filter((one) => one !== '' && text.includes(one, start))
    .sort((a, b) => b.length - a.length);
  if (value === undefined) return { what, start, end };
  const at = text.indexOf(value, start);
  const [from, to] = address ? personIn(value) : [0, value.length];
  return { what, start: at + from, end: at + to };
}

/** Of an address only who one is there, and how one proves it; the rest says what the text is about. */
function personIn(address: string): readonly [from: number, to: number] {
  const from = address.indexOf('://') + 3;
  const to = address.indexOf('@', address.indexOf(':', from));
  return to < 0 ? [0, address.length] : [from, to];
}

/** The same credential in other places, where nothing beside it says what it is. */
function copies(found: readonly Secret[], text: string): readonly Secret[] {
  const values = new Map(found.map(({ what, start, end }) => [text.slice(start, end), what]));
  return [...values]
    .filter(([value]) => value.length >= SHORTEST_COPIED)
    .slice(0, MOST_COPIED)
    .flatMap(([value, what]) => {
      const places: Secret[] = [];
      for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
        places.push({ what, start: at, end: at + value.length });
      }
      return places;
    });
}

function merged(found: readonly Secret[]): readonly Secret[] {
  const sorted = [...found].sort((a, b) => a.start - b.start || b.end - a.end);
  const whole: Secret[] = [];
  for (const one of sorted) {
    const last = whole.at(-1);
    if (last && one.start < last.end) whole[whole.length - 1] = { ...last, end: Math.max(last.end, one.end) };
    else whole.push(one);
  }
  return whole;
}
