import { describe, expect, it } from 'vitest';
import { clockWords } from '../../../../src-renderer/text/duration-words.ts';
import { linkWords } from '../../../../src-renderer/text/link-words.ts';
import { originWords } from '../../../../src-renderer/text/origin-words.ts';

describe('a connection in words', () => {
  it('says why it is down, and when it tries again', () => {
    const now = 1_700_000_000_000;
    const waiting = (retryAt: number) =>
      linkWords({ kind: 'waiting', reason: 'unreachable', why: 'refused', retryAt }, now).words;
    expect(waiting(now + 12_500)).toBe(
      `Not connected: refused. Tries again in 12 s, at ${clockWords(now + 12_500)}.`,
    );
    expect(waiting(now)).toMatch(/Trying again now/);
  });

  it('says whom it needs, and when it looks again by itself', () => {
    const blocked = { kind: 'blocked', reason: 'tls-refused', why: 'should it be http?' } as const;
    expect(linkWords(blocked, 0).words).toBe('Needs you: should it be http?');
    expect(linkWords({ ...blocked, retryAt: 300_000 }, 0).words).toBe(
      `Needs you: should it be http? Tries again in 5 min, at ${clockWords(300_000)}.`,
    );
  });

  it('shows what a peer hides in its reason', () => {
    expect(linkWords({ kind: 'blocked', reason: 'token-refused', why: 'no\u202e' }, 0)).toEqual({
      words: 'Needs you: no‹U+202E›.',
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
