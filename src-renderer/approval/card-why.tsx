/** Why a call needs the person, part by part, the strongest reason first; the rule behind each stands small. */
import { useMemo } from 'react';
import type { ApprovalCard } from '../../src-shared/approval.ts';
import type { Reason, ReasonWeight } from '../../src-shared/verdict.ts';
import { AskBadge } from '../parts/ask-badge.tsx';
import { Shape, type ShapeKind } from '../parts/shape.tsx';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { groupReasons, type ReasonGroup } from '../text/card-reasons.ts';

/** More parts than this are read one by one only by whoever wants to. */
const SHOWN = 5;

const SHAPES: Readonly<Record<ReasonWeight, ShapeKind>> = {
  danger: 'danger',
  care: 'warning',
  unlisted: 'ring',
};

export function CardWhy({ card }: { readonly card: ApprovalCard }) {
  const groups = useMemo(() => groupReasons(card), [card]);
  const more = groups.slice(SHOWN);
  return (
    <section className={`why why-${card.ask}`} aria-labelledby="why-label">
      <h3 id="why-label">
        {strings.card.why}
        {card.ask === 'must-look' && <AskBadge ask={card.ask} />}
      </h3>
      <Groups groups={groups.slice(0, SHOWN)} />
      {more.length > 0 && (
        <details>
          <summary>{strings.card.moreParts(more.length)}</summary>
          <Groups groups={more} />
        </details>
      )}
    </section>
  );
}

function Groups({ groups }: { readonly groups: readonly ReasonGroup[] }) {
  return (
    <ul>
      {groups.map(({ part, reasons }) => (
        <li key={part ?? ''}>
          {part !== undefined && (
            <code className={`part part-${reasons[0]?.weight ?? 'care'}`}>
              <Visible text={part} />
            </code>
          )}
          {reasons.map((reason) => (
            <WhyLine key={`${reason.text} ${reason.rule}`} reason={reason} />
          ))}
        </li>
      ))}
    </ul>
  );
}

function WhyLine({ reason }: { readonly reason: Reason }) {
  const { text, weight = 'care' } = reason;
  const behind = behindWords(reason);
  return (
    <p className={`why-line why-${weight}`}>
      <Shape kind={SHAPES[weight]} />
      <span>
        <Visible text={text} />{' '}
        {behind !== undefined && (
          <small className="why-rule">
            <Visible text={behind} />
          </small>
        )}
      </span>
    </p>
  );
}

/** The rule or the entry behind a reason; nothing where the reason says it all. */
function behindWords({ text, rule, source }: Reason): string | undefined {
  const news = rule !== undefined && text.includes(rule) ? undefined : rule;
  if (source === 'builtin') return news;
  return news === undefined ? strings.sources[source] : strings.approval.rule(news, strings.sources[source]);
}
