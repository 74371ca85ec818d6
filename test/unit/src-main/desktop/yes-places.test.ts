/** What a page can claim about where its buttons are. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  contains,
  LARGEST_PLACE,
  MOST_PLACES,
  type Place,
  YesPlaces,
} from '../../../../src-main/desktop/yes-places.ts';

const page = { width: 460, height: 600 };
const place: Place = { x: 300, y: 550, width: 120, height: 32 };

let now = 0;
let places: YesPlaces;

beforeEach(() => {
  now = 100;
  places = new YesPlaces(() => now);
});

function report(key: string, at: Place, ...cards: string[]): string | undefined {
  return places.report({ key, cards: cards.length > 0 ? cards : ['card'], place: at, shortcut: false }, page);
}

describe('the place of a button', () => {
  it('keeps its time while it is reported again, and through fractions of a pixel', () => {
    report('once', place);
    now = 900;
    report('once', { ...place, x: place.x + 0.6 });
    expect(places.get('once')?.since).toBe(100);
  });

  it('begins anew when it moves or grows, in small steps too', () => {
    report('once', place);
    for (let step = 1; step <= 4; step++) {
      now += 100;
      report('once', { ...place, x: place.x + step * 0.4 });
    }
    expect(places.get('once')?.since).toBe(400);
    now = 2000;
    report('once', { ...place, height: 40 });
    expect(places.get('once')?.since).toBe(2000);
  });

  it.each([
    ['wider than a button', { ...place, x: 0, width: LARGEST_PLACE.width + 1 }],
    ['higher than a button', { ...place, y: 0, height: LARGEST_PLACE.height + 1 }],
    ['partly outside the window', { ...place, y: 580 }],
    ['left of the window', { ...place, x: -20 }],
  ])('is refused when it is %s, and what stood before is gone', (_what, at) => {
    report('once', place);
    expect(report('once', at)).toMatch(/the place is/);
    expect(places.get('once')).toBeUndefined();
  });

  it('belongs to one answer: the last one that claims it', () => {
    report('once', place);
    report('always', { ...place, x: place.x + 20 });
    expect(places.get('once')).toBeUndefined();
    report('run', { ...place, y: place.y - 40 });
    expect([places.get('always'), places.get('run')]).not.toContain(undefined);
  });

  it('is forgotten once another card claims one', () => {
    report('once', place);
    report('other', { ...place, y: 0 }, 'other card');
    expect(places.get('once')).toBeUndefined();
  });

  it('stays where one for several cards, and this among them, comes to stand beside it', () => {
    report('once', place);
    report('several', { ...place, y: 0 }, 'other card', 'card');
    expect(places.get('once')).toBeDefined();
  });

  it('is one of a few', () => {
    const at = (index: number) => ({ x: 0, y: index * 20, width: 20, height: 10 });
    for (let index = 0; index < MOST_PLACES; index++) expect(report(`k${index}`, at(index))).toBeUndefined();
    expect(report('more', at(MOST_PLACES))).toMatch(/too many/);
    expect(report('k0', at(0))).toBeUndefined();
  });
});

describe('a point', () => {
  it.each([
    [{ x: 300, y: 550 }, true],
    [{ x: 420, y: 582 }, true],
    [{ x: 299, y: 560 }, false],
    [{ x: 350, y: 583 }, false],
  ])('%j in the place: %s', (point, inside) => {
    expect(contains(place, point)).toBe(inside);
  });
});
