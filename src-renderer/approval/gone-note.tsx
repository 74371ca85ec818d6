/** Says that what a notification was about waits no more: without it, another card would stand there as if it were the one. */
import { useState } from 'react';
import type { OpenedCard } from '../../src-shared/opened-card.ts';
import { strings } from '../strings.ts';

interface GoneNoteProps {
  readonly opened: OpenedCard | undefined;
  readonly shownId: string | undefined;
}

/** To be keyed by the click. A card that ended a moment ago is still on show and says so itself. */
export function GoneNote({ opened, shownId }: GoneNoteProps) {
  const [read, setRead] = useState(false);
  if (opened === undefined || opened.waits || read || opened.cardId === shownId) return null;
  return (
    <div className="notice notice-info gone-note" role="status">
      <p>{strings.approval.openedGone}</p>
      <button type="button" className="button button-quiet" onClick={() => setRead(true)}>
        {strings.approval.goneRead}
      </button>
    </div>
  );
}
