import { describe, expect, it } from 'vitest';
import { findLookalikes } from '../../../../src-renderer/text/lookalikes.ts';

describe('look-alike words', () => {
  it.each([
    ['curl https://p\u0430ypal.com/x', { kind: 'mixed', alphabets: ['Latin', 'Cyrillic'] }],
    ['rm \u039fK.txt', { kind: 'mixed', alphabets: ['Latin', 'Greek'] }],
    ['\uff52\uff4d -r site', { kind: 'drawn', plain: 'rm' }],
    ['\u{1d42b}\u{1d426} site', { kind: 'drawn', plain: 'rm' }],
    [
      'curl https://\u0430\u0440\u0440\u04cf\u0435.com',
      { kind: 'host', ascii: expect.stringMatching(/^xn--/) },
    ],
    [
      'ssh me@\u0441\u0430\u0441.example',
      { kind: 'host', ascii: expect.stringMatching(/^xn--.*[.]example$/) },
    ],
  ])('%s', (text, found) => {
    expect(findLookalikes(text)).toMatchObject([found]);
  });

  it.each([
    'echo Привет мир > привет.txt',
    'cat naïve-café.md',
    'cat "תוכנית סודית.txt"',
    'grep 日本語abcテスト file한글x',
    'echo Ελληνικά',
    'git push origin main 😀',
    'printf "10 µm, ½, ²"',
  ])('leaves ordinary writing alone: %s', (text) => {
    expect(findLookalikes(text)).toEqual([]);
  });

  it('names each word once, and only so many', () => {
    expect(findLookalikes('p\u0430y p\u0430y')).toHaveLength(1);
    const many = Array.from({ length: 50 }, (_, index) => `p\u0430y${index}x`).join(' ');
    expect(findLookalikes(many).length).toBeLessThanOrEqual(5);
  });
});
