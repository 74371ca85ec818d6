/** The first line of a card: what will happen, its verb plain and its object standing out. */
import { type RefObject, useMemo } from 'react';
import type { HeadlinePart } from '../../src-shared/action.ts';
import type { ApprovalCard } from '../../src-shared/approval.ts';
import { MarkedText } from '../parts/long-text.tsx';
import { marksIn, type TextMark } from '../text/text-marks.ts';
import { Count } from './count.tsx';

interface CardHeadlineProps {
  /** Missing while it is being fetched; then `summary` stands in for it. */
  readonly card: ApprovalCard | undefined;
  readonly summary: string;
  /** How many equal calls the card stands for. */
  readonly count: number;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/** True where the headline shows the whole text, so that it need not stand a second time below it. */
export function saysItAll(card: Pick<ApprovalCard, 'headline' | 'text'>): boolean {
  return card.headline.some((part) => part.object && part.text === card.text);
}

export function CardHeadline({ card, summary, count, heading }: CardHeadlineProps) {
  const parts: readonly HeadlinePart[] = card?.headline ?? [{ text: summary, object: true }];
  const marks = useMemo(() => (card ? marksIn(card.text, card.reasons) : []), [card]);
  return (
    // Main says it, in English whatever the window speaks.
    <h2 id="card-heading" className="headline" lang="en" dir="ltr" ref={heading} tabIndex={-1}>
      {parts.map((part, index) => {
        // The parts of one headline never move, so their place is their name.
        const key = `${index}`;
        if (!part.object) return part.text;
        return <HeadlineObject key={key} text={part.text} marks={part.text === card?.text ? marks : []} />;
      })}
      <Count of={count} />
    </h2>
  );
}

function HeadlineObject({ text, marks }: { readonly text: string; readonly marks: readonly TextMark[] }) {
  return (
    <bdi className="object" dir="ltr">
      <MarkedText text={text} marks={marks} mode="line" />
    </bdi>
  );
}
