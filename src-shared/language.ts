/** The languages of the windows, and which of them is spoken. What agents, the journal and the command line get is English. */
import { z } from 'zod';

const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** `system` follows the desktop. */
export const languageSettingSchema = z.enum(['system', ...LANGUAGES]);
export type LanguageSetting = z.infer<typeof languageSettingSchema>;

/**
 * What is set, or the first language of the system that the windows know; English where there is none.
 * @param preferred BCP 47 tags, the dearest first
 */
export function spokenLanguage(setting: LanguageSetting, preferred: readonly string[]): Language {
  if (setting !== 'system') return setting;
  const known = preferred.map((tag) => languageOf(tag.split('-')[0])).find((one) => one !== undefined);
  return known ?? 'en';
}

/** A language by its code, if the windows know it. */
export function languageOf(code: string | null | undefined): Language | undefined {
  return LANGUAGES.find((language) => language === code);
}
