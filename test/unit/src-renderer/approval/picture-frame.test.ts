import { describe, expect, it } from 'vitest';
import {
  firstFrame,
  frameBetween,
  moved,
  placeOf,
  resized,
  stepOf,
  viewOf,
  withFrame,
} from '../../../../src-renderer/approval/picture-frame.ts';

/** A crop of a larger picture, drawn at a fifth of its size. */
const view = { x: 100, y: 50, width: 1000, height: 500 };
const drawn = { width: 200, height: 100 };

describe('the frame on a picture', () => {
  it('is drawn on what is shown, and told in pixels of the picture as it was taken', () => {
    const whole = { width: 1280, height: 800 };
    expect(viewOf({ whole })).toEqual({ x: 0, y: 0, ...whole });
    expect(viewOf({ whole, edit: { crop: view, covers: [] } })).toBe(view);
    const expected = { x: 150, y: 100, width: 100, height: 250 };
    expect(frameBetween({ x: 10, y: 10 }, { x: 30, y: 60 }, drawn, view)).toEqual(expected);
    expect(frameBetween({ x: 30, y: 60 }, { x: 10, y: 10 }, drawn, view)).toEqual(expected);
  });

  it('takes in each pixel that it touches, and stays within the picture', () => {
    expect(frameBetween({ x: 10.1, y: 10.1 }, { x: 29.9, y: 59.9 }, drawn, view)).toEqual({
      x: 150,
      y: 100,
      width: 100,
      height: 250,
    });
    expect(frameBetween({ x: -50, y: -50 }, { x: 900, y: 900 }, drawn, view)).toEqual(view);
  });

  it('is none after a click, or beside the picture', () => {
    expect(frameBetween({ x: 10, y: 10 }, { x: 11, y: 90 }, drawn, view)).toBeUndefined();
    expect(frameBetween({ x: -90, y: 10 }, { x: -10, y: 90 }, drawn, view)).toBeUndefined();
  });

  it('begins in the middle, and is moved and sized by keys as far as the picture goes', () => {
    const frame = firstFrame(view);
    expect(frame).toEqual({ x: 433, y: 216, width: 333, height: 167 });
    expect(stepOf(view)).toBe(20);
    expect(moved(frame, { x: 20, y: -20 }, view)).toEqual({ ...frame, x: 453, y: 196 });
    expect(moved(frame, { x: 9999, y: -9999 }, view)).toEqual({ ...frame, x: 767, y: 50 });
    expect(resized(frame, { x: 9999, y: -9999 }, view)).toEqual({ ...frame, width: 667, height: 1 });
    expect(placeOf({ x: 350, y: 175, width: 500, height: 125 }, view)).toEqual({
      left: '25%',
      top: '25%',
      width: '50%',
      height: '25%',
    });
  });

  it('adds a cover, or takes the place of the crop', () => {
    const edit = { crop: view, covers: [view] };
    const frame = { ...view, width: 1 };
    expect(withFrame(edit, 'cover', frame)).toEqual({ crop: view, covers: [view, frame] });
    expect(withFrame(edit, 'crop', frame)).toEqual({ crop: frame, covers: [view] });
  });
});
