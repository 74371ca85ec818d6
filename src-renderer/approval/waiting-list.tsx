/** The queue in brief, oldest first. A row that ended stays for a moment and says so. */
import type { KeyboardEvent } from 'react';
import type { AppState } from '../../src-shared/app-state.ts';
import { Shape } from '../parts/shape.tsx';
import { Countdown } from '../parts/times.tsx';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { callWords } from '../text/call-words.ts';
import { Count } from './count.tsx';
import type { ListedCard } from './ended-cards.ts';

interface WaitingListProps {
  readonly state: AppState;
  readonly cards: readonly ListedCard[];
  readonly shownId: string | undefined;
  readonly skew: number;
  readonly onChoose: (cardId: string) => void;
  readonly onStep: (by: number) => void;
}

export function WaitingList({ state, cards, shownId, skew, onChoose, onStep }: WaitingListProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onStep(by);
  };
  const hidden = state.cardCount - state.waiting.length;
  return (
    <nav className="waiting" aria-label={strings.approval.listLabel}>
      <ol onKeyDown={onKeyDown}>
        {cards.map((card) => (
          <WaitingRow
            key={card.view.cardId}
            card={card}
            state={state}
            skew={skew}
            shown={card.view.cardId === shownId}
            onChoose={onChoose}
          />
        ))}
      </ol>
      {hidden > 0 && <p className="waiting-more">{strings.approval.more(hidden)}</p>}
    </nav>
  );
}

interface WaitingRowProps {
  readonly card: ListedCard;
  readonly state: AppState;
  readonly skew: number;
  readonly shown: boolean;
  readonly onChoose: (cardId: string) => void;
}

function WaitingRow({ card, state, skew, shown, onChoose }: WaitingRowProps) {
  const { view, ended } = card;
  const call = ended ? state.recent.find((entry) => entry.callId === view.callId) : undefined;
  return (
    <li>
      <button
        type="button"
        className={ended ? 'waiting-row waiting-row-ended' : 'waiting-row'}
        aria-current={shown ? 'true' : undefined}
        onClick={() => onChoose(view.cardId)}
        ref={(row) => {
          if (shown) row?.scrollIntoView({ block: 'nearest' });
        }}
      >
        <Shape kind={view.ask === 'must-look' ? 'warning' : 'ring'} />
        <span className="waiting-what">
          {view.ask === 'must-look' && <span className="visually-hidden">{strings.ask['must-look']}: </span>}
          <Visible text={view.summary} />
          <Count of={view.count} />
        </span>
        <span className="waiting-left">
          {ended ? (
            call ? (
              callWords(call).words
            ) : (
              strings.ended.gone
            )
          ) : (
            <Countdown at={view.expiresAt} skew={skew} />
          )}
        </span>
      </button>
    </li>
  );
}
