/** The windows in their second language, whose words are longer. */
import { german } from '../../src-renderer/german/german.ts';
import type { Page as MainPage } from '../../src-renderer/main/page-nav.tsx';
import { desktopSettingsSchema } from '../../src-shared/desktop-settings.ts';
import { untilAnswerable } from '../support/app/answer.ts';
import { expect } from '../support/app/doorman-test.ts';
import { approvalWith } from './card-states.ts';
import type { Home, Show, Stage } from './named-state.ts';
import { openPage } from './page-states.ts';
import { callAtOnce, LONG_TIME, withTray } from './stage.ts';

const page =
  (name: MainPage): Show =>
  async (doorman) => {
    const main = await openPage(await doorman.window('main'), name, '', german);
    return { page: main };
  };

const card: Show = async (doorman) => {
  const approval = await approvalWith(doorman, 'git push --force');
  await expect(approval.getByText(german.ask['must-look']).first()).toBeVisible();
  await untilAnswerable(approval, approval.getByRole('button', { name: german.approval.allow, exact: true }));
  return { page: approval };
};

export const germanHome = {
  async start(stage: Stage) {
    await withTray(stage);
    const desktop = desktopSettingsSchema.parse({ language: 'de', firstSteps: 'done' });
    const doorman = await stage.launchDoorman({ settings: { desktop }, env: LONG_TIME });
    await callAtOnce(doorman, 'shell_run', { command: 'pwd' });
    void doorman.call('shell_run', { command: 'git push --force origin main' });
    await doorman.waiting(1);
    return doorman;
  },
  states: {
    'german-card': card,
    'german-queue': page('queue'),
    'german-history': page('history'),
    'german-permissions': page('permissions'),
    'german-tools': page('tools'),
    'german-settings': page('settings'),
  },
} satisfies Home;
