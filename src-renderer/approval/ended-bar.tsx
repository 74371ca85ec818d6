/** What stands in place of the answers once a card has ended: how it ended, and nothing that answers it. */
import type { ReactNode } from 'react';
import { Shape } from '../parts/shape.tsx';

interface EndedBarProps {
  readonly words: string;
  readonly children?: ReactNode;
}

export function EndedBar({ words, children }: EndedBarProps) {
  return (
    <footer className="answer-bar ended-bar">
      <p role="status">
        <Shape kind="ring" />
        {words}
      </p>
      {children}
    </footer>
  );
}
