/**
 * The fixed list of named states, by the start of the app in which they are shown: `npm run pictures` makes two pictures of
 * each. Whoever adds a page, a kind of card, an effect that asks or a state of a link adds its states here.
 */
import { brokenHome } from './broken-home.ts';
import { cardsHome } from './card-states.ts';
import { filledHome } from './filled-home.ts';
import { freshHome } from './fresh-home.ts';
import { fullHome } from './full-home.ts';
import { germanHome } from './german-home.ts';
import { hurriedHome, linksHome, offlineHome } from './link-states.ts';
import type { Home, NeededState, Show } from './named-state.ts';
import { queueHome } from './queue-states.ts';

export const HOMES = {
  fresh: freshHome,
  filled: filledHome,
  full: fullHome,
  broken: brokenHome,
  cards: cardsHome,
  queue: queueHome,
  links: linksHome,
  offline: offlineHome,
  hurried: hurriedHome,
  german: germanHome,
} satisfies Readonly<Record<string, Home>>;

/** Has no type while a state that the app can be in is in no home. */
export const STATES = {
  ...freshHome.states,
  ...filledHome.states,
  ...fullHome.states,
  ...brokenHome.states,
  ...cardsHome.states,
  ...queueHome.states,
  ...linksHome.states,
  ...offlineHome.states,
  ...hurriedHome.states,
  ...germanHome.states,
} satisfies Readonly<Record<NeededState, Show>>;
