/** No yes by accident, with the real keyboard and pointer: not by keys meant for another window, nor by the first click, nor by a press too early or too short. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { strings } from '../../src-renderer/strings.ts';
import type { Answer } from '../../src-shared/approval.ts';
import { allow, allowButton, answerByScript, untilAnswerable } from '../support/app/answer.ts';
import { control } from '../support/app/ask-host.ts';
import { type Doorman, expect, test } from '../support/app/doorman-test.ts';
import { type OtherWindow, openOtherWindow } from '../support/app/other-window.ts';
import { focusWindow, moveTo, onScreen, pressOn, tellOfBlur, xdotool } from '../support/app/real-hand.ts';

const yes: Answer = { kind: 'allow' };
/** The keys that mean something in the approval window among them, and half of them capital as a person writes. */
const WORDS = 'Just djr jk rd: dear Jack, d r k ?\n';
const CARDS = 50;
const roomy = { waiting: 100, live: 200, runQuestions: 100, runtimeQuestions: 200 };

interface Typed {
  /** The other window lost the keyboard, or some of what was typed did not arrive there. */
  readonly stolen: boolean;
  readonly waiting: number;
  readonly answered: number;
}

/** Somebody types in another window while the cards arrive; half-way the approval window is closed, so that it comes anew. */
async function typeWhileCardsArrive(doorman: Doorman, other: OtherWindow): Promise<Typed> {
  await other.empty();
  await other.takeKeyboard();
  let typed = '';
  const type = async () => {
    await xdotool('type', '--delay', '1', WORDS);
    typed += WORDS;
  };
  await type();
  for (let card = 0; card < CARDS; card++) {
    void doorman.call('shell_run', { command: `touch card-${card}` }).catch(() => {});
    if (card % 10 === 9) {
      const arrived = async () => (await doorman.state())?.waitingCount === card + 1;
      // Stolen keys deny cards, so that they never all wait.
      await expect.poll(async () => (await arrived()) || (await other.losses()) > 0).toBe(true);
      await type();
    }
    if (card === CARDS / 2) await closeApproval(doorman);
  }
  await doorman.window('approval');
  await type();
  const state = await doorman.state();
  const stolen = (await other.losses()) > 0 || (await other.text()) !== typed;
  const answered = state?.recent.filter(({ answeredBy }) => answeredBy === 'window').length ?? 0;
  return { stolen, waiting: state?.waitingCount ?? 0, answered };
}

function closeApproval({ app }: Doorman): Promise<void> {
  return app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows())
      if (window.webContents.getURL().includes('approval.html')) window.close();
  });
}

test('cards that arrive take no key from what somebody types elsewhere, and none is answered', async ({
  launchDoorman,
}) => {
  test.setTimeout(180_000);
  const doorman = await launchDoorman({ limits: roomy });
  const other = await openOtherWindow();
  await doorman.window('main');

  expect(await typeWhileCardsArrive(doorman, other)).toEqual({ stolen: false, waiting: CARDS, answered: 0 });
  await other.close();
});

test('the same look finds the theft of a window that shows itself as windows do', async ({
  launchDoorman,
}) => {
  test.setTimeout(180_000);
  const doorman = await launchDoorman({ limits: roomy });
  const other = await openOtherWindow();
  await doorman.window('main');
  await doorman.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.prototype.showInactive = function showInactive() {
      this.show();
    };
  });

  expect(await typeWhileCardsArrive(doorman, other)).toMatchObject({ stolen: true });
  await other.close();
});

async function keyCard(doorman: Doorman): Promise<{ page: Page; reply: ReturnType<Doorman['call']> }> {
  const key = join(doorman.person, '.ssh', 'id_ed25519');
  await mkdir(join(doorman.person, '.ssh'));
  await writeFile(key, 'not really a key\n');
  const reply = doorman.call('fs_read_file', { path: key });
  const page = await doorman.window('approval');
  await untilAnswerable(page);
  return { page, reply };
}

/** What is held by which words of xdotool, `ms` long. */
const holds = {
  'the button': (seconds: string) => ['mousedown', '1', 'sleep', seconds, 'mouseup', '1'],
  'Ctrl+Enter': (seconds: string) => [
    'keydown',
    'ctrl',
    'keydown',
    'Return',
    'sleep',
    seconds,
    'keyup',
    'Return',
    'keyup',
    'ctrl',
  ],
};

for (const [what, words] of Object.entries(holds)) {
  test(`what must be looked at wants ${what} held: half a second is not enough, a second is`, async ({
    launchDoorman,
  }, info) => {
    const doorman = await launchDoorman();
    const { page, reply } = await keyCard(doorman);
    const status = page.locator('#arming');
    await expect(status).toHaveText(strings.approval.readyToHold);
    await moveTo(await onScreen(allowButton(page)));
    await page.screenshot({ path: info.outputPath('ready-to-hold.png') });

    await xdotool(...words('0.5'));
    await expect(status).toHaveText(strings.approval.heldTooBriefly);
    expect(await answerByScript(page, yes)).toMatchObject({ kind: 'refused', why: /held for a second/ });
    await page.screenshot({ path: info.outputPath('let-go-early.png') });
    expect((await doorman.state())?.waitingCount).toBe(1);

    const held = xdotool(...words('1.6'));
    await expect(status).toHaveText(strings.approval.holding);
    await page.screenshot({ path: info.outputPath('held.png') });
    expect(await reply).toMatchObject({ ok: true, output: 'not really a key\n' });
    await held;
  });
}

test('a press that leaves the button, or the window, is taken back', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const other = await openOtherWindow();
  const { page, reply } = await keyCard(doorman);
  await pressOn(allowButton(page), async () => {
    await expect(page.locator('.is-held')).toHaveCount(1);
    await moveTo(await onScreen(page.getByRole('heading', { level: 1 })));
    await expect(page.locator('.is-held')).toHaveCount(0);
  });
  expect(await answerByScript(page, yes)).toMatchObject({ kind: 'refused' });

  await xdotool('keydown', 'ctrl', 'keydown', 'Return');
  await expect(page.locator('.is-held')).toHaveCount(1);
  await other.takeKeyboard();
  await tellOfBlur(page);
  await expect(page.locator('.is-held')).toHaveCount(0);
  await xdotool('keyup', 'Return', 'keyup', 'ctrl');
  expect(await answerByScript(page, yes)).toMatchObject({
    kind: 'refused',
    why: /did not have the keyboard/,
  });
  expect((await doorman.state())?.waitingCount).toBe(1);

  await allow(page);
  expect(await reply).toMatchObject({ ok: true, output: 'not really a key\n' });
  await other.close();
});

test('the click that only brings the window the keyboard allows nothing; the next one does', async ({
  launchDoorman,
}, info) => {
  const doorman = await launchDoorman();
  const other = await openOtherWindow();
  const reply = doorman.call('shell_run', { command: 'touch made.txt' });
  const page = await doorman.window('approval');
  const status = page.locator('#arming');
  await other.takeKeyboard();
  await expect(status).toHaveText(strings.approval.waitsFor.focus);
  await page.screenshot({ path: info.outputPath('without-keyboard.png') });
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BUTTON');

  await moveTo(await onScreen(allowButton(page)));
  await xdotool('click', '1');
  expect(await answerByScript(page, yes)).toMatchObject({ kind: 'refused', why: /Not allowed yet/ });
  await expect(status).toHaveText(strings.approval.ready);
  expect((await doorman.state())?.waitingCount).toBe(1);
  await page.screenshot({ path: info.outputPath('ready.png') });

  await xdotool('click', '1');
  expect(await reply).toMatchObject({ ok: true });
  await other.close();
});

/** Stops the clock by which main tells how long things have been so, or lets it go on. */
async function stopClock({ app }: Doorman, stopped: boolean): Promise<void> {
  await app.evaluate((_electron, stop) => {
    const clock = performance as { now(): number; going?: () => number };
    clock.going ??= clock.now.bind(performance);
    const at = clock.going();
    clock.now = stop ? () => at : clock.going;
  }, stopped);
}

test('a button that comes to stand under the pointer is deaf for half a second', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  const reply = doorman.call('shell_run', { command: 'touch made.txt' });
  const page = await doorman.window('approval');
  await untilAnswerable(page);
  const before = await onScreen(allowButton(page));
  const there = { x: before.x, y: before.y - 40 };
  await moveTo(there);

  await stopClock(doorman, true);
  await doorman.app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows().find(({ webContents }) =>
      webContents.getURL().includes('approval'),
    );
    const [width = 0, height = 0] = window?.getSize() ?? [];
    window?.setSize(width, height - 40);
  });
  await expect.poll(() => onScreen(allowButton(page))).toEqual(there);
  await expect(allowButton(page)).toBeDisabled();
  await xdotool('click', '1');
  expect(await answerByScript(page, yes)).toMatchObject({ kind: 'refused', why: /press began before/ });
  expect((await doorman.state())?.waitingCount).toBe(1);

  await stopClock(doorman, false);
  await expect(allowButton(page)).toBeEnabled();
  expect(await answerByScript(page, yes)).toMatchObject({ kind: 'refused', why: /press began before/ });
  await xdotool('click', '1');
  expect(await reply).toMatchObject({ ok: true });
});

test('a card that ends says so in its place, gives way to none at once, and its click meets no other', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  const first = doorman.call('shell_run', { command: 'touch first.txt' });
  const page = await doorman.window('approval');
  await untilAnswerable(page);
  const at = await onScreen(allowButton(page));
  const heading = page.getByRole('heading', { level: 2 });
  const second = doorman.call('shell_run', { command: 'touch second.txt' });
  await doorman.waiting(2);
  await expect(page.getByRole('navigation').getByRole('button')).toHaveCount(2);
  await expect(heading).toContainText('first.txt');
  expect(await onScreen(allowButton(page))).toEqual(at);

  await moveTo(at);
  await stopClock(doorman, true);
  const oldest = (await doorman.state())?.waiting[0]?.callId ?? '';
  await control(doorman.env, { command: 'deny', callId: oldest });
  expect(await first).toMatchObject({ ok: false });
  await expect(allowButton(page)).toHaveCount(0);
  await expect(heading).toContainText('first.txt');
  await xdotool('click', '1');
  await expect(heading).toContainText('second.txt');
  await expect(allowButton(page)).toBeVisible();
  await xdotool('click', '1');
  expect(await answerByScript(page, yes)).toMatchObject({ kind: 'refused' });
  expect((await doorman.state())?.waitingCount).toBe(1);

  await stopClock(doorman, false);
  await focusWindow(page);
  await allow(page);
  expect(await second).toMatchObject({ ok: true });
});
