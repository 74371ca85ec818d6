/** Every key of the windows, in one table: `useShortcuts` binds what is here, and the sheet lists it. */

type In = 'main' | 'approval';

export interface Shortcut {
  /** Names as `shortcutName` makes them: "j", "?", "Ctrl+1". Each does the same, and tells which it was. */
  readonly keys: readonly string[];
  /** The windows that have it. */
  readonly in: readonly In[];
  /** Set where the control that it belongs to hears it itself, so that it is listed here only. */
  readonly own?: true;
}

/** Also the order of the sheet. */
export const SHORTCUTS = {
  goToPage: {
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'].map((key) => `Ctrl+${key}`),
    in: ['main'],
  },
  settings: { keys: ['Ctrl+,'], in: ['main'] },
  openApproval: { keys: ['a'], in: ['main'] },
  find: { keys: ['/'], in: ['main'] },
  rows: { keys: ['ArrowDown', 'ArrowUp'], in: ['main'], own: true },
  openRow: { keys: ['Enter'], in: ['main'], own: true },
  closeRow: { keys: ['Escape'], in: ['main'], own: true },
  nextCard: { keys: ['j'], in: ['approval'] },
  previousCard: { keys: ['k'], in: ['approval'] },
  tick: { keys: ['x'], in: ['approval'] },
  leave: { keys: ['Escape'], in: ['approval'] },
  deny: { keys: ['d'], in: ['approval'] },
  denyWithReason: { keys: ['r'], in: ['approval'] },
  allow: { keys: ['Ctrl+Enter'], in: ['approval'], own: true },
  sendAnswer: { keys: ['Enter'], in: ['approval'], own: true },
  sheet: { keys: ['?'], in: ['main', 'approval'] },
} as const satisfies Record<string, Shortcut>;

export type ShortcutId = keyof typeof SHORTCUTS;

/** Those of one window, in the order of the sheet. */
export function shortcutsIn(window: In): readonly ShortcutId[] {
  const ids = Object.keys(SHORTCUTS) as ShortcutId[];
  return ids.filter((id) => (SHORTCUTS[id] as Shortcut).in.includes(window));
}

/** A key as `aria-keyshortcuts` wants it written (WAI-ARIA 1.2). */
export function ariaKeys(id: ShortcutId): string {
  return SHORTCUTS[id].keys.map((key) => key.replace('Ctrl+', 'Control+')).join(' ');
}

/** A key that is one character: people who dictate, or whose hand slips, must be able to switch it off (WCAG 2.1.4). */
export function isCharacterKey(name: string): boolean {
  return [...name].length === 1;
}
