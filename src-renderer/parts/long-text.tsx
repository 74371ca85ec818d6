/** A text of any length in a box that scrolls: lines are numbered, hidden characters shown, the parts of reasons marked. */
import { type ReactNode, type RefObject, useMemo } from 'react';
import { countSpecial, visibleText } from '../../src-shared/visible-text.ts';
import { marksWithin, type TextMark } from '../text/text-marks.ts';
import { type TextPiece, textPieces } from '../text/text-pieces.ts';
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

// Beyond this many marked parts the tokens stand unmarked, and the letters are kept in their order.
const MAX_MARKED = 2_000;

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
  const marked = useMemo(() => countSpecial(text, 'code') <= MAX_MARKED, [text]);
  return (
    <div className={marked ? undefined : 'text-forced'}>
      {pieces.map((piece, index) => {
        const shown = continues && index === 0 ? { ...piece, continues } : piece;
        // The pieces of one text never move, so their place is their name.
        const key = `${index}`;
        return <Piece key={key} piece={shown} marked={marked} numbered={numbered} marks={marks} at={at} />;
      })}
    </div>
  );
}

interface PieceProps {
  readonly piece: TextPiece;
  readonly marked: boolean;
  readonly numbered: boolean;
  readonly marks: readonly TextMark[];
  readonly at: number;
}

function Piece({ piece, marked, numbered, marks, at }: PieceProps) {
  const here = marksWithin(marks, at + piece.at, piece.text.length);
  const text = marked ? <MarkedText text={piece.text} marks={here} /> : visibleText(piece.text, 'block');
  if (!numbered) return <div>{text}</div>;
  return (
    <div className="line" data-line={gutter(piece)}>
      {piece.text === '' ? '\n' : text}
    </div>
  );
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

function gutter(piece: TextPiece): string {
  if (piece.continues) return '↪';
  return piece.line === undefined ? '' : String(piece.line);
}
