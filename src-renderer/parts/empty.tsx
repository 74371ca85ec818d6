/** What stands where nothing is yet: what will be here, and what to do. */
import type { ReactNode } from 'react';

interface EmptyProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

export function Empty({ title, text, children }: EmptyProps) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      <p>{text}</p>
      {children}
    </div>
  );
}
