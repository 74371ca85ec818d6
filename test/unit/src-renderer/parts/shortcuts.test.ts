/** One table says which keys there are; a key means one thing in a window. */
import { describe, expect, it } from 'vitest';
import { PAGES, pageKey } from '../../../../src-renderer/main/page-nav.tsx';
import {
  isCharacterKey,
  SHORTCUTS,
  type ShortcutId,
  shortcutsIn,
} from '../../../../src-renderer/parts/shortcut-table.ts';
import { actionFor } from '../../../../src-renderer/parts/use-shortcuts.ts';

describe('the table of shortcuts', () => {
  it.each(['main', 'approval'] as const)('gives no key two meanings in the %s window', (window) => {
    const keys = shortcutsIn(window).flatMap((id) => [...SHORTCUTS[id].keys]);
    expect(keys.length).toBeGreaterThan(0);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('has a key for each page', () => {
    expect(PAGES.map(pageKey)).toEqual(expect.not.arrayContaining([undefined]));
  });

  it('leads from a key to what was given for it, with its place in the list, and to nothing else', () => {
    const heard: (readonly [ShortcutId, number])[] = [];
    const actions = {
      goToPage: (nth: number) => heard.push(['goToPage', nth]),
      sheet: (nth: number) => heard.push(['sheet', nth]),
    };
    for (const key of ['Ctrl+3', '?', 'd', 'Meta+3']) actionFor(key, actions)?.();
    expect(heard).toEqual([
      ['goToPage', 2],
      ['sheet', 0],
    ]);
  });

  it('knows which keys are a single character, and can so be switched off', () => {
    expect(['d', '?', '/', 'Ctrl+1', 'Escape'].map(isCharacterKey)).toEqual([true, true, true, false, false]);
  });
});
