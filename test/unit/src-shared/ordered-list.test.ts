import { describe, expect, it } from 'vitest';
import { OrderedList } from '../../../src-shared/ordered-list.ts';

interface Named {
  readonly name: string;
  readonly order: number;
}

function listOf(...names: readonly string[]) {
  const list = new OrderedList<Named>();
  const orders = names.map((name) => list.add((order) => ({ name, order })).order);
  return { list, orders, nameAt: (place: number) => list.at(place)?.name };
}

describe('an ordered list', () => {
  it('knows each place after things came and went', () => {
    const { list, orders, nameAt } = listOf('a', 'b', 'c', 'd', 'e');
    expect(list.remove(orders[1] ?? 0)).toBe(true);
    expect(list.remove(orders[1] ?? 0)).toBe(false);
    expect(list.remove(orders[4] ?? 0)).toBe(true);
    expect([0, 1, 2, 3, -1].map(nameAt)).toEqual(['a', 'c', 'd', undefined, undefined]);
    expect(orders.map((order) => list.placeOf(order))).toEqual([0, undefined, 1, 2, undefined]);
    expect(list.newest(2).map(({ name }) => name)).toEqual(['d', 'c']);
    expect(list.newest(9).map(({ name }) => name)).toEqual(['d', 'c', 'a']);
    expect(list.size).toBe(3);
  });

  it('never gives a number twice', () => {
    const { list, orders } = listOf('a');
    list.remove(orders[0] ?? 0);
    expect(list.add((order) => ({ name: 'b', order })).order).toBeGreaterThan(orders[0] ?? 0);
  });
});
