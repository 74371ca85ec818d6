/** What would leave, letter by letter; of a picture the very bitmap. Whoever lets the person change a picture does it here. */
import { type RefObject, useMemo } from 'react';
import type { Review } from '../../src-shared/review.ts';
import { countHidden } from '../../src-shared/visible-text.ts';
import { LongText } from '../parts/long-text.tsx';
import { Shape } from '../parts/shape.tsx';
import { strings } from '../strings.ts';

interface ReviewedResultProps {
  readonly review: Review;
  readonly block: RefObject<HTMLElement | null>;
  /** Called when the picture stands in its place. */
  readonly onPicture: () => void;
}

export function ReviewedResult({ review, block, onPicture }: ReviewedResultProps) {
  const { kind, text, picture } = review;
  const size = useMemo(() => strings.card.size(text.split('\n').length, [...text].length), [text]);
  const hidden = useMemo(() => countHidden(text), [text]);
  return (
    <section className="whole" aria-labelledby="whole-label">
      <h3 id="whole-label">
        {strings.review.textLabel[kind]}
        {picture === undefined && <span className="whole-size">{size}</span>}
      </h3>
      {hidden > 0 && (
        <p className="hidden-warning">
          <Shape kind="warning" />
          {strings.card.hidden(hidden)}
        </p>
      )}
      {picture === undefined ? (
        <LongText text={text} labelledBy="whole-label" block={block} />
      ) : (
        <section ref={block} className="review-picture">
          <img
            src={`data:${picture.mimeType};base64,${picture.base64}`}
            width={picture.width}
            height={picture.height}
            alt={strings.review.picture(picture.width, picture.height)}
            onLoad={onPicture}
          />
          {text !== '' && <LongText text={text} />}
        </section>
      )}
    </section>
  );
}
