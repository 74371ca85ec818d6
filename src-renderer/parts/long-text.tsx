/** A text of any length, whole, in a box that scrolls: lines are numbered, hidden characters shown. */
import { type RefObject, useMemo } from 'react';
import { countSpecial, visibleText } from '../../src-shared/visible-text.ts';
import { type TextPiece, textPieces } from '../text/text-pieces.ts';
import { Visible } from './visible.tsx';

interface LongTextProps {
  readonly text: string;
  readonly labelledBy?: string;
  readonly block?: RefObject<HTMLElement | null>;
}

// Beyond this many marked parts the tokens stand unmarked, and the box itself keeps the letters in their order.
const MAX_MARKED = 2_000;

export function LongText({ text, labelledBy, block }: LongTextProps) {
  const pieces = useMemo(() => textPieces(text), [text]);
  const marked = useMemo(() => countSpecial(text) <= MAX_MARKED, [text]);
  const numbered = pieces.length > 1;
  const className = marked ? 'text-block' : 'text-block text-block-forced';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled text must be reachable to be scrolled by keyboard.
    <section ref={block} className={className} tabIndex={0} dir="ltr" aria-labelledby={labelledBy}>
      {pieces.map((piece, index) => {
        // The pieces of one text never move, so their place is their name.
        const key = `${index}`;
        return <Piece key={key} piece={piece} marked={marked} numbered={numbered} />;
      })}
    </section>
  );
}

interface PieceProps {
  readonly piece: TextPiece;
  readonly marked: boolean;
  readonly numbered: boolean;
}

function Piece({ piece, marked, numbered }: PieceProps) {
  const text = marked ? <Visible text={piece.text} mode="block" /> : visibleText(piece.text, 'block');
  if (!numbered) return <div>{text}</div>;
  return (
    <div className="line" data-line={gutter(piece)}>
      {piece.text === '' ? '\n' : text}
    </div>
  );
}

function gutter(piece: TextPiece): string {
  if (piece.continues) return '↪';
  return piece.line === undefined ? '' : String(piece.line);
}
