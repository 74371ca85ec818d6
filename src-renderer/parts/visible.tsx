/** Text from outside on screen: hidden characters as marked tokens, right-to-left words kept from moving their neighbours. */
import { useMemo } from 'react';
import { type TextMode, visibleParts } from '../text/visible-text.ts';

export function Visible({ text, mode = 'line' }: { readonly text: string; readonly mode?: TextMode }) {
  const parts = useMemo(() => visibleParts(text, mode), [text, mode]);
  return parts.map((part, index) => {
    // The parts of one text never move, so their place is their name.
    const key = `${index}`;
    if (part.kind === 'plain') return part.text;
    if (part.kind === 'rtl') return <bdi key={key}>{part.text}</bdi>;
    return (
      <span key={key} className="hidden-token">
        {part.text}
      </span>
    );
  });
}
