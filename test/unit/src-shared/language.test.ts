/** The windows speak what is set, else the first language of the system that they know, else English. */
import { expect, it } from 'vitest';
import { spokenLanguage } from '../../../src-shared/language.ts';

it.each([
  ['system', ['de-AT', 'en-US'], 'de'],
  ['system', ['fr-FR', 'de', 'en'], 'de'],
  ['system', ['en-GB', 'de'], 'en'],
  ['system', ['ja', 'den'], 'en'],
  ['system', [], 'en'],
  ['en', ['de-DE'], 'en'],
  ['de', ['en-US'], 'de'],
] as const)('set to %s, on a system that prefers %j: %s', (setting, preferred, language) => {
  expect(spokenLanguage(setting, preferred)).toBe(language);
});
