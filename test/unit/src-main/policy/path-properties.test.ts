import { describe, expect, test } from 'vitest';
import { fromFolder, isInside, segments, withoutDots } from '../../../../src-main/policy/path-rules.ts';
import { fc } from '../../../support/properties.ts';

const name = fc.stringMatching(/^[a-zA-Z0-9 ._é-]{1,6}$/).filter((text) => text !== '.' && text !== '..');
const path = fc.array(name, { maxLength: 5 }).map((names) => `/${names.join('/')}`);

describe('paths, whatever they are called', () => {
  test('what is joined on is inside, and nothing that only goes on with letters is', () => {
    fc.assert(
      fc.property(path, fc.array(name, { minLength: 1, maxLength: 4 }), name, (folder, below, more) => {
        expect(isInside(fromFolder(folder, below.join('/')), folder)).toBe(true);
        if (folder !== '/') expect(isInside(`${folder}${more}`, folder)).toBe(false);
        expect(isInside(folder, `${folder}/${more}`)).toBe(false);
      }),
    );
  });

  test('inside is a matter of segments: doubled and trailing slashes change nothing', () => {
    const slashes = fc.integer({ min: 1, max: 3 }).map((count) => '/'.repeat(count));
    fc.assert(
      fc.property(path, path, slashes, (one, folder, between) => {
        const spelled = between + segments(one).join(between) + between;
        expect(isInside(spelled, `${folder}/`)).toBe(isInside(one, folder));
      }),
    );
  });

  test('two folders can both hold a path only when one holds the other', () => {
    fc.assert(
      fc.property(path, path, path, (one, left, right) => {
        if (isInside(one, left) && isInside(one, right))
          expect(isInside(left, right) || isInside(right, left)).toBe(true);
      }),
    );
  });

  test('taking dots away is done once, leaves no dot, and never climbs above the root', () => {
    const dotted = fc
      .array(fc.oneof(name, fc.constantFrom('.', '..', '')), { maxLength: 8 })
      .map((parts) => `/${parts.join('/')}`);
    fc.assert(
      fc.property(dotted, (given) => {
        const plain = withoutDots(given);
        expect(withoutDots(plain)).toBe(plain);
        expect(isInside(plain, '/')).toBe(true);
        expect(segments(plain).some((part) => part === '.' || part === '..')).toBe(false);
      }),
    );
  });

  test('a path that still holds dots is inside nothing', () => {
    fc.assert(
      fc.property(path, path, (folder, below) => {
        expect(isInside(`${folder}/../${below}`, '/')).toBe(false);
      }),
    );
  });
});
