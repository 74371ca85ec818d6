/** Several cards at once, cards that have ended, and what stands in force over all: paused, stopped, too many questions. */
import { LIMITS } from '../../src-main/limits.ts';
import { strings } from '../../src-renderer/strings.ts';
import { allow, denyButton, untilAnswerable } from '../support/app/answer.ts';
import { answerBoxes } from '../support/app/answer-boxes.ts';
import { callInRun, callTool } from '../support/app/ask-host.ts';
import { type Doorman, expect } from '../support/app/doorman-test.ts';
import { approvalWith, callerOf, denyAll } from './card-states.ts';
import type { Home, Show, Stage } from './named-state.ts';
import { openPage, overall } from './page-states.ts';
import { callAtOnce, LONG_TIME, withTray } from './stage.ts';

/** Four cards: two that no rule names, one that must be looked at, one question. */
async function four(doorman: Doorman) {
  const calls = [
    ['shell_run', { command: 'mkdir -p build/site' }],
    ['shell_run', { command: 'cp -r src backup' }],
    ['shell_run', { command: 'git push --force origin main' }],
    ['ask_user', { question: 'Which of the two shall I keep?', options: ['the first', 'the second'] }],
  ] as const;
  const call = callerOf(doorman);
  const replies = [];
  for (const [index, [tool, input]] of calls.entries()) {
    replies.push(call(tool, input));
    await doorman.waiting(index + 1);
  }
  return { page: await approvalWith(doorman, 'mkdir'), replies };
}

const several: Show = async (doorman) => {
  const { page, replies } = await four(doorman);
  await untilAnswerable(page);
  return { page, after: () => denyAll(doorman, page, replies) };
};

const needsYou: Show = async (doorman) => {
  const { page, replies } = await four(doorman);
  const shown = await overall('needs-you')(doorman);
  return { ...shown, after: () => denyAll(doorman, page, replies) };
};

const ticked: Show = async (doorman) => {
  const { page, replies } = await four(doorman);
  await untilAnswerable(page);
  for (const index of [0, 1, 2])
    await page
      .getByRole('checkbox', { name: /^Tick: / })
      .nth(index)
      .check();
  await expect(page.getByText(strings.batch.mustLook(1))).toBeVisible();
  return { page, after: () => denyAll(doorman, page, replies) };
};

const ended: Show = async (doorman) => {
  const { page, replies } = await four(doorman);
  await denyButton(page).click();
  await expect(page.locator('.ended-bar')).toBeVisible();
  return { page, after: () => denyAll(doorman, page, replies) };
};

const undo: Show = async (doorman) => {
  const reply = doorman.call('shell_run', { command: 'mkdir -p made' });
  const page = await approvalWith(doorman, 'mkdir -p made');
  await page.getByRole('button', { name: strings.approval.moreWays }).click();
  await allow(page, page.getByRole('button', { name: strings.approval.scopes.minutes }));
  await reply;
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible();
  return { page };
};

const withdrawn: Show = async (doorman) => {
  const taken = new AbortController();
  const gone = callTool(doorman.env, 'shell_run', { command: 'mkdir taken-back' }, taken.signal);
  const page = await approvalWith(doorman, 'taken-back');
  taken.abort();
  await gone.catch(() => undefined);
  await expect(page.locator('.ended-bar')).toBeVisible();
  return { page };
};

const tooMany: Show = async (doorman) => {
  const replies = Array.from({ length: LIMITS.runQuestions }, (_, index) =>
    callInRun(doorman.env, 'r-17', `touch file-${index}`),
  );
  await expect.poll(async () => (await doorman.state())?.waitingCount).toBe(LIMITS.runQuestions);
  await callInRun(doorman.env, 'r-17', 'touch more');
  const page = await doorman.window('approval');
  const pause = page.getByRole('button', { name: strings.runs.pause.run });
  await expect(pause).toBeVisible();
  return { page, after: () => Promise.all([pause.click(), ...replies]) };
};

const refusedInRun: Show = async (doorman) => {
  const first = doorman.call('shell_run', { command: 'touch made.txt' });
  const page = await approvalWith(doorman, 'touch made.txt');
  await denyButton(page).click();
  await first;
  await callAtOnce(doorman, 'shell_run', { command: 'touch made.txt' });
  const main = await openPage(await doorman.window('main'), 'queue');
  await expect(main.getByRole('main')).toContainText('touch made.txt');
  return { page: main };
};

const pausedRun: Show = async (doorman) => {
  const main = await openPage(await doorman.window('main'), 'running');
  await expect(main.getByRole('list', { name: strings.runs.label })).toContainText('r-17');
  return { page: main };
};

const paused = overall('paused', (main) =>
  main.getByRole('button', { name: strings.controls.pause, exact: true }).click(),
);

const approvalPaused: Show = async (doorman) => {
  const page = await doorman.window('approval');
  await expect(page.getByText(strings.approval.emptyPaused)).toBeVisible();
  const main = await doorman.window('main');
  return {
    page,
    after: () => main.getByRole('button', { name: strings.controls.resume, exact: true }).click(),
  };
};

const stopped = overall('stopped', (main) =>
  main.getByRole('button', { name: strings.controls.stop, exact: true }).click(),
);

const approvalStopped: Show = async (doorman) => {
  const page = await doorman.window('approval');
  await expect(page.getByText(strings.approval.emptyStopped)).toBeVisible();
  return { page };
};

export const queueHome = {
  async start(stage: Stage) {
    await withTray(stage);
    const doorman = await stage.launchDoorman({ env: LONG_TIME });
    await answerBoxes(doorman, 'yes');
    return doorman;
  },
  states: {
    'approval-several': several,
    'overall-needs-you': needsYou,
    'approval-ticked': ticked,
    'ended-denied': ended,
    'ended-undo': undo,
    'ended-withdrawn': withdrawn,
    'approval-too-many': tooMany,
    'run-paused': pausedRun,
    'queue-refused': refusedInRun,
    'overall-paused': paused,
    'approval-paused': approvalPaused,
    'overall-stopped': stopped,
    'approval-stopped': approvalStopped,
  },
} satisfies Home;
