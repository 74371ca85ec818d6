/** The language of this page. Main names it in the page's address, so that the very first word is in it already. */
import { type Language, languageOf } from '../src-shared/language.ts';

/** Outside a page, as in a test, English. */
export function spoken(): Language {
  const { location } = globalThis as { readonly location?: { readonly search: string } };
  return languageOf(new URLSearchParams(location?.search ?? '').get('language')) ?? 'en';
}

/** Tells the browser and those who read the page aloud. Call before the first word is drawn. */
export function tellLanguage(): void {
  document.documentElement.lang = spoken();
}

/** How dates and numbers are written: as the system does where it speaks the same language, else as that language does. */
export function locale(): string | undefined {
  const system = new Intl.DateTimeFormat().resolvedOptions().locale;
  return languageOf(system.split('-')[0]) === spoken() ? undefined : spoken();
}
