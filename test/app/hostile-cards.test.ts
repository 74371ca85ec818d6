/** Whatever an agent sends, the window stays usable: it draws, it scrolls, its buttons stay in it, and a text can be seen whole. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page, TestInfo } from '@playwright/test';
import { strings } from '../../src-renderer/strings.ts';
import type { Json } from '../../src-shared/json.ts';
import { allowButton, denyButton } from '../support/app/answer.ts';
import { expect, test } from '../support/app/doorman-test.ts';
import { type Felt, feel } from '../support/app/felt.ts';
import { type Asker, floodFrom } from '../support/app/flooding-runtime.ts';

/** The longest command that is taken, in UTF-16 units. */
const LONGEST = 32_000;
const MIB = 1024 * 1024;

/**
 * Milliseconds beyond how long this machine held up an idle process: between two frames of the window what one in a hundred
 * may take and what the longest may, and main's longest stand-still.
 */
const USUAL = 100;
const LONGEST_WAIT = 250;
/** What came in one moment is parsed and written down in few turns: 32 MiB at once were seen to take 360. */
const LONGEST_OF_MANY = 600;

/** The longest text of this, or a shorter one where each character takes much room: somebody has to scroll through it all. */
const filled = (unit: string, length = LONGEST - 20) =>
  `echo ${unit.repeat(Math.floor(length / unit.length))} end`;

/** A letter with more marks on it than any script has, which are drawn far above and below it. */
const tower = `z${Array.from({ length: 60 }, (_, index) => String.fromCharCode(0x300 + (index % 0x6f))).join('')}`;

const TEXTS: Readonly<Record<string, string>> = {
  'one word': filled('x'),
  towers: filled(tower),
  families: filled('\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}'),
  directions: filled('ab\u202Ecd\u2066ef\u2069gh\u202C ', 6_000),
  'right to left': filled('\u0645\u0631\u062D\u0628\u0627 \u05E9\u05DC\u05D5\u05DD '),
  markup: filled(
    '</q><img src=x onerror=alert(1)><style>*{display:none}</style><script>document.title="taken"</script>',
  ),
  'empty lines': filled('\n', 2_000),
  invisible: filled('\u200B\u2060\uFEFF\u00AD', 6_000),
  'mixed scripts': filled('a\u0430\u03B1\uFF41\u{1D41A}'),
  'one letter in many words': filled('\u0915\u094D\u0937 '),
};

const huge = 'x'.repeat(MIB - 4_096);

interface Huge {
  readonly input: { readonly [field: string]: Json };
  readonly asker?: Asker;
  readonly times: number;
}

/** Nested as deep as JSON can be written at all. */
function nested(depth: number): Json {
  let value: Json = 'x';
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

const wide = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`field-${index}`, index]));

/** What becomes no card: the agent is told so at once. */
const REFUSED: readonly Huge[] = [
  { input: { command: huge }, times: 8 },
  { input: { command: `touch ${'y'.repeat(100_000)}` }, times: 4 },
  { input: { tool: 'fs_read_file', path: huge }, times: 6 },
  { input: { command: 'touch small', reason: huge }, times: 6 },
  { input: { command: 'touch deep', more: nested(3_000) }, times: 2 },
  { input: { command: 'touch wide', more: wide }, times: 2 },
];
/** What becomes one: a small command, with much around it. */
const CARDS: readonly Huge[] = [1, 2].flatMap((number) => [
  { input: { command: `touch run-${number}` }, asker: { runId: huge }, times: 1 },
  { input: { command: `touch agent-${number}` }, asker: { agentId: huge }, times: 1 },
]);
const HUGE = [...REFUSED, ...CARDS];
const STANDING = CARDS.reduce((sum, { times }) => sum + times, 0);

test(
  'each hostile text draws at once, can be seen to its end, and leaves the buttons where they are',
  { tag: '@alone' },
  async ({ launchDoorman }, info) => {
    test.setTimeout(300_000);
    const doorman = await launchDoorman();
    const flood = await floodFrom(doorman, '\u202E\u05D3\u05D5\u05E8\u05DE\u05DF <b>');
    const asker: Asker = {
      runId: `\u202E${tower}\u05E8\u05D9\u05E5`,
      agentId: '\u{1F469}\u200D\u{1F4BB}<i>\u0648\u0643\u064A\u0644',
    };
    for (const [name, command] of Object.entries(TEXTS)) {
      const reply = flood.call('shell_run', { command }, asker);
      const approval = await doorman.window('approval');
      const felt = await feel(doorman.app, approval, () => seeWhole(approval, info, name));
      isUsable(name, felt);
      await denyButton(approval).click();
      expect(await reply).toContain('denied by the person');
      await doorman.waiting(0);
    }
    expect(await doorman.window('approval').then((page) => page.title())).not.toContain('taken');
  },
);

test(
  'thirty-two inputs of a MiB each leave the window as it is',
  { tag: '@alone' },
  async ({ launchDoorman }, info) => {
    test.setTimeout(180_000);
    const doorman = await launchDoorman();
    const flood = await floodFrom(doorman);
    const first = flood.call('shell_run', { command: 'touch first' });
    const approval = await doorman.window('approval');
    const replies: Promise<string>[] = [];
    const felt = await feel(doorman.app, approval, async () => {
      for (const { input, asker, times } of HUGE) {
        for (let time = 0; time < times; time += 1)
          replies.push(flood.call('tool' in input ? 'fs_read_file' : 'shell_run', input, asker));
      }
      await doorman.waiting(1 + STANDING);
      await approval.screenshot({ path: info.outputPath('huge.png'), animations: 'disabled' });
      await buttonsAreInside(approval);
    });
    isUsable('huge inputs', felt, LONGEST_OF_MANY);
    expect(replies).toHaveLength(32);
    const list = approval.getByRole('navigation').getByRole('listitem');
    await expect(list).toHaveCount(1 + STANDING);
    for (let left = STANDING; left >= 0; left -= 1) {
      await denyButton(approval).click();
      await doorman.waiting(left);
      await expect(approval.locator('.card-ended')).toHaveCount(0);
    }
    for (const reply of await Promise.all([first, ...replies]))
      expect(reply).toMatch(/denied by the person|^bad input for/);
  },
);

test(
  'a result of a MiB that the person looks through first is drawn at once',
  { tag: '@alone' },
  async ({ launchDoorman }, info) => {
    test.setTimeout(120_000);
    const doorman = await launchDoorman({ settings: { review: ['fs_read_file'] } });
    const path = join(doorman.project, 'huge.txt');
    await writeFile(
      path,
      `begin ${`<b>\u202E${'\u05D0'.repeat(9)} ${tower} \u200B`.repeat(6_000)} end`.slice(0, 900_000),
    );
    const other = doorman.call('shell_run', { command: 'touch other' });
    const approval = await doorman.window('approval');
    const reply = doorman.call('fs_read_file', { path });
    await doorman.waiting(2);
    const felt = await feel(doorman.app, approval, async () => {
      await approval.getByRole('navigation').getByRole('button').nth(1).click();
      await expect(approval.getByText(/^begin/)).toBeVisible();
      await approval.locator('.whole .text-block').hover();
      for (let turn = 0; turn < 60; turn += 1) await approval.mouse.wheel(0, 150);
      await approval.keyboard.press('End');
      await expect(approval.getByRole('button', { name: strings.review.send, exact: true })).toBeDisabled();
      await approval.screenshot({ path: info.outputPath('huge result.png'), animations: 'disabled' });
    });
    isUsable('huge result', felt);
    await approval.getByRole('button', { name: strings.review.withhold, exact: true }).click();
    expect(await reply).toMatchObject({ ok: false });
    await denyButton(approval).click();
    await other;
  },
);

function isUsable(what: string, { frames, main, machine }: Felt, mostOfMain = LONGEST_WAIT): void {
  expect(frames.usual - machine, `usual time between frames, ${what}`).toBeLessThan(USUAL);
  expect(frames.longest - machine, `longest time between frames, ${what}`).toBeLessThan(LONGEST_WAIT);
  expect(main.longest - machine, `longest delay of main, ${what}`).toBeLessThan(mostOfMain);
}

async function seeWhole(approval: Page, info: TestInfo, name: string): Promise<void> {
  await expect(approval.getByRole('heading', { level: 2 })).toBeVisible();
  await buttonsAreInside(approval);
  await approval.screenshot({ path: info.outputPath(`${name}.png`), animations: 'disabled' });
  await approval.locator('.fold').click();
  await scrollToEnd(approval, approval.locator('.whole .text-block'));
  await buttonsAreInside(approval);
  await approval.screenshot({ path: info.outputPath(`${name}, opened.png`), animations: 'disabled' });
}

/** With the wheel over the text, until all of it counts as seen. */
async function scrollToEnd(approval: Page, text: Locator): Promise<void> {
  await text.hover();
  const whole = approval.getByText(strings.approval.waitsFor.text);
  // Steps that leave no line out, however tall the box is.
  const { step, height } = await text.evaluate(({ clientHeight, scrollHeight }) => ({
    step: clientHeight * 0.8,
    height: scrollHeight,
  }));
  for (let to = 0; to < height * 2 && (await whole.count()) > 0; to += step) {
    await approval.mouse.wheel(0, step);
    await text.evaluate(() => new Promise(requestAnimationFrame));
  }
  await expect(whole).toHaveCount(0);
}

async function buttonsAreInside(approval: Page): Promise<void> {
  for (const button of [denyButton(approval), allowButton(approval)])
    await expect(button).toBeInViewport({ ratio: 1 });
}
