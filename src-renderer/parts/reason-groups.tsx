/** Why a call comes out as it does, part by part; the rule behind each reason stands small. */
import type { Reason, ReasonWeight } from '../../src-shared/verdict.ts';
import { strings } from '../strings.ts';
import type { ReasonGroup } from '../text/card-reasons.ts';
import { Shape, type ShapeKind } from './shape.tsx';
import { Visible } from './visible.tsx';

const SHAPES: Readonly<Record<ReasonWeight | 'fine', ShapeKind>> = {
  danger: 'danger',
  care: 'warning',
  unlisted: 'ring',
  fine: 'check',
};

interface ReasonGroupsProps {
  readonly groups: readonly ReasonGroup[];
  /** True where the reasons are why it may run. */
  readonly fine?: boolean;
}

export function ReasonGroups({ groups, fine = false }: ReasonGroupsProps) {
  return (
    <ul>
      {groups.map(({ part, reasons }) => (
        <li key={part ?? ''}>
          {part !== undefined && (
            <code className={`part part-${fine ? 'fine' : (reasons[0]?.weight ?? 'care')}`}>
              <Visible text={part} />
            </code>
          )}
          {reasons.map((reason) => (
            <WhyLine key={`${reason.text} ${reason.rule}`} reason={reason} fine={fine} />
          ))}
        </li>
      ))}
    </ul>
  );
}

function WhyLine({ reason, fine }: { readonly reason: Reason; readonly fine: boolean }) {
  const { text } = reason;
  const weight = fine ? 'fine' : (reason.weight ?? 'care');
  const behind = behindWords(reason);
  return (
    <p className={`why-line why-${weight}`}>
      <Shape kind={SHAPES[weight]} />
      <span lang="en" dir="auto">
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
