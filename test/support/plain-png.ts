/** PNG by the letter of its specification, second to Electron's: what left is decoded by other hands than encoded it. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import type { Bitmap } from '../../src-main/tools/bitmap.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** Channels by colour type: truecolour, and truecolour with opacity. Electron writes no other. */
const CHANNELS: Readonly<Record<number, number>> = { 2: 3, 6: 4 };

/** Red, green, blue, opacity; each row unfiltered. */
export function encodePng({ data, width, height }: Bitmap): Buffer {
  const rows = Buffer.alloc(height * (width * 4 + 1));
  for (let y = 0; y < height; y += 1) {
    data.copy(rows, y * (width * 4 + 1) + 1, y * width * 4, (y + 1) * width * 4);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([SIGNATURE, ...chunks]);
}

/** As red, green, blue and opacity. Throws for what is no PNG, or one of another kind. */
export function decodePng(png: Buffer): Bitmap {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error('no PNG');
  const parts: Buffer[] = [];
  let width = 0;
  let height = 0;
  let channels = 0;
  for (let at = 8; at < png.length; ) {
    const size = png.readUInt32BE(at);
    const name = png.toString('latin1', at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + size);
    if (name === 'IHDR') {
      width = body.readUInt32BE(0);
      height = body.readUInt32BE(4);
      channels = CHANNELS[body[9] ?? 0] ?? 0;
      if (body[8] !== 8 || channels === 0 || body[12] !== 0) throw new Error('a PNG of another kind');
    } else if (name === 'IDAT') parts.push(body);
    at += size + 12;
  }
  return { data: pixelsOf(inflateSync(Buffer.concat(parts)), width, height, channels), width, height };
}

/** The colour at this place, as red, green, blue. */
export function colourAt({ data, width }: Bitmap, x: number, y: number): readonly number[] {
  const at = (y * width + x) * 4;
  return [...data.subarray(at, at + 3)];
}

function pixelsOf(rows: Buffer, width: number, height: number, channels: number): Buffer {
  const rowBytes = width * channels;
  const out = Buffer.alloc(width * height * 4, 255);
  let above = Buffer.alloc(rowBytes);
  for (let y = 0; y < height; y += 1) {
    const start = y * (rowBytes + 1);
    const row = Buffer.from(rows.subarray(start + 1, start + 1 + rowBytes));
    unfilter(row, above, rows[start] ?? 0, channels);
    for (let x = 0; x < width; x += 1) {
      row.copy(out, (y * width + x) * 4, x * channels, (x + 1) * channels);
    }
    above = row;
  }
  return out;
}

function unfilter(row: Buffer, above: Buffer, filter: number, channels: number): void {
  for (let at = 0; at < row.length; at += 1) {
    const left = at < channels ? 0 : (row[at - channels] ?? 0);
    const up = above[at] ?? 0;
    const upLeft = at < channels ? 0 : (above[at - channels] ?? 0);
    const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, upLeft)][filter] ?? 0;
    row[at] = ((row[at] ?? 0) + predicted) & 255;
  }
}

function paeth(left: number, up: number, upLeft: number): number {
  const guess = left + up - upLeft;
  const [toLeft, toUp, toUpLeft] = [left, up, upLeft].map((one) => Math.abs(guess - one)) as [
    number,
    number,
    number,
  ];
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const out = Buffer.alloc(named.length + 8);
  out.writeUInt32BE(body.length, 0);
  named.copy(out, 4);
  out.writeUInt32BE(crc32(named), named.length + 4);
  return out;
}
