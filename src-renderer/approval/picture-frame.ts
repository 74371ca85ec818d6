/** The frame that a person draws on a picture, in pixels of the picture as it was taken. Pure. */
import type { PictureEdit, Rect, WaitingPicture } from '../../src-shared/picture.ts';

/** What a frame is drawn for. */
export type PictureTool = 'cover' | 'crop';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The part of the picture as it was taken that is shown now. */
export function viewOf({ whole, edit }: Pick<WaitingPicture, 'whole' | 'edit'>): Rect {
  return edit?.crop ?? { x: 0, y: 0, ...whole };
}

/**
 * The frame from one corner to the other, both in CSS pixels from the top left corner of the picture as it is drawn; every
 * pixel that it touches is in it. Undefined where it has no area: that was a click.
 */
export function frameBetween(from: Point, to: Point, drawn: Size, view: Rect): Rect | undefined {
  const [left, right] = stretch(from.x, to.x, drawn.width, view.x, view.width);
  const [top, bottom] = stretch(from.y, to.y, drawn.height, view.y, view.height);
  if (Math.abs(from.x - to.x) < 2 || Math.abs(from.y - to.y) < 2 || right <= left || bottom <= top) {
    return undefined;
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** A third of the picture, in its middle. */
export function firstFrame(view: Rect): Rect {
  const width = Math.max(1, Math.round(view.width / 3));
  const height = Math.max(1, Math.round(view.height / 3));
  const x = view.x + Math.floor((view.width - width) / 2);
  const y = view.y + Math.floor((view.height - height) / 2);
  return { x, y, width, height };
}

/** How far one key press goes, in pixels. */
export function stepOf(view: Rect): number {
  return Math.max(1, Math.round(Math.max(view.width, view.height) / 50));
}

/** It stays within what is shown. */
export function moved(frame: Rect, by: Point, view: Rect): Rect {
  const x = within(frame.x + by.x, view.x, view.x + view.width - frame.width);
  const y = within(frame.y + by.y, view.y, view.y + view.height - frame.height);
  return { ...frame, x, y };
}

/** Its top left corner stays where it is. */
export function resized(frame: Rect, by: Point, view: Rect): Rect {
  const width = within(frame.width + by.x, 1, view.x + view.width - frame.x);
  const height = within(frame.height + by.y, 1, view.y + view.height - frame.y);
  return { ...frame, width, height };
}

/** Where it stands over the drawn picture, whatever the size of that. */
export function placeOf(frame: Rect, view: Rect) {
  const percent = (part: number, of: number) => `${(100 * part) / of}%`;
  return {
    left: percent(frame.x - view.x, view.width),
    top: percent(frame.y - view.y, view.height),
    width: percent(frame.width, view.width),
    height: percent(frame.height, view.height),
  };
}

export function withFrame(edit: PictureEdit, tool: PictureTool, frame: Rect): PictureEdit {
  return tool === 'crop' ? { ...edit, crop: frame } : { ...edit, covers: [...edit.covers, frame] };
}

function stretch(one: number, other: number, drawn: number, start: number, length: number) {
  const from = Math.floor((Math.min(one, other) * length) / drawn);
  const to = Math.ceil((Math.max(one, other) * length) / drawn);
  return [start + within(from, 0, length), start + within(to, 0, length)] as const;
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
