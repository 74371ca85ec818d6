/** What would leave, letter by letter. A picture has a desk of its own. */
import { type RefObject, useMemo } from 'react';
import type { Review } from '../../src-shared/review.ts';
import { countHidden } from '../../src-shared/visible-text.ts';
import { LongText } from '../parts/long-text.tsx';
import { Shape } from '../parts/shape.tsx';
import { strings } from '../strings.ts';

interface ReviewedResultProps {
  readonly kind: Exclude<Review['kind'], 'image'>;
  readonly text: string;
  readonly block: RefObject<HTMLElement | null>;
}

export function ReviewedResult({ kind, text, block }: ReviewedResultProps) {
  const size = useMemo(() => strings.card.size(text.split('\n').length, [...text].length), [text]);
  const hidden = useMemo(() => countHidden(text), [text]);
  return (
    <section className="whole" aria-labelledby="whole-label">
      <h3 id="whole-label">
        {strings.review.textLabel[kind]}
        <span className="whole-size">{size}</span>
      </h3>
      {hidden > 0 && (
        <p className="hidden-warning">
          <Shape kind="warning" />
          {strings.card.hidden(hidden)}
        </p>
      )}
      <LongText text={text} labelledBy="whole-label" block={block} />
    </section>
  );
}
