/** What a connection offers, under which names, and what is left out and why. */
import { expect, test } from 'vitest';
import { acceptedOf, makeOffer } from '../../../../src-main/link/offer.ts';

const tool = (name: string) => ({ name, description: `does ${name}`, input_schema: { type: 'object' } });
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

test('offers tools under their own names where this machine has none', () => {
  const offer = makeOffer([tool('fs_stat'), tool('shell_run')]);
  expect(names(offer.tools)).toEqual(['fs_stat', 'shell_run']);
  expect(offer.tools[0]).toEqual(tool('fs_stat'));
  expect(offer.ownName('fs_stat')).toBe('fs_stat');
  expect(offer.skipped).toEqual([]);
});

test('puts the machine name in front, and knows a tool by that name alone', () => {
  const offer = makeOffer([tool('fs_stat')], 'studio');
  expect(names(offer.tools)).toEqual(['studio_fs_stat']);
  expect(offer.ownName('studio_fs_stat')).toBe('fs_stat');
  expect(offer.ownName('fs_stat')).toBeUndefined();
});

test.each([
  ['a.b', undefined, 'bad-name'],
  ['', undefined, 'bad-name'],
  ['ä', undefined, 'bad-name'],
  ['x'.repeat(57), undefined, 'too-long'],
  ['x'.repeat(33), 'm'.repeat(23), 'too-long'],
])('leaves out %j of the machine %j: %s', (name, machine, why) => {
  const { tools, skipped } = makeOffer([tool(name)], machine);
  expect(tools).toEqual([]);
  expect(skipped).toMatchObject([{ why }]);
});

test('has room for a tool of 32 characters behind the longest machine name', () => {
  const { tools } = makeOffer([tool('x'.repeat(32))], 'm'.repeat(23));
  expect(tools[0]?.name).toHaveLength(56);
});

test('offers the first of two equal names and says so of the second', () => {
  const { tools, skipped } = makeOffer([tool('a'), { ...tool('a'), description: 'another' }]);
  expect(tools).toEqual([tool('a')]);
  expect(skipped).toEqual([{ name: 'a', why: 'duplicate' }]);
});

test('shows what the runtime took, what it left, and nothing that it made up', () => {
  const offer = makeOffer([tool('a'), tool('b'), tool('no good')]);
  expect(acceptedOf(offer, ['b', 'b', 'c'])).toEqual({
    accepted: ['b'],
    skipped: [
      { name: 'no good', why: 'bad-name' },
      { name: 'a', why: 'not-accepted' },
    ],
  });
});
