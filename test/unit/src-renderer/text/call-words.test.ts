import { describe, expect, it } from 'vitest';
import { strings } from '../../../../src-renderer/strings.ts';
import { callWords, endedWords } from '../../../../src-renderer/text/call-words.ts';
import type { OutcomeKind } from '../../../../src-shared/outcome.ts';

describe('how a call ended, in words', () => {
  it('has its own words for every outcome', () => {
    const kinds = Object.keys(strings.outcomes) as OutcomeKind[];
    const words = kinds.map((outcome) => callWords({ state: 'ended', outcome }).words);
    expect(new Set(words).size).toBe(kinds.length);
  });

  it('tells denied, expired and failed apart by shape as well', () => {
    expect(callWords({ state: 'ended', outcome: 'done' }).shape).toBe('check');
    expect(callWords({ state: 'ended', outcome: 'tool-failed' }).shape).toBe('warning');
    expect(callWords({ state: 'ended', outcome: 'denied-by-person' }).shape).toBe('cross');
    expect(callWords({ state: 'waiting' }).shape).toBe('diamond');
  });

  it('never says that an expired or withdrawn card was allowed', () => {
    expect(endedWords({ state: 'ended', outcome: 'expired' })).toMatch(/^Expired.*cannot be answered/);
    expect(endedWords({ state: 'ended', outcome: 'withdrawn' })).not.toMatch(/Allowed/);
    expect(endedWords(undefined)).toBe('No longer waiting.');
  });

  it('says of an allowed card that it runs, and how it went', () => {
    expect(endedWords({ state: 'running' })).toBe('Allowed. It is running now.');
    expect(endedWords({ state: 'ended', outcome: 'tool-failed' })).toBe('Allowed. Ran and failed.');
  });
});
