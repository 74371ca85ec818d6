import { describe, expect, it } from 'vitest';
import { problemText, replyOf } from '../../../src-renderer/bridge.ts';
import { shortcutName } from '../../../src-renderer/parts/use-shortcuts.ts';
import { newerSnapshot } from '../../../src-renderer/use-app-state.ts';
import type { AppState } from '../../../src-shared/app-state.ts';
import { quietState } from '../../support/app-state.ts';

const state: AppState = { ...quietState, seq: 5, now: 10_000 };

describe('the snapshot that a window draws', () => {
  it('is replaced by a newer one only', () => {
    const first = newerSnapshot(undefined, state, 9_000);
    expect(first).toEqual({ state, skew: 1_000 });
    expect(newerSnapshot(first, { ...state, seq: 4 }, 9_500)).toBe(first);
    expect(newerSnapshot(first, { ...state, seq: 5, paused: true }, 9_500)).toBe(first);
    expect(newerSnapshot(first, { ...state, seq: 6, now: 10_400 }, 9_500).skew).toBe(900);
  });
});

describe('a broken channel', () => {
  it('becomes a refusal in plain words', async () => {
    const broken = Promise.reject(new Error("Error invoking remote method 'host:stop': Error: no window"));
    expect(await replyOf(broken)).toEqual({ ok: false, error: 'no window' });
    expect(problemText('odd')).toBe('odd');
  });
});

describe('shortcut names', () => {
  it('tell Ctrl+Enter from Enter alone', () => {
    const key = { key: 'Enter', ctrlKey: false, altKey: false, metaKey: false };
    expect(shortcutName(key)).toBe('Enter');
    expect(shortcutName({ ...key, ctrlKey: true })).toBe('Ctrl+Enter');
    expect(shortcutName({ ...key, key: 'd', metaKey: true })).toBe('Meta+d');
  });
});
