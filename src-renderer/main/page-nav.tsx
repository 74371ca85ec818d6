/** The list of pages. Its buttons only change the address after the #. */
import { strings } from '../strings.ts';

export const PAGES = [
  'queue',
  'running',
  'calls',
  'runtimes',
  'folders',
  'callers',
  'playground',
  'settings',
] as const;
export type Page = (typeof PAGES)[number];

export function pageFromHash(hash: string): Page {
  return PAGES.find((page) => `#${page}` === hash) ?? 'queue';
}

interface PageNavProps {
  readonly page: Page;
  readonly waitingCount: number;
  readonly runningCount: number;
  /** Unknown direct callers that wait to be let in. */
  readonly strangerCount: number;
}

export function PageNav({ page, waitingCount, runningCount, strangerCount }: PageNavProps) {
  return (
    <nav className="nav" aria-label={strings.pagesLabel}>
      {PAGES.map((name) => (
        <button
          key={name}
          type="button"
          className="nav-item"
          aria-current={name === page ? 'page' : undefined}
          onClick={() => {
            window.location.hash = name;
          }}
        >
          {strings.pages[name]}
          {name === 'queue' && waitingCount > 0 && <span className="nav-count">{waitingCount}</span>}
          {name === 'callers' && strangerCount > 0 && <span className="nav-count">{strangerCount}</span>}
          {name === 'running' && runningCount > 0 && (
            <span className="nav-count nav-count-quiet">{runningCount}</span>
          )}
        </button>
      ))}
    </nav>
  );
}
