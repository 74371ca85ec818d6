import { expect, it } from 'vitest';
import { isFitToBeKept, redact } from '../../../../src-main/journal/redact.ts';
import type { Json } from '../../../../src-shared/json.ts';
import { fc } from '../../../support/properties.ts';

const SECRETS = ['hunter2', 'with "quotes" and \\', 'ümläut\n'];
const GUARDED = {
  mayHold: (json: string) => json.includes('key'),
  mask: (content: string) => content.replaceAll('key', 'masked'),
};
const OUT = { secrets: SECRETS, credentials: GUARDED };

const text = fc.oneof(
  fc.string(),
  fc.constantFrom(...SECRETS, 'a key'),
  fc.constantFrom(...SECRETS).map((secret) => `before ${secret} after`),
  fc.string({ minLength: 4_000, maxLength: 5_000 }),
);
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 14, depthSize: 'max' },
    text,
    fc.integer(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3 }),
  ),
}));
const many = fc.array(fc.integer(), { minLength: 190, maxLength: 210 });
const deep = fc
  .integer({ min: 10, max: 14 })
  .map((levels) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as Json);

it('takes no value for fit to be kept that would be changed', () => {
  let fit = 0;
  fc.assert(
    fc.property(fc.oneof(value, many, deep), (whole) => {
      const json = JSON.stringify(whole);
      if (!isFitToBeKept(json, OUT)) return;
      fit += 1;
      expect(JSON.stringify(redact(whole, OUT))).toBe(json);
    }),
    { numRuns: 2_000 },
  );
  expect(fit).toBeGreaterThan(200);
});
