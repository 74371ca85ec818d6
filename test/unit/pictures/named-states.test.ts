/** What types cannot say of the list of named states: that it is long enough, and that no name is in it twice. */
import { expect, it } from 'vitest';
import type { Home } from '../../pictures/named-state.ts';
import { HOMES, STATES } from '../../pictures/named-states.ts';

const names = Object.values<Home>(HOMES).flatMap(({ states }) => Object.keys(states));

it('every named state is in one home, under a name that a file can have', () => {
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  expect(names.toSorted()).toEqual(Object.keys(STATES).toSorted());
  expect(names.filter((name) => !/^[a-z]+(-[a-z]+)+$/.test(name))).toEqual([]);
});

it('there are at least 40 of them', () => {
  expect(names.length).toBeGreaterThanOrEqual(40);
});
