/** Keyboard shortcuts of a window. Never heard while somebody types, while a dialog is open, or from a key held down. */
import { useEffect, useRef } from 'react';

/** Names as `shortcutName` makes them: "j", "?", "Ctrl+Enter". */
export type Shortcuts = Readonly<Record<string, () => void>>;

export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat || event.defaultPrevented || isTyping(event.target) || dialogIsOpen()) return;
      const run = latest.current[shortcutName(event)];
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
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

export function dialogIsOpen(): boolean {
  return document.querySelector('dialog[open]') !== null;
}
