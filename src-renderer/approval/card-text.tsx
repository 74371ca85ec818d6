/** The whole text of an action: every line, every character. A long one shows its start and its end, and opens between. */
import { type RefObject, useMemo } from 'react';
import type { ApprovalCard } from '../../src-shared/approval.ts';
import { TextBox, TextLines } from '../parts/long-text.tsx';
import { strings } from '../strings.ts';
import type { FoldedPart, FoldedText } from '../text/fold-text.ts';
import { marksIn, type TextMark } from '../text/text-marks.ts';

interface CardTextProps {
  readonly card: ApprovalCard;
  /** The text folded, where it is long and was not opened. */
  readonly fold: FoldedText | undefined;
  readonly onOpen: () => void;
  readonly block: RefObject<HTMLElement | null>;
}

/** A path or a sentence, which stands small below the first line; what runs has a box of its own. */
export function isBrief({ text, acts }: Pick<ApprovalCard, 'text' | 'acts'>): boolean {
  return !acts && text.length <= 300 && !text.includes('\n');
}

export function CardText({ card, fold, onOpen, block }: CardTextProps) {
  const { text, reasons } = card;
  const marks = useMemo(() => marksIn(text, reasons), [text, reasons]);
  const lines = text.split('\n').length;
  const brief = isBrief(card);
  return (
    <section className={brief ? 'whole whole-brief' : 'whole'} aria-labelledby="whole-label">
      <h3 id="whole-label">
        {brief ? strings.card.brief : strings.card.exactly}
        {!brief && <span className="whole-size">{strings.card.size(lines, [...text].length)}</span>}
      </h3>
      <TextBox labelledBy="whole-label" block={block} className={fold === undefined ? '' : 'text-folded'}>
        {fold === undefined ? (
          <TextLines text={text} numbered={lines > 1} marks={marks} />
        ) : (
          <Folded fold={fold} marks={marks} numbered={lines > 1} onOpen={onOpen} />
        )}
      </TextBox>
    </section>
  );
}

interface FoldedProps {
  readonly fold: FoldedText;
  readonly marks: readonly TextMark[];
  readonly numbered: boolean;
  readonly onOpen: () => void;
}

function Folded({ fold: { head, middle, tail }, marks, numbered, onOpen }: FoldedProps) {
  const part = ({ text, at, line, continues }: FoldedPart) => (
    <TextLines text={text} at={at} line={line} continues={continues} marks={marks} numbered={numbered} />
  );
  const lines = middle.text.split('\n').length;
  return (
    <>
      {part(head)}
      <button type="button" className="fold" aria-expanded={false} onClick={onOpen}>
        {strings.card.between(lines, [...middle.text].length)}
      </button>
      {part(tail)}
    </>
  );
}
