/** How much of a text was on screen, piece by piece: the text counts as seen when no piece has a gap left. */
import { addSeen, coversAll, type Range } from './seen-ranges.ts';

/** Part of the window, in pixels from its top. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Where a piece stands now. One that is not drawn shows nothing, wherever its room is. */
export interface PiecePlace extends Stretch {
  readonly isDrawn: boolean;
}

/** What was seen of a piece: all of it, or ranges of it at the height that it had. */
type Seen = 'whole' | { readonly height: number; readonly ranges: readonly Range[] };

/** Two heights that differ by less are one: layout gives fractions of a pixel. */
const SAME_HEIGHT_PX = 0.5;

export class SeenText {
  readonly #seen = new Map<number, Seen>();
  #whole = 0;

  /** Notes what shows now. True once every piece was on screen whole. */
  look(visible: Stretch, pieces: readonly PiecePlace[]): boolean {
    for (const [index, piece] of pieces.entries()) {
      if (!piece.isDrawn || piece.to < visible.from || piece.from > visible.to) continue;
      this.#note(index, piece, visible);
    }
    return pieces.length > 0 && this.#whole === pieces.length;
  }

  #note(index: number, piece: Stretch, visible: Stretch): void {
    const before = this.#seen.get(index);
    if (before === 'whole') return;
    const height = piece.to - piece.from;
    // Wrapped anew at another width, old positions mean nothing.
    const isSame = before !== undefined && Math.abs(before.height - height) < SAME_HEIGHT_PX;
    const now = {
      from: Math.max(0, visible.from - piece.from),
      to: Math.min(height, visible.to - piece.from),
    };
    const ranges = addSeen(isSame ? before.ranges : [], now);
    const isWhole = coversAll(ranges, height);
    if (isWhole) this.#whole += 1;
    this.#seen.set(index, isWhole ? 'whole' : { height, ranges });
  }
}
