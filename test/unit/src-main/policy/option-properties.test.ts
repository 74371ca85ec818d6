import { describe, expect, test } from 'vitest';
import { parseArguments } from '../../../../src-main/policy/option-parser.ts';
import { type ProgramEntry, readOptions } from '../../../../src-main/policy/program-entry.ts';
import { fc } from '../../../support/properties.ts';

const entry: ProgramEntry = {
  options: '-abc -o:write -n: --output:write --color? --all --number:',
  operands: ['read'],
  complete: true,
};

/** One option by its meaning, and every spelling of it as words. */
interface Spelled {
  readonly meaning: string;
  readonly spellings: readonly (readonly string[])[];
}

const value = fc.stringMatching(/^[a-z0-9./][a-z0-9./=-]{0,6}$/);

const flag = fc.constantFrom('a', 'b', 'c').map(
  (letter): Spelled => ({
    meaning: `-${letter}`,
    spellings: [[`-${letter}`]],
  }),
);

const shortWithValue = fc.tuple(fc.constantFrom('o', 'n'), value).map(
  ([letter, text]): Spelled => ({
    meaning: `-${letter}=${text}`,
    spellings: [[`-${letter}${text}`], [`-${letter}`, text]],
  }),
);

const long = fc.tuple(fc.constantFrom('--output', '--number'), value).map(
  ([name, text]): Spelled => ({
    meaning: `${name}=${text}`,
    spellings: [3, 4, 5, name.length].flatMap((length) => [
      [`${name.slice(0, length)}=${text}`],
      [name.slice(0, length), text],
    ]),
  }),
);

const operand = fc.stringMatching(/^[a-z./][a-z0-9./-]{0,5}$/);

function meaningOf(words: readonly string[]) {
  const parsed = parseArguments(['p', ...words], entry);
  return {
    options: parsed.options.map((one) =>
      one.value ? `${one.entry.name}=${one.value.word}` : one.entry.name,
    ),
    operands: parsed.operands.map((one) => one.word),
    unknown: parsed.unknown,
  };
}

describe('options, in whatever spelling', () => {
  test('attached, separate, joined with = and abbreviated options mean the same', () => {
    const options = fc.array(fc.tuple(fc.oneof(flag, shortWithValue, long), fc.nat()), { maxLength: 6 });
    fc.assert(
      fc.property(options, fc.array(operand, { maxLength: 3 }), (given, operands) => {
        const words = given.flatMap(([one, pick]) => one.spellings[pick % one.spellings.length] ?? []);
        expect(meaningOf([...words, ...operands])).toEqual({
          options: given.map(([one]) => one.meaning),
          operands,
          unknown: [],
        });
      }),
    );
  });

  test('a bundle means what its letters mean one by one, with a value at its end', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(letters, fc.option(value), fc.boolean(), (flags, text, attached) => {
        const end = text === null ? [] : attached ? [`-o${text}`] : ['-o', text];
        const bundle = `-${flags.join('')}`;
        const bundled = text === null ? [bundle] : attached ? [`${bundle}o${text}`] : [`${bundle}o`, text];
        expect(meaningOf(bundled)).toEqual(meaningOf([...flags.map((one) => `-${one}`), ...end]));
      }),
    );
  });

  test('operands move nothing: options before, between and behind them are the same options', () => {
    fc.assert(
      fc.property(
        fc.array(operand, { maxLength: 3 }),
        fc.oneof(flag, long),
        fc.nat(),
        (operands, one, place) => {
          const at = operands.length === 0 ? 0 : place % (operands.length + 1);
          const words = [...operands.slice(0, at), ...(one.spellings[0] ?? []), ...operands.slice(at)];
          expect(meaningOf(words)).toEqual({ options: [one.meaning], operands, unknown: [] });
        },
      ),
    );
  });

  test('no word is lost: each is an option, a value, an operand or named as unknown', () => {
    const words = fc.array(fc.stringMatching(/^-{0,2}[abcnoxyz=-]{0,5}$/), { maxLength: 6 });
    fc.assert(
      fc.property(words, (given) => {
        const parsed = parseArguments(['p', ...given], entry);
        const seen = new Set([
          ...parsed.operands.map((one) => one.index),
          ...parsed.options.flatMap((one) => (one.value ? [one.value.index] : [])),
        ]);
        const end = given.indexOf('--');
        given.forEach((word, place) => {
          const known = [...readOptions(entry).keys()].some((name) => name.startsWith(word.slice(0, 2)));
          const silent = word === '--' && (end === place || seen.has(place + 1));
          expect(
            silent || seen.has(place + 1) || parsed.unknown.includes(word) || known,
            `${JSON.stringify(word)} in ${JSON.stringify(given)}`,
          ).toBe(true);
        });
      }),
    );
  });
});
