/** A screen of one display and one window whose pictures are real pixels, encoded without Electron. */
import { type Bitmap, cropped } from '../../src-main/tools/bitmap.ts';
import type { Region, ScreenCapture } from '../../src-main/tools/screen.ts';
import { decodePng, encodePng } from './plain-png.ts';

export const PLAIN_WINDOW = { id: 'window:7:0', title: 'Notes' };

/** Noise, so that it neither compresses nor repeats: no byte of it is 0, so nothing in it is black. */
export function noise(width: number, height: number): Bitmap {
  const data = Buffer.alloc(width * height * 4);
  let state = 1;
  for (let at = 0; at < data.length; at += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    data[at] = at % 4 === 3 ? 255 : 1 + ((state >> 8) % 255);
  }
  return { data, width, height };
}

/** The display shows `bitmap`, the window its upper left half. */
export function plainScreen(bitmap: Bitmap, changes: Partial<ScreenCapture> = {}): ScreenCapture {
  const { width, height } = bitmap;
  const part = (region: Region) => ({ png: encodePng(cropped(bitmap, region)), ...sizeOf(region) });
  const whole = { x: 0, y: 0, width, height };
  const half = { x: 0, y: 0, width: width >> 1, height: height >> 1 };
  return {
    leavesOutOwnWindows: false,
    available: () => true,
    displays: () => [{ id: 0, label: 'Built-in', width, height }],
    windows: async () => [PLAIN_WINDOW],
    inSight: async () => [PLAIN_WINDOW],
    captureDisplay: async (_id, region) => part(region ?? whole),
    captureWindow: async (id, region) =>
      id === PLAIN_WINDOW.id ? { ...part(region ?? half), title: PLAIN_WINDOW.title } : undefined,
    // As large as a picture of that quality might be.
    shrink: (png, to, quality) => {
      const { width: from, height: high } = decodePng(png);
      const scaled = Math.max(1, Math.round((high * to) / from));
      return { jpeg: Buffer.alloc(Math.round((to * scaled * quality) / 500), 2), width: to, height: scaled };
    },
    decode: decodePng,
    encode: encodePng,
    scale: nearest,
    ...changes,
  };
}

function sizeOf({ width, height }: Region) {
  return { width, height };
}

function nearest(bitmap: Bitmap, width: number): Bitmap {
  const height = Math.max(1, Math.round((bitmap.height * width) / bitmap.width));
  const data = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const fromX = Math.floor((x * bitmap.width) / width);
      const from = (Math.floor((y * bitmap.height) / height) * bitmap.width + fromX) * 4;
      bitmap.data.copy(data, (y * width + x) * 4, from, from + 4);
    }
  }
  return { data, width, height };
}
