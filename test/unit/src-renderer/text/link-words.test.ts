import { describe, expect, it } from 'vitest';
import { clockWords } from '../../../../src-renderer/text/duration-words.ts';
import { linkWords } from '../../../../src-renderer/text/link-words.ts';
import { originWords } from '../../../../src-renderer/text/origin-words.ts';

describe('a connection in words', () => {
  it('says why it is down, and when it tries again', () => {
    const now = 1_700_000_000_000;
    const { words } = linkWords({ kind: 'waiting', why: 'refused', retryAt: now + 12_500 }, now);
    expect(words).toBe(`Not connected: refused. Tries again in 12 s, at ${clockWords(now + 12_500)}.`);
    expect(linkWords({ kind: 'waiting', why: 'refused', retryAt: now }, now).words).toMatch(
      /Trying again now/,
    );
  });

  it('shows what a peer hides in its reason', () => {
    expect(linkWords({ kind: 'blocked', why: 'no\u202e' }, 0)).toEqual({
      words: 'Needs you: no‹U+202E›',
      shape: 'warning',
    });
  });
});

describe('who asks, in words', () => {
  it('names runtime, agent and run, with hidden characters shown', () => {
    const origin = { door: 'client-tools', profileId: 'w', profileName: 'Work', connectionId: 'c' } as const;
    expect(originWords({ ...origin, agentId: 'bo\u200bt', runId: 'r1' })).toBe(
      'Work · agent bo‹U+200B›t · run r1',
    );
    expect(originWords(origin)).toBe('Work');
    expect(originWords({ door: 'local', caller: 'a script' })).toBe('a script, on this machine');
  });
});
