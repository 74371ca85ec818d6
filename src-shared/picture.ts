/** A picture that waits to leave: its very bytes, what they were made from, and what the person changed of it. */
import { z } from 'zod';

/** A result that is a picture. */
export interface PictureResult {
  readonly kind: 'image';
  readonly mimeType: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
  readonly base64: string;
  readonly note?: string;
}

/** Parts that one picture can have covered: more by hand is a picture that is better withheld. */
export const MOST_COVERS = 64;

const pixels = z.int().min(0).max(100_000);

/** Whole pixels of the picture as it was taken, from its top left corner. */
export const rectSchema = z.strictObject({
  x: pixels,
  y: pixels,
  width: pixels.min(1),
  height: pixels.min(1),
});
export type Rect = z.infer<typeof rectSchema>;

/** All that is changed of a picture, always said of it as it was taken: an edit stands in place of the one before it. */
export const pictureEditSchema = z.strictObject({
  crop: rectSchema.optional(),
  /** Parts that are painted over in opaque black. */
  covers: z.array(rectSchema).max(MOST_COVERS),
});
export type PictureEdit = z.infer<typeof pictureEditSchema>;

export const UNTOUCHED: PictureEdit = { covers: [] };

export interface WaitingPicture {
  /** What leaves, bytes and note. */
  readonly image: PictureResult;
  /** The size of the picture as it was taken. */
  readonly whole: { readonly width: number; readonly height: number };
  /** What the person changed; missing where this picture cannot be changed. */
  readonly edit?: PictureEdit;
  /** Unix milliseconds; missing where nobody noted it. */
  readonly takenAt?: number;
}

/** One that was taken before anybody decided, and is what leaves. */
export interface TakenPicture extends WaitingPicture {
  /** Of the file, in hex. */
  readonly sha256: string;
  /** Of the file. */
  readonly bytes: number;
  readonly edit: PictureEdit;
  readonly takenAt: number;
}

export function isTouched(edit: PictureEdit | undefined): boolean {
  return edit !== undefined && (edit.crop !== undefined || edit.covers.length > 0);
}
