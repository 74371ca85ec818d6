/** Text from outside on screen: hidden characters as marked tokens, right-to-left words kept from moving their neighbours. */
import { useMemo } from 'react';
import { type TextMode, visibleParts } from '../../src-shared/visible-text.ts';
import { strings } from '../strings.ts';

interface VisibleProps {
  readonly text: string;
  readonly mode?: TextMode;
  /** True where more of the same line follows, so that a blank at the end ends nothing. */
  readonly goesOn?: boolean;
  /** Sentences in a box of their own, where nothing else could be moved: they keep the direction of their language. */
  readonly prose?: boolean;
}

export function Visible({ text, mode = 'line', goesOn = false, prose = false }: VisibleProps) {
  const parts = useMemo(() => visibleParts(mode === 'line' ? brief(text) : text, mode), [text, mode]);
  return parts.map((part, index) => {
    // The parts of one text never move, so their place is their name.
    const key = `${index}`;
    if (part.kind === 'plain') return part.text;
    if (part.kind === 'trail' && goesOn && index === parts.length - 1) return part.text;
    if (part.kind === 'rtl' && prose) return part.text;
    if (part.kind === 'rtl') return <bdi key={key}>{part.text}</bdi>;
    if (part.kind !== 'hidden') {
      return (
        <span key={key} className={part.kind === 'tab' ? 'blank blank-tab' : 'blank blank-trail'}>
          {part.text}
        </span>
      );
    }
    return (
      <span key={key} className="hidden-token">
        {part.text}
      </span>
    );
  });
}

// A name or a sentence beyond this length is a trick; the whole text of an action stands in its own box.
const MAX_LINE = 4_096;

function brief(text: string): string {
  return text.length <= MAX_LINE ? text : `${text.slice(0, MAX_LINE)}${strings.cut(text.length - MAX_LINE)}`;
}
