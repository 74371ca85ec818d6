/** Pictures as plain pixels: a part of one, parts painted over. Nothing here knows how they are encoded. */
import type { Rect } from '../../src-shared/picture.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Four bytes a pixel, the last one its opacity; row by row from the top, without gaps. */
export interface Bitmap extends Size {
  readonly data: Buffer;
}

const PIXEL_BYTES = 4;

/** Black and opaque, in whichever order the colours stand. */
const COVER = Buffer.from([0, 0, 0, 255]);

export function liesWithin({ x, y, width, height }: Rect, size: Size): boolean {
  return x + width <= size.width && y + height <= size.height;
}

/** A copy of this part, which must lie within the bitmap. */
export function cropped({ data, width }: Bitmap, part: Rect): Bitmap {
  const rowBytes = part.width * PIXEL_BYTES;
  const copy = Buffer.alloc(rowBytes * part.height);
  for (let row = 0; row < part.height; row += 1) {
    const from = ((part.y + row) * width + part.x) * PIXEL_BYTES;
    data.copy(copy, row * rowBytes, from, from + rowBytes);
  }
  return { data: copy, width: part.width, height: part.height };
}

/** A copy with these parts painted over; what lies outside of it is no part of them. */
export function covered({ data, width, height }: Bitmap, parts: readonly Rect[]): Bitmap {
  const copy = Buffer.from(data);
  for (const part of parts) {
    const right = Math.min(width, part.x + part.width);
    const bottom = Math.min(height, part.y + part.height);
    for (let row = Math.max(0, part.y); row < bottom; row += 1) {
      const start = (row * width + Math.max(0, part.x)) * PIXEL_BYTES;
      const end = (row * width + right) * PIXEL_BYTES;
      if (end > start) copy.fill(COVER, start, end);
    }
  }
  return { data: copy, width, height };
}

/** The same parts as seen from the top left corner of `part`; those that lie outside of it are none. */
export function seenFrom(part: Rect, rects: readonly Rect[]): readonly Rect[] {
  return rects.flatMap((rect) => {
    const x = Math.max(0, rect.x - part.x);
    const y = Math.max(0, rect.y - part.y);
    const width = Math.min(part.width, rect.x + rect.width - part.x) - x;
    const height = Math.min(part.height, rect.y + rect.height - part.y) - y;
    return width > 0 && height > 0 ? [{ x, y, width, height }] : [];
  });
}

/** Where these parts lie once the bitmap has another size: every pixel that has anything of them is one of theirs. */
export function scaledOutward(rects: readonly Rect[], from: Size, to: Size): readonly Rect[] {
  return rects.map((rect) => {
    const x = Math.floor((rect.x * to.width) / from.width);
    const y = Math.floor((rect.y * to.height) / from.height);
    const right = Math.min(to.width, Math.ceil(((rect.x + rect.width) * to.width) / from.width));
    const bottom = Math.min(to.height, Math.ceil(((rect.y + rect.height) * to.height) / from.height));
    return { x, y, width: right - x, height: bottom - y };
  });
}
