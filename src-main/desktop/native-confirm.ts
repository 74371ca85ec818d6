/**
 * Asks the person in a box of the system's own, before agents are given more than they had: a page can neither draw
 * it nor press its buttons, so a page that rides on a click of the person's gets nothing by itself.
 */
import { BrowserWindow, dialog } from 'electron';
import type { Confirm } from '../host.ts';

/** One box at a time: a second question while one is open counts as a no. */
export function nativeConfirm(): Confirm {
  let open = false;
  return async ({ message, detail, yes }) => {
    if (open) return false;
    open = true;
    try {
      const options = {
        type: 'question' as const,
        title: 'Doorman',
        message,
        detail,
        buttons: [yes, 'Cancel'],
        // Enter and Escape, which may be on their way for something else, leave everything as it is.
        defaultId: 1,
        cancelId: 1,
        noLink: true,
      };
      const parent = BrowserWindow.getFocusedWindow();
      const { response } = parent
        ? await dialog.showMessageBox(parent, options)
        : await dialog.showMessageBox(options);
      return response === 0;
    } finally {
      open = false;
    }
  };
}
