import { describe, expect, it } from 'vitest';
import { findPicture } from '../../../../src-renderer/main/find-picture.ts';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ';

describe('a picture in an output', () => {
  it('is found by its type and its first bytes, and the rest is kept', () => {
    const found = findPicture({ type: 'image', mime_type: 'image/png', width: 2, data: png });
    expect(found?.src).toBe(`data:image/png;base64,${png}`);
    expect(found?.rest).toEqual({ type: 'image', mime_type: 'image/png', width: 2, data: '… 33 bytes …' });
  });

  it('is found one level down', () => {
    expect(findPicture({ content: [{ mimeType: 'image/png', data: png }] })?.src).toContain(png);
  });

  it('is not seen in other outputs, nor in data that is no picture', () => {
    expect(findPicture('image/png')).toBeUndefined();
    expect(findPicture({ mime_type: 'image/png', data: 'bm90IGEgcGljdHVyZQ==' })).toBeUndefined();
    expect(findPicture({ mime_type: 'image/svg+xml', data: png })).toBeUndefined();
  });
});
