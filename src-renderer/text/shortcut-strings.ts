/** The words of the sheet of keyboard shortcuts. */
import type { ShortcutId } from '../parts/shortcut-table.ts';

export const shortcutStrings = {
  open: 'Keyboard shortcuts',
  title: 'Keyboard shortcuts',
  close: 'Close',
  goTo: (page: string) => `Go to ${page}`,
  meanings: {
    goToPage: 'Go to a page, in the order of the list',
    settings: 'Settings',
    openApproval: 'Open the approval window',
    find: 'Search on this page, where it has a search',
    rows: 'In the list of History: next and previous call; Page Up, Page Down, Home and End as well',
    openRow: 'In the list of History: opens the story of the call',
    closeRow: 'Closes that story and goes back to the list',
    nextCard: 'Next card (or the down arrow in the list)',
    previousCard: 'Previous card (or the up arrow in the list)',
    tick: 'Tick the card on show, to answer several in one step',
    leave: 'Untick all; where nothing is ticked or written, close this window. What waits goes on waiting.',
    deny: 'Deny',
    denyWithReason: 'Deny with a reason; Enter sends it, Esc leaves it',
    allow: 'Allow once; held for a second where it must be looked at. Enter or Space alone never allow.',
    sendAnswer: 'In the field of a question: sends your answer. Shift + Enter is a new line.',
    sheet: 'This sheet',
  } satisfies Record<ShortcutId, string>,
};
