/** Why a call needs the person, part by part, the strongest reason first; the rule behind each stands small. */
import { useMemo } from 'react';
import type { ApprovalCard } from '../../src-shared/approval.ts';
import { AskBadge } from '../parts/ask-badge.tsx';
import { ReasonGroups } from '../parts/reason-groups.tsx';
import { strings } from '../strings.ts';
import { groupReasons } from '../text/card-reasons.ts';

/** More parts than this are read one by one only by whoever wants to. */
const SHOWN = 5;

export function CardWhy({ card }: { readonly card: ApprovalCard }) {
  const groups = useMemo(() => groupReasons(card), [card]);
  const more = groups.slice(SHOWN);
  return (
    <section className={`why why-${card.ask}`} aria-labelledby="why-label">
      <h3 id="why-label">
        {strings.card.why}
        {card.ask === 'must-look' && <AskBadge ask={card.ask} />}
      </h3>
      <ReasonGroups groups={groups.slice(0, SHOWN)} />
      {more.length > 0 && (
        <details>
          <summary>{strings.card.moreParts(more.length)}</summary>
          <ReasonGroups groups={more} />
        </details>
      )}
    </section>
  );
}
