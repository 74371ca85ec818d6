/** What a named state is: how the real app is brought to it, and which names there must be. */
import type { Page } from '@playwright/test';
import type { Page as MainPage } from '../../src-renderer/main/page-nav.tsx';
import type { strings } from '../../src-renderer/strings.ts';
import type { Effect } from '../../src-shared/action.ts';
import type { LinkStatus } from '../../src-shared/app-state.ts';
import type { FirstStep } from '../../src-shared/desktop-settings.ts';
import type { OverallState } from '../../src-shared/overall-state.ts';
import type { CardKind } from '../../src-shared/verdict.ts';
import type { Doorman, LaunchDoorman } from '../support/app/doorman-test.ts';

/** How much a page has to show. `error`: something of it does not work. */
export type Filling = 'empty' | 'filled' | 'full' | 'error';

/** Whose job it is never asks: it is allowed or refused. */
type AskedEffect = Exclude<Effect['kind'], 'job'>;

/** The first tab is the page as it opens. */
type PermissionTab = Exclude<keyof (typeof strings)['permissions']['tabs'], 'rules'>;

/** A link is idle for a moment only: it is on its way before a window can draw it. */
type DrawnLink = Exclude<LinkStatus['kind'], 'idle'>;

/**
 * The states that follow from what the app can be: a page, a kind of card, an effect or a state of a link that is added
 * to the app is a name that is missing here, and the types fail until it has its picture.
 */
export type NeededState =
  | `${MainPage}-${Filling}`
  | `first-${Exclude<FirstStep, 'done'>}`
  | `permissions-${PermissionTab}`
  | `card-${CardKind}`
  | `does-${AskedEffect}`
  | `link-${DrawnLink}`
  | `overall-${OverallState}`;

/** Brings the app to a state, and resolves when the window shows it. */
export type Show = (doorman: Doorman) => Promise<Shown>;

export interface Shown {
  readonly page: Page;
  /** What must be undone or ended before the next state. */
  readonly after?: () => Promise<unknown>;
}

/** One start of the app, and the states that are shown in it, in this order. */
export interface Home {
  readonly start: (stage: Stage) => Promise<Doorman>;
  readonly states: Readonly<Record<string, Show>>;
}

export interface Stage {
  readonly launchDoorman: LaunchDoorman;
  /** For what a home opens beside the app. Run after it has ended, the last first. */
  readonly atEnd: (close: () => unknown) => void;
}
