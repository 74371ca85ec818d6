/** What a person needs to judge a card, in the order in which they need it. */
import { type RefObject, useState } from 'react';
import type { ApprovalCard } from '../../src-shared/approval.ts';
import type { Reason } from '../../src-shared/verdict.ts';
import { AskBadge } from '../parts/ask-badge.tsx';
import { LongText } from '../parts/long-text.tsx';
import { Ago } from '../parts/times.tsx';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { originWords } from '../text/origin-words.ts';
import { CardText } from './card-text.tsx';

interface CardBodyProps {
  readonly card: ApprovalCard;
  readonly skew: number;
  readonly block: RefObject<HTMLElement | null>;
}

export function CardBody({ card, skew, block }: CardBodyProps) {
  return (
    <>
      <section className={`why why-${card.ask}`} aria-label={strings.approval.whyLabel}>
        <AskBadge ask={card.ask} />
        <ul>
          {card.reasons.map((reason, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a card never changes, and two reasons may read the same.
            <WhyItem key={index} reason={reason} />
          ))}
        </ul>
      </section>
      <CardText text={card.text} block={block} />
      {card.claimedReason !== undefined && (
        <p className="claim">
          {strings.approval.says}:{' '}
          <q>
            <Visible text={card.claimedReason} />
          </q>
        </p>
      )}
      <dl className="facts">
        <dt>{strings.approval.whoLabel}</dt>
        <dd>
          <bdi>{originWords(card.origin)}</bdi> · <Ago at={card.askedAt} skew={skew} />
        </dd>
        <dt>{strings.approval.wallLabel}</dt>
        <dd>{strings.walls[card.wall]}</dd>
        <dt>{strings.approval.toolLabel}</dt>
        <dd className="mono">
          <Visible text={card.tool} />
        </dd>
      </dl>
      <RawInput card={card} />
    </>
  );
}

function WhyItem({ reason }: { readonly reason: Reason }) {
  return (
    <li>
      <Visible text={reason.text} />
      {reason.part !== undefined && (
        <>
          {': '}
          <code>
            <Visible text={reason.part} />
          </code>
        </>
      )}
      <span className="why-rule">
        <Visible
          text={
            reason.rule === undefined
              ? strings.sources[reason.source]
              : strings.approval.rule(reason.rule, strings.sources[reason.source])
          }
        />
      </span>
    </li>
  );
}

function RawInput({ card }: { readonly card: ApprovalCard }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="raw" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{strings.approval.rawLabel}</summary>
      {open && <LongText text={JSON.stringify(card.input, null, 2)} />}
    </details>
  );
}
