/** A text of any length in a box that scrolls: lines are numbered, hidden characters shown, the parts of reasons marked. */
import { memo, type ReactNode, type RefObject, useMemo, useRef } from 'react';
import { marksWithin, type TextMark } from '../text/text-marks.ts';
import { type TextPiece, textPieces } from '../text/text-pieces.ts';
import { useNearPieces } from './use-near-pieces.ts';
import { Visible } from './visible.tsx';

interface TextBoxProps {
  readonly labelledBy?: string;
  readonly block?: RefObject<HTMLElement | null>;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The box around stretches of one text. */
export function TextBox({ labelledBy, block, className = '', children }: TextBoxProps) {
  return (
    <section
      ref={block}
      className={`text-block ${className}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled text must be reachable to be scrolled by keyboard.
      tabIndex={0}
      dir="ltr"
      aria-labelledby={labelledBy}
    >
      {children}
    </section>
  );
}

interface LongTextProps extends Omit<TextBoxProps, 'children' | 'className'> {
  readonly text: string;
}

export function LongText({ text, labelledBy, block }: LongTextProps) {
  return (
    <TextBox {...(labelledBy ? { labelledBy } : {})} {...(block ? { block } : {})}>
      <TextLines text={text} numbered={text.includes('\n')} />
    </TextBox>
  );
}

interface TextLinesProps {
  readonly text: string;
  readonly numbered: boolean;
  /** Number of its first line. */
  readonly line?: number;
  /** True where it begins in the middle of that line. */
  readonly continues?: boolean;
  /** Counted from where the text begins that `at` is a place in. */
  readonly marks?: readonly TextMark[];
  readonly at?: number;
}

const NO_MARKS: readonly TextMark[] = [];

export function TextLines({
  text,
  numbered,
  line = 1,
  continues = false,
  marks = NO_MARKS,
  at = 0,
}: TextLinesProps) {
  const pieces = useMemo(() => textPieces(text, line), [text, line]);
  const box = useRef<HTMLDivElement>(null);
  const near = useNearPieces(box, pieces);
  return (
    <div ref={box}>
      {pieces.map((piece, index) => (
        <Piece
          // The pieces of one text never move, so their place is their name.
          key={piece.at}
          piece={piece}
          room={near.isNear(index) ? undefined : near.roomFor(index)}
          continues={piece.continues || (continues && index === 0)}
          numbered={numbered}
          marks={marks}
          at={at}
        />
      ))}
    </div>
  );
}

interface PieceProps {
  readonly piece: TextPiece;
  /** The height that is kept for it in pixels, while it is too far away to be drawn. */
  readonly room: number | undefined;
  readonly continues: boolean;
  readonly numbered: boolean;
  readonly marks: readonly TextMark[];
  readonly at: number;
}

/** Its element stays whether it is drawn or not: it is watched. */
const Piece = memo(function Piece({ piece, room, continues, numbered, marks, at }: PieceProps) {
  const isDrawn = room === undefined;
  return (
    <div
      data-piece={isDrawn ? 'text' : 'room'}
      className={numbered ? 'line' : undefined}
      data-line={numbered ? gutter(piece, continues) : undefined}
      style={isDrawn ? undefined : { height: room }}
    >
      {isDrawn && (numbered && piece.text === '' ? '\n' : <PieceText piece={piece} marks={marks} at={at} />)}
    </div>
  );
});

function PieceText({ piece, marks, at }: Pick<PieceProps, 'piece' | 'marks' | 'at'>) {
  return <MarkedText text={piece.text} marks={marksWithin(marks, at + piece.at, piece.text.length)} />;
}

interface MarkedTextProps {
  readonly text: string;
  /** Counted from the beginning of this text. */
  readonly marks: readonly TextMark[];
  readonly mode?: 'line' | 'code';
}

export function MarkedText({ text, marks, mode = 'code' }: MarkedTextProps) {
  if (marks.length === 0) return <Visible text={text} mode={mode} />;
  const out: ReactNode[] = [];
  let from = 0;
  for (const mark of marks) {
    if (mark.from > from)
      out.push(<Visible key={from} text={text.slice(from, mark.from)} mode={mode} goesOn />);
    out.push(
      <mark key={`mark ${mark.from}`} className={`part part-${mark.weight}`}>
        <Visible text={text.slice(mark.from, mark.to)} mode={mode} goesOn={mark.to < text.length} />
      </mark>,
    );
    from = mark.to;
  }
  if (from < text.length) out.push(<Visible key={from} text={text.slice(from)} mode={mode} />);
  return out;
}

function gutter(piece: TextPiece, continues: boolean): string {
  if (continues) return '↪';
  return piece.line === undefined ? '' : String(piece.line);
}
