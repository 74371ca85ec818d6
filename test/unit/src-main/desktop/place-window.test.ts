import { describe, expect, it } from 'vitest';
import {
  keptPlace,
  placeByTray,
  type Screen,
  type Surroundings,
} from '../../../../src-main/desktop/place-window.ts';

/** A bar of 40 pixels along one side of a screen of 1920 × 1080. */
const bars = {
  top: { x: 0, y: 40, width: 1920, height: 1040 },
  bottom: { x: 0, y: 0, width: 1920, height: 1040 },
  left: { x: 40, y: 0, width: 1880, height: 1080 },
  right: { x: 0, y: 0, width: 1880, height: 1080 },
};
const big = (workArea = bars.top): Screen => ({
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
  workArea,
});
/** To the left of the big one, so its places are below zero. */
const beside: Screen = {
  bounds: { x: -1280, y: 200, width: 1280, height: 800 },
  workArea: { x: -1280, y: 200, width: 1280, height: 800 },
};
const size = { width: 440, height: 560 };

function around(given: Partial<Surroundings>): Surroundings {
  return { screens: [big()], pointer: { x: 0, y: 0 }, tray: undefined, trayCorner: 'upper', ...given };
}

describe('the first place of a window', () => {
  it.each([
    // The icon's middle is the window's, as far as the screen lets it.
    ['under a bar on top', bars.top, { x: 1500, y: 8, width: 24, height: 24 }, { x: 1292, y: 52 }],
    ['over a bar below', bars.bottom, { x: 1500, y: 1048, width: 24, height: 24 }, { x: 1292, y: 468 }],
    ['at the right edge', bars.top, { x: 1890, y: 8, width: 24, height: 24 }, { x: 1468, y: 52 }],
    ['at the left edge', bars.bottom, { x: 4, y: 1048, width: 24, height: 24 }, { x: 12, y: 468 }],
    ['beside a bar on the left', bars.left, { x: 8, y: 1000, width: 24, height: 24 }, { x: 52, y: 428 }],
    ['beside a bar on the right', bars.right, { x: 1888, y: 60, width: 24, height: 24 }, { x: 1428, y: 96 }],
    [
      'clear of an icon whose bar hides itself',
      big().bounds,
      { x: 1500, y: 0, width: 24, height: 40 },
      { x: 1292, y: 52 },
    ],
  ])('is by the tray icon: %s', (_where, workArea, tray, place) => {
    const screens = [big(workArea), beside] as const;
    expect(placeByTray(size, around({ screens: [...screens], tray }))).toEqual({ ...size, ...place });
  });

  it('is on the screen of the tray icon, wherever the pointer is', () => {
    const tray = { x: -300, y: 205, width: 20, height: 20 };
    const pointer = { x: 900, y: 500 };
    const place = placeByTray(size, around({ screens: [big(), beside], tray, pointer }));
    expect(place).toEqual({ ...size, x: -510, y: 237 });
  });

  it.each([
    ['upper', { x: 900, y: 500 }, { x: 1468, y: 52 }],
    ['lower', { x: 900, y: 500 }, { x: 1468, y: 508 }],
    ['upper', { x: -900, y: 500 }, { x: -452, y: 212 }],
    ['lower', { x: -900, y: 500 }, { x: -452, y: 428 }],
    // Between screens of unequal height there are points that are on none.
    ['upper', { x: -900, y: 50 }, { x: 1468, y: 52 }],
  ] as const)(
    'without an icon is the %s corner of the screen with the pointer: %j',
    (corner, pointer, place) => {
      const expected = { ...size, ...place };
      // Linux tells of an icon without a size; an icon may also be kept on no screen at all.
      for (const tray of [
        undefined,
        { x: 0, y: 0, width: 0, height: 0 },
        { x: 9000, y: 0, width: 24, height: 24 },
      ]) {
        const surroundings = around({ screens: [big(), beside], pointer, tray, trayCorner: corner });
        expect(placeByTray(size, surroundings)).toEqual(expected);
      }
    },
  );

  it('is cut to a screen that is smaller than the window', () => {
    const bounds = { x: 0, y: 0, width: 400, height: 300 };
    const surroundings = around({ screens: [{ bounds, workArea: bounds }] });
    expect(placeByTray(size, surroundings)).toEqual({ x: 12, y: 12, width: 376, height: 276 });
  });
});

describe('the place where the person left a window', () => {
  const screens = [big(), beside];

  it.each([
    ['in the middle', { x: 300, y: 300 }],
    ['over the edge between two screens', { x: -220, y: 300 }],
    ['with its lower part out of the screen', { x: 300, y: 1000 }],
    ['with a hundred pixels left of it at the side', { x: 1820, y: 300 }],
  ])('is kept %s', (_where, place) => {
    expect(keptPlace({ ...size, ...place }, screens)).toEqual({ ...size, ...place });
  });

  it.each([
    ['on a screen that is gone', { x: 2500, y: 300 }],
    ['with its upper edge above every screen', { x: 300, y: -200 }],
    ['with its upper edge behind a bar', { x: 300, y: 10 }],
    ['with its upper edge too far down', { x: 300, y: 1070 }],
    ['with less than a hand can hold', { x: 1821, y: 300 }],
  ])('is not kept %s', (_where, place) => {
    expect(keptPlace({ ...size, ...place }, screens)).toBeUndefined();
  });

  it('is cut to the screen that it is on', () => {
    const place = { x: -1280, y: 200, width: 1900, height: 1000 };
    expect(keptPlace(place, [beside])).toEqual({ ...place, width: 1280, height: 800 });
  });
});
