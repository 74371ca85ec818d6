/**
 * Which button Ctrl+Enter presses. It is the one key that allows, because it does nothing else in the page: a page that
 * was taken over cannot make a yes of a key that was meant for something else.
 */

/** Of the buttons that say yes, the one that has the keyboard; else the page's main one. */
export function hasAllowKey(button: Element | null, isMain: boolean): boolean {
  const active = document.activeElement;
  return active?.classList.contains('button-allow') ? active === button : isMain;
}
