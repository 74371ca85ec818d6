/** The whole text of an action: every line, every character, nothing cut and nothing hidden. */
import { type RefObject, useMemo } from 'react';
import { countHidden } from '../../src-shared/visible-text.ts';
import { LongText } from '../parts/long-text.tsx';
import { Shape } from '../parts/shape.tsx';
import { strings } from '../strings.ts';

interface CardTextProps {
  readonly text: string;
  readonly block: RefObject<HTMLElement | null>;
}

export function CardText({ text, block }: CardTextProps) {
  const size = useMemo(() => strings.approval.textSize(text.split('\n').length, [...text].length), [text]);
  const hidden = useMemo(() => countHidden(text), [text]);
  return (
    <section className="whole" aria-labelledby="whole-label">
      <h3 id="whole-label">
        {strings.approval.textLabel}
        <span className="whole-size">{size}</span>
      </h3>
      {hidden > 0 && (
        <p className="hidden-warning">
          <Shape kind="warning" />
          {strings.approval.hiddenFound(hidden)}
        </p>
      )}
      <LongText text={text} labelledBy="whole-label" block={block} />
    </section>
  );
}
