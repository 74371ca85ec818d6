/** The card on show, each kind as it wants to be read: a call to be decided, a question, a finished result. */
import type { ReactNode } from 'react';
import { assertNever } from '../../src-shared/outcome.ts';
import type { ApprovalBridge } from '../bridge.ts';
import type { Snapshot } from '../use-app-state.ts';
import { CardPane } from './card-pane.tsx';
import { QuestionPane } from './question-pane.tsx';
import type { ListedCard } from './queue-list.ts';
import { ReviewPane } from './review-pane.tsx';
import type { Drafts } from './use-draft.ts';
import type { PictureDesks } from './use-picture-desk.ts';
import type { SeenCards } from './use-seen-cards.ts';

interface ShownCardProps {
  readonly bridge: ApprovalBridge;
  readonly snapshot: Snapshot;
  readonly listed: ListedCard;
  readonly drafts: Drafts;
  /** Cards whose whole text was seen since the window opened. */
  readonly wholeSeen: SeenCards;
  readonly desks: PictureDesks;
  /** Stands in place of the answers to a call while several are answered in one step. */
  readonly batchBar: ReactNode;
  /** Called with true while the person is in a field: nothing else may then take its place. */
  readonly onTyping: (typing: boolean) => void;
  /** Called when the card has ended and said so for long enough. */
  readonly onDone: () => void;
}

export function ShownCard(props: ShownCardProps) {
  const { ask } = props.listed.view;
  switch (ask) {
    case 'question':
      return <QuestionPane {...props} />;
    case 'review':
      return <ReviewPane {...props} />;
    case 'no-rule':
    case 'must-look':
      return <CardPane {...props} />;
    default:
      return assertNever(ask);
  }
}
