/** Makes a picture small enough for one result: as it is where it fits, else step by step smaller. */
import { byteSize } from './byte-size.ts';
import type { Ran } from './define-tool.ts';
import type { Picture, ScreenCapture } from './screen.ts';

/** Steps from sharp to small. Text on a screen stays readable down to about half size. */
const STEPS: readonly (readonly [scale: number, quality: number])[] = [
  [1, 85],
  [1, 70],
  [0.75, 75],
  [0.75, 60],
  [0.5, 70],
  [0.5, 50],
  [0.35, 50],
  [0.25, 40],
];

/** Bytes kept free for what stands around the picture. */
const RESERVED_BYTES = 1024;

/** Bytes of `bytes` bytes in base64. */
const base64Bytes = (bytes: number): number => Math.ceil(bytes / 3) * 4;

/** `maxBytes` is what the result may have on the wire. */
export function fitPicture(picture: Picture, maxBytes: number, screen: Pick<ScreenCapture, 'shrink'>): Ran {
  const { png, width, height } = picture;
  const budget = maxBytes - RESERVED_BYTES;
  if (base64Bytes(png.length) <= budget) {
    const image = { kind: 'image' as const, mimeType: 'image/png' as const, width, height };
    return { ok: true, result: { ...image, base64: png.toString('base64') } };
  }
  for (const [scale, quality] of STEPS) {
    const smaller = screen.shrink(png, Math.max(1, Math.round(width * scale)), quality);
    if (base64Bytes(smaller.jpeg.length) > budget) continue;
    const image = { kind: 'image' as const, mimeType: 'image/jpeg' as const, width: smaller.width };
    const note = `Scaled from ${width} × ${height} and compressed to fit.`;
    const base64 = smaller.jpeg.toString('base64');
    return { ok: true, result: { ...image, height: smaller.height, base64, note } };
  }
  const most = byteSize(maxBytes);
  return {
    ok: false,
    message: `the picture does not fit into a result of ${most}, even at a quarter of its size. Ask for a region.`,
  };
}
