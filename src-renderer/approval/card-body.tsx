/** What a person needs to judge a card, below its first line, in the order in which they need it. */
import { type ReactNode, type RefObject, useMemo } from 'react';
import type { ApprovalCard, StandingCard } from '../../src-shared/approval.ts';
import { foldText } from '../text/fold-text.ts';
import { CardDetails } from './card-details.tsx';
import { CardEffect } from './card-effect.tsx';
import { saysItAll } from './card-headline.tsx';
import { CardText, isBrief } from './card-text.tsx';
import { CardWarnings } from './card-warnings.tsx';
import { CardWho } from './card-who.tsx';
import { CardWhy } from './card-why.tsx';

interface CardBodyProps {
  readonly card: ApprovalCard & Partial<Pick<StandingCard, 'otherClaims'>>;
  readonly skew: number;
  readonly block: RefObject<HTMLElement | null>;
  /** True once a long text was opened between its ends. */
  readonly opened: boolean;
  readonly onOpen: () => void;
  /** Of a call that lets a picture go. */
  readonly picture: ReactNode;
}

export function CardBody({ card, skew, block, opened, onOpen, picture }: CardBodyProps) {
  const folded = useMemo(() => foldText(card.text), [card.text]);
  const text = saysItAll(card) ? null : (
    <CardText card={card} fold={opened ? undefined : folded} onOpen={onOpen} block={block} />
  );
  const brief = isBrief(card);
  return (
    <>
      {brief && text}
      {picture}
      <CardWarnings text={card.text} />
      <CardWhy card={card} />
      {!brief && text}
      <CardWho card={card} skew={skew} otherClaims={card.otherClaims ?? []} />
      <CardEffect card={card} />
      <CardDetails card={card} />
    </>
  );
}

/** Whether nothing of the text is folded away, so that all of it can come into sight. */
export function isUnfolded(card: ApprovalCard | undefined, opened: boolean): boolean {
  return card !== undefined && (opened || saysItAll(card) || foldText(card.text) === undefined);
}
