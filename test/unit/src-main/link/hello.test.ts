/** What a link says first. */
import { expect, test } from 'vitest';
import { isSendableToken } from '../../../../src-main/link/hello.ts';

test.each([
  [undefined, true],
  ['', true],
  ['lct_abc/=,', true],
  ['a b', false],
  ['a\n', false],
  ['ä', false],
])('%j can be sent as a bearer: %s', (token, sendable) => {
  expect(isSendableToken(token)).toBe(sendable);
});
