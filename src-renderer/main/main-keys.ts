/** The keys of the main window: what each does, and how the sheet lists those that go to a page. */
import type { MainBridge } from '../bridge.ts';
import { replyOf } from '../bridge.ts';
import type { SheetRow } from '../parts/shortcut-sheet.tsx';
import { useShortcuts } from '../parts/use-shortcuts.ts';
import { strings } from '../strings.ts';
import { goToPage, PAGES, type Page, pageKey } from './page-nav.tsx';

export function useMainKeys(bridge: MainBridge, openSheet: () => void): void {
  useShortcuts({
    goToPage: (nth) => goToPage(PAGES[nth]),
    settings: () => goToPage('settings'),
    // The button of the queue page says why, where it fails.
    openApproval: () => void replyOf(bridge.call('approvals:open', undefined)),
    find: () => document.querySelector<HTMLInputElement>('main input[type=search]')?.focus(),
    sheet: openSheet,
  });
}

export function pageRow(page: Page): SheetRow {
  const key = pageKey(page);
  return { keys: key === undefined ? [] : [key], meaning: strings.shortcuts.goTo(strings.pages[page]) };
}
