import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { chainKey, newSecret } from '../../../../src-main/journal/chain.ts';

const KIB = 1024;

test.each([
  ['short text', 'a'],
  ['no text', ''],
  ['letters of several bytes', 'ä€😀'.repeat(50)],
  ['half a letter', 'a\ud83d'],
  ['text at the end of what is short', 'x'.repeat(5 * KIB)],
  ['letters of three bytes there', '€'.repeat(5 * KIB)],
  ['long text', '€'.repeat(20 * KIB)],
])('the MAC of %s is HMAC-SHA256, as text and as bytes', (_what, body) => {
  const secret = newSecret();
  const { mac } = chainKey(secret);
  const before = mac('', 'the line before');
  const expected = createHmac('sha256', secret).update(before).update(body).digest('base64url');
  expect([mac(before, body), mac(before, Buffer.from(body))]).toEqual([expected, expected]);
});
