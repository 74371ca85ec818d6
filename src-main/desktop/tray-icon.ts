/** Draws the tray icon of a state as raw pixels, without any file. */
import type { OverallState } from '../../src-shared/overall-state.ts';
import { digits, glyphs } from './tray-glyphs.ts';

const CELLS = 16;
/** Where the number waiting stands on the door. */
const DIGIT_AT = { x: 6, y: 3 };

type Colour = readonly [red: number, green: number, blue: number];

/** Middle tones, so that they stand out from light and from dark panels. */
const COLOURS: Readonly<Record<OverallState, Colour>> = {
  connected: [0x2e, 0xa0, 0x5f],
  connecting: [0xd1, 0x8f, 0x1f],
  offline: [0x8a, 0x8f, 0x98],
  'needs-you': [0xe5, 0x5a, 0x2b],
  paused: [0x4a, 0x86, 0xd8],
  stopped: [0xd6, 0x3b, 0x3b],
};
const BLACK: Colour = [0, 0, 0];

export interface TrayPicture {
  readonly state: OverallState;
  readonly waiting: number;
  /** Pixels a cell: the picture is 16 times this wide and high. */
  readonly scale: number;
  /** Black on clear, for systems that colour the icon themselves. */
  readonly template: boolean;
}

/** Four bytes a pixel, blue, green, red, alpha, as `nativeImage.createFromBitmap` takes them on little-endian machines. */
export function drawTrayIcon({ state, waiting, scale, template }: TrayPicture): Buffer {
  const grid = glyphs[state].trim().split('\n');
  const ink = (x: number, y: number) =>
    grid[y]?.[x] === '#' && !(state === 'needs-you' && isDigit(waiting, x, y));
  const [red, green, blue] = template ? BLACK : COLOURS[state];
  const side = CELLS * scale;
  const pixels = Buffer.alloc(side * side * 4);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (!ink(Math.floor(x / scale), Math.floor(y / scale))) continue;
      pixels.set([blue, green, red, 0xff], (y * side + x) * 4);
    }
  }
  return pixels;
}

function isDigit(waiting: number, x: number, y: number): boolean {
  const digit = digits[waiting > 9 ? '+' : String(waiting)];
  return digit?.split('\n')[y - DIGIT_AT.y]?.[x - DIGIT_AT.x] === '#';
}
