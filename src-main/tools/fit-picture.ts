/** Makes a picture small enough for one result: as it is where it fits, else step by step smaller. */
import { isTouched, type PictureEdit, type PictureResult, type Rect } from '../../src-shared/picture.ts';
import { type Bitmap, covered, cropped, liesWithin, scaledOutward, seenFrom } from './bitmap.ts';
import { byteSize } from './byte-size.ts';
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

/** Steps of what was painted over, which is never compressed with loss. */
const EXACT_STEPS = [1, 0.75, 0.5, 0.35, 0.25] as const;

/** Bytes kept free for what stands around the picture. */
const RESERVED_BYTES = 1024;

/** Bytes of `bytes` bytes in base64. */
const base64Bytes = (bytes: number): number => Math.ceil(bytes / 3) * 4;

/** A picture that fits, with the bytes of its file; or why there is none. */
export type Fitted =
  | { readonly ok: true; readonly image: PictureResult; readonly file: Buffer }
  | { readonly ok: false; readonly message: string };

type Codec = Pick<ScreenCapture, 'shrink' | 'decode' | 'encode' | 'scale'>;

/** `maxBytes` is what the result may have on the wire. */
export function fitPicture(picture: Picture, maxBytes: number, codec: Pick<Codec, 'shrink'>): Fitted {
  const { png, width, height } = picture;
  const budget = maxBytes - RESERVED_BYTES;
  if (base64Bytes(png.length) <= budget) return fitted(png, { mimeType: 'image/png', width, height });
  for (const [scale, quality] of STEPS) {
    const { jpeg, ...size } = codec.shrink(png, Math.max(1, Math.round(width * scale)), quality);
    if (base64Bytes(jpeg.length) > budget) continue;
    const note = `Scaled from ${width} × ${height} and compressed to fit.`;
    return fitted(jpeg, { mimeType: 'image/jpeg', ...size, note });
  }
  return tooLarge(maxBytes, 'Ask for a region.');
}

/**
 * What the person makes of the picture as it was taken, so that it fits: a part of it, with parts painted over in opaque
 * black. Painted parts are black before it is scaled and again after, so that nothing of what they cover is left.
 */
export function editPicture(picture: Picture, edit: PictureEdit, maxBytes: number, codec: Codec): Fitted {
  if (!isTouched(edit)) return fitPicture(picture, maxBytes, codec);
  const { crop = { x: 0, y: 0, width: picture.width, height: picture.height }, covers } = edit;
  if (![crop, ...covers].every((rect) => liesWithin(rect, picture))) {
    return { ok: false, message: 'A part lies outside of the picture. Draw it inside.' };
  }
  const parts = seenFrom(crop, covers);
  const part = covered(cropped(codec.decode(picture.png), crop), parts);
  for (const scale of EXACT_STEPS) {
    const bitmap = scale === 1 ? part : scaled(part, scale, parts, codec);
    const png = codec.encode(bitmap);
    if (base64Bytes(png.length) > maxBytes - RESERVED_BYTES) continue;
    const { width, height } = bitmap;
    const note = [
      editWords(edit, picture),
      scale === 1 ? '' : ` Scaled from ${part.width} × ${part.height} to fit.`,
    ];
    return fitted(png, { mimeType: 'image/png', width, height, note: note.join('') });
  }
  return tooLarge(maxBytes, 'Crop it to a smaller part.');
}

function scaled(part: Bitmap, scale: number, parts: readonly Rect[], codec: Codec): Bitmap {
  const smaller = codec.scale(part, Math.max(1, Math.round(part.width * scale)));
  return covered(smaller, scaledOutward(parts, part, smaller));
}

/** What the agent is told of what it does not see. */
function editWords({ crop, covers }: PictureEdit, whole: Picture): string {
  const cut = crop
    ? `cropped this picture to ${crop.width} × ${crop.height} at ${crop.x}, ${crop.y} of ${whole.width} × ${whole.height}`
    : '';
  const count = covers.length === 1 ? 'a part' : `${covers.length} parts`;
  const painted =
    covers.length > 0 ? `painted over ${count} of ${crop ? 'it' : 'this picture'} in black` : '';
  return `The person at this machine ${[cut, painted].filter(Boolean).join(' and ')} before it was sent.`;
}

function fitted(file: Buffer, facts: Omit<PictureResult, 'kind' | 'base64'>): Fitted {
  return { ok: true, file, image: { kind: 'image', ...facts, base64: file.toString('base64') } };
}

function tooLarge(maxBytes: number, advice: string): Fitted {
  const most = byteSize(maxBytes);
  return {
    ok: false,
    message: `the picture does not fit into a result of ${most}, even at a quarter of its size. ${advice}`,
  };
}
