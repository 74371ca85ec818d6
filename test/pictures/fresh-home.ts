/** Doorman at its first start, and the states that it is put into while nothing else is there. */
import { strings } from '../../src-renderer/strings.ts';
import { expect } from '../support/app/doorman-test.ts';
import type { Home, Show, Stage } from './named-state.ts';
import { openPage, overall, pages, place } from './page-states.ts';
import { LONG_TIME, withTray } from './stage.ts';

const empty: Show = async (doorman) => {
  const main = await openPage(await doorman.window('main'), 'queue');
  await main.getByRole('button', { name: strings.queue.open }).click();
  const page = await doorman.window('approval');
  await expect(page.getByText(strings.approval.emptyText)).toBeVisible();
  return { page };
};

const sheet: Show = async (doorman) => {
  const page = await doorman.window('approval');
  await page.getByRole('button', { name: strings.shortcuts.open }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  return { page, after: () => page.keyboard.press('Escape') };
};

const { firstSteps: steps } = strings;

/** What a person meets at the very first start, one after the other. */
const FIRST_STEPS = {
  'first-connect': place('queue', '', { says: steps.titles.connect }),
  'first-folder': place('queue', '', {
    says: steps.titles.folder,
    act: (main) => main.getByRole('button', { name: steps.useOwn }).click(),
  }),
  'first-try': place('queue', '', {
    says: steps.titles.try,
    act: (main) => main.getByRole('button', { name: steps.withoutFolder }).click(),
  }),
  'first-skipped': place('settings', '', {
    says: steps.again,
    async act(main) {
      await openPage(main, 'queue');
      await main.getByRole('button', { name: steps.leave }).click();
      await expect(main.getByText(steps.titles.try)).toBeHidden();
      await openPage(main, 'settings');
    },
  }),
};

/** Main answers nothing any more, which a window must say of itself. */
const unreachable: Show = async (doorman) => {
  const page = await doorman.window('approval');
  await doorman.app.evaluate(({ ipcMain }) => ipcMain.removeHandler('state:get'));
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('cannot reach Doorman');
  return { page, after: () => page.close() };
};

export const freshHome = {
  async start(stage: Stage) {
    await withTray(stage);
    return stage.launchDoorman({
      settings: { folders: [], desktop: { firstSteps: 'connect' } },
      env: LONG_TIME,
    });
  },
  states: {
    ...FIRST_STEPS,
    ...pages('empty'),
    'overall-connected': overall('connected'),
    'permissions-no-grants': place('permissions', '/grants', { says: strings.grants.none }),
    'permissions-no-folders': place('permissions', '/folders', { says: strings.folders.emptyTitle }),
    'approval-empty': empty,
    'approval-shortcuts': sheet,
    'approval-unreachable': unreachable,
  },
} satisfies Home;
