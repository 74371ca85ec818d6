/** The fixed list of named states: what `npm run pictures` makes pictures of. A new page, or kind of card, belongs in here. */
import { brokenHome } from './broken-home.ts';
import { filledHome } from './filled-home.ts';
import { freshHome } from './fresh-home.ts';
import { fullHome } from './full-home.ts';
import type { Home } from './named-state.ts';

export const HOMES = {
  fresh: freshHome,
  filled: filledHome,
  full: fullHome,
  broken: brokenHome,
} satisfies Readonly<Record<string, Home>>;
