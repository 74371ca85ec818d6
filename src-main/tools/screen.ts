/** What only a desktop can do for a tool: say what can be looked at, take pictures, make them smaller. The desktop implements it. */
import type { Bitmap } from './bitmap.ts';

/** Pixels of the picture, from its top left corner. */
export type Region = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export interface DisplayView {
  /** Displays are numbered from 0. */
  readonly id: number;
  /** What the system calls it; may be empty. */
  readonly label: string;
  /** Real pixels. */
  readonly width: number;
  readonly height: number;
}

export interface WindowView {
  /** The system's own name of the window, which it can give to another one later. */
  readonly id: string;
  readonly title: string;
  /** The program that it belongs to, where the system tells that. */
  readonly program?: string;
}

export interface Picture {
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
}

export interface ScreenCapture {
  /** True where the system keeps Doorman's own windows out of pictures of displays. */
  readonly leavesOutOwnWindows: boolean;
  /** False while nothing can be looked at: no display is attached, or the system forbids it for good. */
  available(): boolean;
  displays(): readonly DisplayView[];
  /** The windows that can be looked at, without Doorman's own. */
  windows(): Promise<readonly WindowView[]>;
  /**
   * What of other programs can be in a picture of a display, also what cannot be looked at by itself. Rejects where nobody
   * can say.
   */
  inSight(): Promise<readonly Pick<WindowView, 'title' | 'program'>[]>;
  /** A display in real pixels, or a part of it. Rejects when it is gone or the system gives no picture. */
  captureDisplay(id: number, region?: Region): Promise<Picture>;
  /**
   * A window and the title that it has in that moment, or nothing when it is gone. The system scales windows to about
   * the size of a display. Rejects when it gives no picture, or the region lies outside of it.
   */
  captureWindow(id: string, region?: Region): Promise<(Picture & { readonly title: string }) | undefined>;
  /** Scales a PNG to `width` pixels and encodes it as JPEG with `quality` 1..100, to fit a frame. */
  shrink(png: Buffer, width: number, quality: number): { jpeg: Buffer; width: number; height: number };
  decode(png: Buffer): Bitmap;
  /** As PNG, without loss. */
  encode(bitmap: Bitmap): Buffer;
  /** To `width` pixels, with its proportions. */
  scale(bitmap: Bitmap, width: number): Bitmap;
}
