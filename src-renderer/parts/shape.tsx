/** Small shapes that say a state without colour. Decoration only: the words always stand beside them. */
import type { Notice } from '../../src-shared/app-state.ts';
import type { OverallState } from '../../src-shared/overall-state.ts';

export type ShapeKind =
  | 'dot'
  | 'half'
  | 'ring'
  | 'diamond'
  | 'square'
  | 'pause'
  | 'check'
  | 'cross'
  | 'warning'
  | 'danger'
  | 'note'
  | 'menu';

export const overallShapes: Readonly<Record<OverallState, ShapeKind>> = {
  stopped: 'square',
  paused: 'pause',
  'needs-you': 'diamond',
  connected: 'dot',
  connecting: 'half',
  offline: 'ring',
};

export const noticeShapes: Readonly<Record<Notice['level'], ShapeKind>> = {
  info: 'note',
  warning: 'warning',
  error: 'cross',
};

export function Shape({ kind }: { readonly kind: ShapeKind }) {
  return (
    <svg className={`shape shape-${kind}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      {drawings[kind]}
    </svg>
  );
}

const drawings = {
  dot: <circle cx="8" cy="8" r="6" fill="currentColor" />,
  half: (
    <>
      <circle cx="8" cy="8" r="5" fill="none" stroke="currentColor" strokeWidth="2" />
      <path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" />
    </>
  ),
  ring: <circle cx="8" cy="8" r="5" fill="none" stroke="currentColor" strokeWidth="2" />,
  diamond: <path d="M8 1l7 7-7 7-7-7z" fill="currentColor" />,
  square: <path d="M2.5 2.5h11v11h-11z" fill="currentColor" />,
  pause: <path d="M3 2h4v12H3zM9 2h4v12H9z" fill="currentColor" />,
  check: <path d="M2.5 8.5l4 4 7-9" fill="none" stroke="currentColor" strokeWidth="2.2" />,
  cross: <path d="M3 3l10 10M13 3L3 13" fill="none" stroke="currentColor" strokeWidth="2.2" />,
  warning: (
    <path
      d="M8 1.5l7 12.5H1z M8 6v4 M8 11.6v1.2"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinejoin="round"
    />
  ),
  danger: (
    <>
      <path d="M5 1h6l4 4v6l-4 4H5l-4-4V5z" fill="currentColor" />
      <path className="shape-hole" d="M8 4v5M8 10.8v1.6" fill="none" strokeWidth="2" />
    </>
  ),
  note: (
    <>
      <circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="M8 7v4.5M8 4.2v1.5" stroke="currentColor" strokeWidth="1.8" />
    </>
  ),
  menu: <path d="M2 4h12M2 8h12M2 12h12" fill="none" stroke="currentColor" strokeWidth="2" />,
} satisfies Record<ShapeKind, unknown>;
