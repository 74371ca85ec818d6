/** The whole text of an action: every line, every character, nothing cut and nothing hidden. */
import { type RefObject, useMemo } from 'react';
import { Shape } from '../parts/shape.tsx';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { countHidden } from '../text/visible-text.ts';

interface CardTextProps {
  readonly text: string;
  readonly block: RefObject<HTMLElement | null>;
}

// Numbered lines are elements; a text beyond these counts is one block without numbers, so that it stays quick.
const MAX_NUMBERED_LINES = 500;
const MAX_NUMBERED_HIDDEN = 2_000;

export function CardText({ text, block }: CardTextProps) {
  const lines = useMemo(() => text.split('\n'), [text]);
  const hidden = useMemo(() => countHidden(text, 'block'), [text]);
  const numbered = lines.length > 1 && lines.length <= MAX_NUMBERED_LINES && hidden <= MAX_NUMBERED_HIDDEN;
  return (
    <section className="whole" aria-labelledby="whole-label">
      <h3 id="whole-label">
        {strings.approval.textLabel}
        <span className="whole-size">{strings.approval.textSize(lines.length, [...text].length)}</span>
      </h3>
      {hidden > 0 && (
        <p className="hidden-warning">
          <Shape kind="warning" />
          {strings.approval.hiddenFound(hidden)}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled text must be reachable to be scrolled by keyboard. */}
      <section ref={block} className="text-block" tabIndex={0} dir="ltr" aria-labelledby="whole-label">
        {numbered ? <NumberedLines lines={lines} /> : <Visible text={text} mode="block" />}
      </section>
    </section>
  );
}

function NumberedLines({ lines }: { readonly lines: readonly string[] }) {
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a card never change or move.
    <span key={index} className="line">
      <Visible text={line} mode="block" />
      {'\n'}
    </span>
  ));
}
