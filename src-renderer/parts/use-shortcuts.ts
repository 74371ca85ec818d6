/** Keyboard shortcuts of a window. Never heard while somebody types, while a dialog is open, or from a key held down. */
import { createContext, useContext, useEffect, useRef } from 'react';
import { isCharacterKey, SHORTCUTS, type Shortcut, type ShortcutId } from './shortcut-table.ts';

/** What each does; `nth` is the place in its list of the key that was pressed. */
export type ShortcutActions = { readonly [id in ShortcutId]?: (nth: number) => void };

/** Whether keys that are one character count: the person may have switched them off. */
export const CharacterKeys = createContext(true);

export function useShortcuts(actions: ShortcutActions): void {
  const characterKeys = useContext(CharacterKeys);
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat || event.defaultPrevented || isTyping(event.target) || dialogIsOpen()) return;
      const name = shortcutName(event);
      if (!characterKeys && isCharacterKey(name)) return;
      const run = actionFor(name, latest.current);
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [characterKeys]);
}

/** What a key does here, if anything. */
export function actionFor(name: string, actions: ShortcutActions): (() => void) | undefined {
  for (const id of Object.keys(actions) as ShortcutId[]) {
    const nth = (SHORTCUTS[id] as Shortcut).keys.indexOf(name);
    const run = actions[id];
    if (nth >= 0 && run !== undefined) return () => run(nth);
  }
  return undefined;
}

/** Shift is part of the character ("?"), so only Ctrl, Alt and Meta are named. */
export function shortcutName(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>): string {
  const modifiers = [event.ctrlKey && 'Ctrl', event.altKey && 'Alt', event.metaKey && 'Meta'].filter(Boolean);
  return [...modifiers, event.key].join('+');
}

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select')
  );
}

/** A dialog or a menu, which has the keys to itself. */
export function dialogIsOpen(): boolean {
  return document.querySelector('dialog[open], [role=dialog], [role=alertdialog], [role=menu]') !== null;
}
