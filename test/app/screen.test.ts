/** A picture of the screen is of the real screen, and leaves as the person saw it last. */
import type { Page } from '@playwright/test';
import { strings } from '../../src-renderer/strings.ts';
import type { StandingCard } from '../../src-shared/approval.ts';
import type { Rect } from '../../src-shared/picture.ts';
import { allow, allowButton, type PageWindow, untilAnswerable } from '../support/app/answer.ts';
import { answerBoxes } from '../support/app/answer-boxes.ts';
import { expect, test } from '../support/app/doorman-test.ts';
import { openOtherWindow } from '../support/app/other-window.ts';
import { paintRoot } from '../support/app/paint-root.ts';
import { colourAt, decodePng } from '../support/plain-png.ts';

/** A colour that nothing of the app has. */
const colour = [0xe6, 0x19, 0x9b] as const;
const [red, green, blue] = colour;

const bitmapOf = (output: unknown) => decodePng(Buffer.from((output as { data: string }).data, 'base64'));

test('screen_capture returns the pixels of the display, after a yes', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const paint = await paintRoot((red << 16) | (green << 8) | blue);
  await (await doorman.window('main')).close();

  const reply = doorman.call('screen_capture', {});
  await allow(await doorman.window('approval'));
  const { ok, output } = await reply;
  paint.close();

  expect(ok).toBe(true);
  expect(output).toMatchObject({ type: 'image', width: 1280, height: 800 });
  const bitmap = bitmapOf(output);
  for (const [x, y] of [
    [4, 4],
    [4, 795],
    [1275, 795],
  ] as const) {
    for (const [channel, value] of colourAt(bitmap, x, y).entries()) {
      expect(value).toBeCloseTo(colour[channel] ?? -1, -1);
    }
  }
});

/** The card that waits, as the bridge of the approval window tells it. */
const cardOf = (approval: Page) =>
  approval.evaluate(async () => {
    const { doorman } = globalThis as unknown as PageWindow;
    const [oldest] = (await doorman.call('state:get', undefined)).waiting;
    return (await doorman.call('approval:card', oldest?.callId ?? '')) as StandingCard;
  });

const button = (approval: Page, name: string) => approval.getByRole('button', { name, exact: true });

/** Waits until the card shows another picture than this one. */
async function untilChanged(approval: Page, { digest }: StandingCard): Promise<StandingCard> {
  await expect.poll(async () => (await cardOf(approval)).digest).not.toBe(digest);
  const card = await cardOf(approval);
  const { mimeType, base64 } = card.picture?.image ?? {};
  await expect(approval.getByRole('article').getByRole('img')).toHaveAttribute(
    'src',
    `data:${mimeType};base64,${base64}`,
  );
  return card;
}

/** Drags a frame over this part of the drawn picture, in shares of it. */
async function drag(approval: Page, from: readonly [number, number], to: readonly [number, number]) {
  const surface = approval.locator('.picture-surface');
  await surface.scrollIntoViewIfNeeded();
  const box = await surface.boundingBox();
  if (box === null) throw new Error('no picture to draw on');
  await approval.mouse.move(box.x + box.width * from[0], box.y + box.height * from[1]);
  await approval.mouse.down();
  await approval.mouse.move(box.x + box.width * to[0], box.y + box.height * to[1], { steps: 4 });
  await approval.mouse.up();
}

test('what was cropped and painted over leaves byte for byte as it was shown, and nothing of what is covered', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  const paint = await paintRoot((red << 16) | (green << 8) | blue);
  await (await doorman.window('main')).close();
  const reply = doorman.call('screen_capture', {});
  const approval = await doorman.window('approval');
  await untilAnswerable(approval);
  const asked = await cardOf(approval);
  paint.close();
  expect(asked.picture).toMatchObject({ whole: { width: 1280, height: 800 }, edit: { covers: [] } });
  await approval.screenshot({ path: test.info().outputPath('asked.png') });

  // With the pointer: what is drawn is made at once, and Allow begins anew.
  await button(approval, strings.picture.tool.cover).click();
  await drag(approval, [0.5, 0.5], [0.8, 0.9]);
  const covered = await untilChanged(approval, asked);
  await expect(allowButton(approval)).toBeDisabled();
  const [cover] = covered.picture?.edit?.covers ?? [];
  expect(cover).toMatchObject({ x: expect.closeTo(640, -1.3), width: expect.closeTo(384, -1.3) });
  await approval.screenshot({ path: test.info().outputPath('covered.png') });

  // By keyboard: while a frame is drawn and not taken, nothing can be allowed.
  const surface = button(approval, strings.picture.surface.cover);
  await expect(surface).toBeFocused();
  await untilAnswerable(approval);
  await surface.focus();
  await approval.keyboard.press('ArrowDown');
  await expect(approval.getByText(strings.picture.changing)).toBeVisible();
  await expect(allowButton(approval)).toBeDisabled();
  await approval.screenshot({ path: test.info().outputPath('frame.png') });
  await approval.keyboard.press('Shift+ArrowRight');
  await approval.keyboard.press('Enter');
  const twice = await untilChanged(approval, covered);
  expect(twice.picture?.edit?.covers).toHaveLength(2);
  await button(approval, strings.picture.undo).click();
  const undone = await untilChanged(approval, twice);
  expect(undone.digest).toBe(covered.digest);

  await button(approval, strings.picture.tool.crop).click();
  await drag(approval, [0.25, 0.25], [0.75, 0.75]);
  const shown = await untilChanged(approval, undone);
  await expect(approval.getByText(strings.picture.changed(true, 1))).toBeVisible();
  const crop = shown.picture?.edit?.crop as Rect;
  await approval.screenshot({ path: test.info().outputPath('cropped.png') });

  const late = { callId: shown.callId, digest: shown.digest, picture: { covers: [] } };
  await allow(approval);
  const { ok, output } = await reply;
  expect(ok).toBe(true);
  const { base64, width, height, note } = shown.picture?.image ?? {};
  expect(output).toEqual({ type: 'image', mime_type: 'image/png', width, height, data: base64, note });
  expect(note).toMatch(/cropped this picture to .* and painted over a part of it in black/);
  const bitmap = bitmapOf(output);
  expect(bitmap).toMatchObject({ width: crop.width, height: crop.height });
  const isCovered = (x: number, y: number) =>
    cover !== undefined &&
    x + crop.x >= cover.x &&
    y + crop.y >= cover.y &&
    x + crop.x < cover.x + cover.width &&
    y + crop.y < cover.y + cover.height;
  let black = 0;
  let leaked = 0;
  for (let y = 0; y < bitmap.height; y += 1) {
    for (let x = 0; x < bitmap.width; x += 1) {
      if (!isCovered(x, y)) continue;
      if (colourAt(bitmap, x, y).every((channel) => channel === 0)) black += 1;
      else leaked += 1;
    }
  }
  expect(leaked).toBe(0);
  expect(black).toBeGreaterThan(50_000);
  // What is beside it is the screen as it was.
  for (const [channel, value] of colourAt(bitmap, 2, 2).entries()) {
    expect(value).toBeCloseTo(colour[channel] ?? -1, -1);
  }
  await approval.keyboard.press('Shift');
  const tooLate = await approval.evaluate((edit) => {
    return (globalThis as unknown as PageWindow).doorman.call('approval:edit', edit);
  }, late);
  expect(tooLate).toMatchObject({ kind: 'refused', why: expect.stringContaining('Too late') });
  expect((await doorman.state())?.recent[0]).toMatchObject({ outcome: 'done', edited: true });
});

test('while a window is open that the person keeps out, no picture of the screen is taken', async ({
  launchDoorman,
}) => {
  const permissions = 'permissions:\n  screen_capture: { allowed: true }\n';
  const doorman = await launchDoorman({ permissions });
  const other = await openOtherWindow();
  const main = await doorman.window('main');
  await button(main, strings.pages.settings).click();
  const list = main.getByRole('list', { name: strings.settings.windowsLabel });
  const field = main.getByLabel(strings.settings.windowsField);
  const leaveOut = async (pattern: string) => {
    await field.fill(pattern);
    await button(main, strings.settings.windowsAdd).click();
    await expect(list).toContainText(pattern);
  };
  await leaveOut('some other title');
  expect(await doorman.call('screen_capture', {})).toMatchObject({ ok: true });

  const refused = { ok: false, error: expect.stringContaining('keeps some windows out of pictures') };
  await leaveOut('body el');
  await field.scrollIntoViewIfNeeded();
  await main.screenshot({ path: test.info().outputPath('left-out.png') });
  expect(await doorman.call('screen_capture', {})).toMatchObject(refused);

  const asked = await answerBoxes(doorman, 'yes');
  await button(main, strings.settings.windowsRemoveLabel('body el')).click();
  await expect(list).not.toContainText('body el');
  expect(await asked()).toEqual(['Let agents see windows that fit "body el" again?']);
  expect(await doorman.call('screen_capture', {})).toMatchObject({ ok: true });

  // By its program, which no title names; Doorman's own windows are not meant.
  await leaveOut('PAGE');
  expect(await doorman.call('screen_capture', {})).toMatchObject(refused);
  await other.close();
  expect(await doorman.call('screen_capture', {})).toMatchObject({ ok: true });
});
