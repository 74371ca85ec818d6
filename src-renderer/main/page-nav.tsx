/** The list of pages, and the same as a menu where there is no room for a list. Both only change the address after the #. */
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Shape } from '../parts/shape.tsx';
import { SHORTCUTS } from '../parts/shortcut-table.ts';
import { strings } from '../strings.ts';

export const PAGES = [
  'queue',
  'running',
  'history',
  'runtimes',
  'permissions',
  'tools',
  'callers',
  'playground',
  'settings',
] as const;
export type Page = (typeof PAGES)[number];

/** What stands behind a slash or a question mark is for the page itself. */
export function pageFromHash(hash: string): Page {
  const [name] = hash.split(/[?/]/);
  return PAGES.find((page) => `#${page}` === name) ?? 'queue';
}

export function goToPage(page: Page | undefined): void {
  if (page !== undefined) window.location.hash = page;
}

/** The key that goes there, as `shortcutName` makes it. */
export function pageKey(page: Page): string | undefined {
  return SHORTCUTS.goToPage.keys[PAGES.indexOf(page)];
}

interface PageNavProps {
  readonly page: Page;
  readonly waitingCount: number;
  readonly runningCount: number;
  /** Unknown direct callers that wait to be let in. */
  readonly strangerCount: number;
}

export function PageNav({ page, ...counts }: PageNavProps) {
  return (
    <nav className="nav" aria-label={strings.pagesLabel}>
      {PAGES.map((name) => (
        <button
          key={name}
          type="button"
          className="nav-item"
          aria-current={name === page ? 'page' : undefined}
          aria-keyshortcuts={pageKey(name)?.replace('Ctrl', 'Control')}
          onClick={() => goToPage(name)}
        >
          {strings.pages[name]}
          {countOf(name, counts)}
        </button>
      ))}
    </nav>
  );
}

/** Beside `PageNav`; the style sheet shows one of the two. */
export function PageMenu({ page, ...counts }: PageNavProps) {
  return (
    <div className="page-menu">
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className="button">
          <Shape kind="menu" />
          <span className="visually-hidden">{strings.pagesLabel}: </span>
          {strings.pages[page]}
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" align="start" sideOffset={4} collisionPadding={8}>
            <DropdownMenu.RadioGroup
              value={page}
              onValueChange={(name) => goToPage(PAGES.find((each) => each === name))}
            >
              {PAGES.map((name) => (
                <DropdownMenu.RadioItem key={name} value={name} className="menu-item">
                  <DropdownMenu.ItemIndicator className="menu-mark">
                    <Shape kind="check" />
                  </DropdownMenu.ItemIndicator>
                  {strings.pages[name]}
                  {countOf(name, counts)}
                </DropdownMenu.RadioItem>
              ))}
            </DropdownMenu.RadioGroup>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {counts.waitingCount > 0 && page !== 'queue' && (
        <button type="button" className="button" onClick={() => goToPage('queue')}>
          {strings.approval.count(counts.waitingCount)}
        </button>
      )}
    </div>
  );
}

type Counts = Omit<PageNavProps, 'page'>;

function countOf(page: Page, { waitingCount, runningCount, strangerCount }: Counts): ReactNode {
  switch (page) {
    case 'queue':
      return waitingCount > 0 && <span className="nav-count">{waitingCount}</span>;
    case 'callers':
      return strangerCount > 0 && <span className="nav-count">{strangerCount}</span>;
    case 'running':
      return runningCount > 0 && <span className="nav-count nav-count-quiet">{runningCount}</span>;
    default:
      return null;
  }
}
