import { describe, expect, it } from 'vitest';
import { SeenText } from '../../../../src-renderer/approval/seen-text.ts';

const drawn = (from: number, to: number) => ({ from, to, isDrawn: true });
const room = (from: number, to: number) => ({ from, to, isDrawn: false });

describe('a text in pieces', () => {
  it('was seen when each piece was on screen, in whatever order and stretches', () => {
    const text = new SeenText();
    expect(text.look({ from: 0, to: 100 }, [drawn(0, 150), drawn(150, 250)])).toBe(false);
    // Scrolled on by 200 pixels: the first piece lacks its middle.
    expect(text.look({ from: 0, to: 100 }, [drawn(-200, -50), drawn(-50, 50)])).toBe(false);
    expect(text.look({ from: 0, to: 100 }, [drawn(-60, 90), drawn(90, 190)])).toBe(false);
    expect(text.look({ from: 0, to: 100 }, [drawn(-150, 0), drawn(0, 100)])).toBe(true);
  });

  it('was not seen where a piece only had its room on screen', () => {
    const text = new SeenText();
    expect(text.look({ from: 0, to: 100 }, [drawn(0, 40), room(40, 80)])).toBe(false);
    expect(text.look({ from: 0, to: 100 }, [drawn(0, 40), drawn(40, 95)])).toBe(true);
  });

  it('keeps what was seen whole, and begins anew with a piece that was wrapped anew', () => {
    const text = new SeenText();
    text.look({ from: 0, to: 60 }, [drawn(0, 40), drawn(40, 100)]);
    // Narrower: the second piece is higher now, and what was seen of it is another part of it.
    expect(text.look({ from: 0, to: 60 }, [drawn(-110, -50), drawn(-50, 60)])).toBe(false);
    expect(text.look({ from: 0, to: 60 }, [drawn(-60, 0), drawn(0, 110)])).toBe(true);
  });

  it('has something to be seen', () => {
    expect(new SeenText().look({ from: 0, to: 100 }, [])).toBe(false);
  });
});
