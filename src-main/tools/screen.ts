/** What only a desktop can do for a tool: take a picture of a display and make it smaller. The desktop implements it. */
export interface ScreenCapture {
  /** A PNG of one display (all displays are numbered from 0), in real pixels. */
  capture(display: number): Promise<{ png: Buffer; width: number; height: number }>;
  displays(): readonly { id: number; label: string; width: number; height: number }[];
  /** Scales a PNG to `width` pixels and encodes it as JPEG with `quality` 1..100, to fit a frame. */
  shrink(png: Buffer, width: number, quality: number): { jpeg: Buffer; width: number; height: number };
}
