/** Every page of the main window, empty, filled, full and in error: what proves that it is, and what brings it there. */
import type { Page } from '@playwright/test';
import type { Page as MainPage } from '../../src-renderer/main/page-nav.tsx';
import { strings } from '../../src-renderer/strings.ts';
import type { MainChannel } from '../../src-shared/ipc-channels.ts';
import type { OverallState } from '../../src-shared/overall-state.ts';
import { type Doorman, expect } from '../support/app/doorman-test.ts';
import type { Filling, Show } from './named-state.ts';

interface PageState {
  /** What stands there then. */
  readonly says: string | RegExp;
  /** What a person does on the page for it. */
  readonly act?: (main: Page, doorman: Doorman) => Promise<unknown>;
}

const FAILED = 'That did not work';

/** From now on main has no answer on this channel. */
function leaveUnanswered({ app }: Doorman, channel: MainChannel): Promise<void> {
  return app.evaluate(({ ipcMain }, name) => ipcMain.removeHandler(name), channel);
}

/** The home of each filling (`fresh`, `filled`, `full`, `broken`) has what these say. */
const PAGE_STATES: Readonly<Record<MainPage, Readonly<Record<Filling, PageState>>>> = {
  queue: {
    empty: { says: strings.queue.emptyTitle },
    filled: { says: 'npm install --save-dev vitest' },
    full: { says: 'packages/package-31' },
    error: {
      says: FAILED,
      async act(main, doorman) {
        await leaveUnanswered(doorman, 'approvals:open');
        await main.getByRole('button', { name: strings.queue.open }).click();
      },
    },
  },
  running: {
    empty: { says: strings.running.emptyTitle },
    filled: { says: 'sleep 900' },
    full: { says: 'sleep 905' },
    error: { says: strings.running.exited(3) },
  },
  history: {
    empty: { says: strings.history.emptyTitle },
    filled: { says: 'notes.txt' },
    full: { says: 'packages/package-31' },
    error: { says: /not all of it can be proven|NOT as it was written/ },
  },
  runtimes: {
    empty: { says: strings.runtimes.embedded },
    filled: { says: 'Work' },
    full: { says: 'Team 11' },
    error: {
      says: strings.runtimes.urlBad,
      async act(main) {
        await main.getByLabel(strings.runtimes.url, { exact: true }).fill('runtime.example');
        await main.getByRole('button', { name: strings.runtimes.add }).click();
      },
    },
  },
  permissions: {
    empty: { says: strings.permissions.emptyTitle },
    filled: { says: 'Bash(sleep *)' },
    full: { says: 'Bash(make target-39)' },
    error: { says: /host\.yaml is broken at line 3/ },
  },
  callers: {
    empty: { says: strings.callers.contactsEmpty },
    filled: { says: strings.callers.strangersTitle },
    full: { says: 'Caller 39' },
    error: { says: 'no keychain keeps the key of this machine' },
  },
  tools: {
    empty: { says: strings.tools.lead },
    filled: { says: strings.tools.lead },
    full: { says: strings.tools.lead },
    error: {
      says: FAILED,
      async act(main, doorman) {
        await leaveUnanswered(doorman, 'tool:set');
        await main.getByRole('checkbox', { name: strings.tools.onLabel('shell_run') }).click();
      },
    },
  },
  playground: {
    empty: { says: strings.playground.text },
    filled: { says: strings.playground.ok, act: (main) => play(main, '{ "path": "notes.txt" }') },
    full: { says: strings.playground.ok, act: (main) => play(main, '{ "path": "long.txt" }') },
    error: { says: 'This is not JSON', act: (main) => play(main, '{ "path": notes.txt }') },
  },
  settings: {
    empty: { says: strings.settings.lead },
    filled: { says: strings.settings.lead },
    full: { says: strings.settings.lead },
    error: {
      says: FAILED,
      async act(main) {
        await main.getByLabel(strings.settings.keys.open, { exact: true }).press('Control+Alt+o');
        await expect(main.getByLabel(strings.settings.keys.open, { exact: true })).toHaveValue(/O/);
        await main.getByLabel(strings.settings.keys.stop, { exact: true }).press('Control+Alt+o');
      },
    },
  },
};

async function play(main: Page, input: string): Promise<void> {
  await main.getByLabel(strings.playground.tool).selectOption('fs_read_file');
  await main.getByLabel(strings.playground.input).fill(input);
  await main.getByRole('button', { name: strings.playground.call, exact: true }).click();
}

type Named<F extends Filling> = { readonly [P in MainPage as `${P}-${F}`]: Show };

/** All pages of the home that is filled so. */
export function pages<F extends Filling>(filling: F): Named<F> {
  const shown = Object.entries(PAGE_STATES).map(([page, states]) => {
    return [`${page}-${filling}`, place(page as MainPage, '', states[filling])];
  });
  return Object.fromEntries(shown);
}

/** Resolves when the page is there, by whatever way the navigation leads to it. `place`: the rest of its address. */
export async function openPage(
  main: Page,
  page: MainPage,
  place = '',
  { pages: titles }: Pick<typeof strings, 'pages'> = strings,
): Promise<Page> {
  await main.evaluate((hash) => {
    location.hash = hash;
  }, `${page}${place}`);
  await expect(main.locator('#page-title')).toHaveText(titles[page]);
  return main;
}

/** A part of a page, or what a person makes of it. */
export function place(page: MainPage, address: string, { says, act }: PageState): Show {
  return async (doorman) => {
    const main = await openPage(await doorman.window('main'), page, address);
    await act?.(main, doorman);
    await expect(main.getByRole('main')).toContainText(says);
    return { page: main };
  };
}

/** The queue page, with the whole app in this state. */
export const overall =
  (state: OverallState, act?: (main: Page) => Promise<unknown>): Show =>
  async (doorman) => {
    const main = await openPage(await doorman.window('main'), 'queue');
    await act?.(main);
    await expect(main.getByRole('banner')).toContainText(strings.overall[state]);
    return { page: main };
  };
