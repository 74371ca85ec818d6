import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { advertisedSchema } from '../../../../src-main/tools/define-tool.ts';
import { createTools } from '../../../../src-main/tools/registry.ts';
import type { ScreenCapture } from '../../../../src-main/tools/screen.ts';
import type { PictureEdit } from '../../../../src-shared/picture.ts';
import { colourAt, decodePng } from '../../../support/plain-png.ts';
import { noise, plainScreen, PLAIN_WINDOW as WINDOW } from '../../../support/plain-screen.ts';
import { callTool, dataOf, findTool, messageOf, runContext, testOrigin, toolsEnv } from './tools-fixture.ts';

const shown = noise(100, 50);

const envOf = (maxResultBytes = 100_000, changes: Partial<ScreenCapture> = {}) =>
  toolsEnv('/home/tester', { screen: plainScreen(shown, changes), maxResultBytes, now: () => 1234 });

const capture = (maxResultBytes: number, input: object = {}) =>
  callTool(envOf(maxResultBytes), 'screen_capture', input);

/** A capture that waits: its tool, what it would do, and how its picture is changed. */
async function waiting(maxResultBytes = 100_000) {
  const tool = findTool(envOf(maxResultBytes), 'screen_capture');
  const resolved = await tool.resolve({});
  if (!resolved.ok) throw new Error(resolved.message);
  return {
    tool,
    action: resolved.action,
    edit: (edit: PictureEdit) => tool.withPicture?.(resolved.action, edit),
  };
}

/** The picture in what came of an edit, decoded. */
function edited(made: Awaited<ReturnType<Awaited<ReturnType<typeof waiting>>['edit']>>) {
  if (!made?.ok || !made.action.picture) throw new Error('the picture was not changed');
  const { picture } = made.action;
  expect(picture.image.mimeType).toBe('image/png');
  return { picture, bitmap: decodePng(Buffer.from(picture.image.base64, 'base64')) };
}

describe('screen_capture', () => {
  it('is offered only where there is a screen', () => {
    const names = (env: Parameters<typeof createTools>[0]) => createTools(env).map(({ name }) => name);
    expect(names(toolsEnv('/'))).not.toContain('screen_capture');
    expect(names(envOf())).toContain('screen_capture');
  });

  it('is taken before anybody decides: what is shown of it is, byte for byte, what it gives', async () => {
    let now = 0;
    const captured = { png: Buffer.alloc(0), width: 1, height: 1 };
    const changing = async () => {
      now += 1;
      return { ...captured, png: Buffer.from([now]) };
    };
    const tool = findTool(envOf(100_000, { captureDisplay: changing }), 'screen_capture');
    const resolved = await tool.resolve({});
    if (!resolved.ok) throw new Error(resolved.message);
    const { picture } = resolved.action;
    const bytes = Buffer.from(picture?.image.base64 ?? '', 'base64');
    expect(bytes).toEqual(Buffer.from([1]));
    expect(picture).toMatchObject({
      sha256: createHash('sha256').update(bytes).digest('hex'),
      bytes: 1,
      takenAt: 1234,
      edit: { covers: [] },
    });
    expect(await tool.run(resolved.action, runContext())).toEqual({ ok: true, result: picture?.image });
    expect(now).toBe(1);
  });

  it('says what is looked at', async () => {
    const target = 'display 1 of 1 (100 × 50)';
    expect((await waiting()).action).toMatchObject({
      summary: 'Look at the screen: display 1 of 1, Built-in, 100 × 50',
      effects: [{ kind: 'look', target }],
      frozen: { display: 0 },
    });
  });

  it('returns the picture as it is where it fits, else steps down until it does', async () => {
    expect(await capture(100_000)).toMatchObject({ result: { mimeType: 'image/png', width: 100 } });
    for (const budget of [2_300, 2_000, 1_700]) {
      const ran = await capture(budget);
      if (!ran.ok || ran.result.kind !== 'image') throw new Error('no picture');
      expect(Buffer.byteLength(JSON.stringify(ran.result))).toBeLessThanOrEqual(budget);
      expect(ran.result).toMatchObject({ mimeType: 'image/jpeg', note: expect.stringMatching(/100 × 50/) });
    }
  });

  it('cropped is exactly that part, and the agent is told', async () => {
    const { edit } = await waiting();
    const crop = { x: 10, y: 20, width: 30, height: 5 };
    const { picture, bitmap } = edited(await edit({ crop, covers: [] }));
    expect(bitmap).toMatchObject({ width: 30, height: 5 });
    expect(colourAt(bitmap, 0, 0)).toEqual(colourAt(shown, 10, 20));
    expect(colourAt(bitmap, 29, 4)).toEqual(colourAt(shown, 39, 24));
    expect(picture.image.note).toBe(
      'The person at this machine cropped this picture to 30 × 5 at 10, 20 of 100 × 50 before it was sent.',
    );
  });

  it.each([
    ['as it is', 100_000, 1],
    ['scaled down to fit', 14_000, 0.75],
  ])('painted over holds no pixel of what was there, %s', async (_how, maxBytes, mostScale) => {
    const { edit } = await waiting(maxBytes);
    const covers = [
      { x: 0, y: 0, width: 33, height: 17 },
      { x: 71, y: 29, width: 29, height: 21 },
    ];
    const { picture, bitmap } = edited(await edit({ covers }));
    const [right, down] = [bitmap.width / 100, bitmap.height / 50];
    expect(right).toBeLessThanOrEqual(mostScale);
    let black = 0;
    for (let y = 0; y < bitmap.height; y += 1) {
      for (let x = 0; x < bitmap.width; x += 1) {
        // All that this pixel stands for, in the picture as it was taken.
        const isOver = covers.some(
          (part) =>
            (x + 1) / right > part.x &&
            x / right < part.x + part.width &&
            (y + 1) / down > part.y &&
            y / down < part.y + part.height,
        );
        if (!isOver) continue;
        black += 1;
        expect(colourAt(bitmap, x, y)).toEqual([0, 0, 0]);
      }
    }
    expect(black).toBeGreaterThan(1100 * right * down);
    expect(picture.image.note).toMatch(/painted over 2 parts of this picture in black/);
  });

  it('is always made anew from what was taken: an edit takes nothing of the one before it', async () => {
    const { tool, action, edit } = await waiting();
    const part = { x: 5, y: 5, width: 10, height: 10 };
    const once = await edit({ covers: [part] });
    if (!once?.ok) throw new Error('not changed');
    const twice = await tool.withPicture?.(once.action, { crop: part, covers: [{ ...part, width: 1 }] });
    const { bitmap } = edited(twice);
    expect(colourAt(bitmap, 0, 0)).toEqual([0, 0, 0]);
    expect(colourAt(bitmap, 1, 0)).toEqual(colourAt(shown, 6, 5));
    const back = await tool.withPicture?.(once.action, { covers: [] });
    expect(back).toMatchObject({ action: { picture: action.picture } });
    expect(action.picture?.sha256).not.toBe(once.action.picture?.sha256);
  });

  it('keeps the picture where a change cannot be made: outside of it, or too large without loss', async () => {
    const { edit } = await waiting();
    const outside = { x: 99, y: 0, width: 2, height: 1 };
    for (const wrong of [{ covers: [outside] }, { crop: outside, covers: [] }]) {
      expect(await edit(wrong)).toMatchObject({ ok: false, message: expect.stringContaining('outside') });
    }
    const tight = await waiting(1_700);
    const cover = { x: 0, y: 0, width: 1, height: 1 };
    expect(await tight.edit({ covers: [cover] })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/does not fit.*Crop it/),
    });
  });

  it('holds room until it is released, and no more waits than there is room for', async () => {
    const large = { png: Buffer.alloc(200 * 1024 * 1024), width: 1, height: 1 };
    const shrink = () => ({ jpeg: Buffer.alloc(1), width: 1, height: 1 });
    const tool = findTool(envOf(100_000, { captureDisplay: async () => large, shrink }), 'screen_capture');
    const first = await tool.resolve({});
    if (!first.ok) throw new Error(first.message);
    expect(await tool.resolve({})).toMatchObject({ ok: false, message: expect.stringMatching(/too many/) });
    await tool.release?.(first.action);
    expect((await tool.resolve({})).ok).toBe(true);
  });

  it('is taken one at a time, and not at all for a call that has ended', async () => {
    let under = 0;
    let most = 0;
    let taken = 0;
    const captureDisplay = async () => {
      under += 1;
      taken += 1;
      most = Math.max(most, under);
      await new Promise((resolve) => setImmediate(resolve));
      under -= 1;
      return { png: Buffer.alloc(1), width: 1, height: 1 };
    };
    const tool = findTool(envOf(100_000, { captureDisplay }), 'screen_capture');
    const over = { asker: 'test', origin: testOrigin, signal: AbortSignal.abort() };
    await Promise.all([tool.resolve({}), tool.resolve({}), tool.resolve({}, over)]);
    expect({ most, taken }).toEqual({ most: 1, taken: 2 });
  });

  it('is an error where nothing fits, there is no such display, or the system gives no picture', async () => {
    expect(messageOf(await capture(1040))).toMatch(/does not fit/);
    expect(messageOf(await capture(10_000, { display: 3 }))).toMatch(/no display 3\. Displays .*: 0\./);
    const fails = async () => Promise.reject(new Error('/secret/path'));
    const ran = await callTool(envOf(10_000, { captureDisplay: fails }), 'screen_capture', {});
    expect(messageOf(ran)).toBe(
      'the system gave no picture. Check that the region lies inside, or tell the person.',
    );
  });

  it('takes a part of a display, and refuses one that lies outside', async () => {
    const region = { x: 90, y: 40, width: 10, height: 10 };
    expect(await capture(10_000, { region })).toMatchObject({ result: { width: 10, height: 10 } });
    const ran = await capture(10_000, { region: { ...region, width: 11 } });
    expect(messageOf(ran)).toMatch(/outside of display 0, which has 100 × 50/);
  });

  it('names a window by id and by the title that it had when its picture was taken', async () => {
    const tool = findTool(envOf(), 'screen_capture');
    const { id, title } = WINDOW;
    expect(await tool.resolve({ window: id })).toMatchObject({
      action: {
        summary: 'Look at the window "Notes"',
        effects: [{ kind: 'look', target: 'the window "Notes" (window:7:0)' }],
        frozen: { window: id, title },
        picture: { whole: { width: 50, height: 25 } },
      },
    });
    const other = { png: Buffer.alloc(1), width: 1, height: 1, title: 'Passwords' };
    const renamed = findTool(envOf(100_000, { captureWindow: async () => other }), 'screen_capture');
    expect(await renamed.resolve({ window: id })).toMatchObject({
      action: { summary: 'Look at the window "Passwords"', frozen: { title: 'Passwords' } },
    });
    const closing = envOf(100_000, { captureWindow: async () => undefined });
    const closed = await callTool(closing, 'screen_capture', { window: id });
    expect(messageOf(closed)).toMatch(/no window "window:7:0"/);
    expect(messageOf(await capture(10_000, { window: 'window:8:0' }))).toMatch(/no window "window:8:0"/);
    expect(messageOf(await capture(10_000, { window: id, display: 0 }))).toMatch(/not both/);
  });
});

describe('screen_list', () => {
  it('says what can be looked at, within the size of a result', async () => {
    const list = (screen: ScreenCapture, maxResultBytes = 100_000) =>
      callTool(toolsEnv('/', { screen }), 'screen_list', {}, runContext({ maxResultBytes }));
    expect(dataOf(await list(plainScreen(shown)))).toEqual({
      displays: [{ id: 0, label: 'Built-in', width: 100, height: 50 }],
      windows: [WINDOW],
    });
    const many = Array.from({ length: 500 }, (_, at) => ({ id: `window:${at}:0`, title: 'ä"'.repeat(500) }));
    const value = dataOf(await list(plainScreen(shown, { windows: async () => many }), 50_000));
    expect(Buffer.byteLength(JSON.stringify(value))).toBeLessThanOrEqual(50_000);
    expect(Number(value.windows_left_out) + (value.windows as unknown[]).length).toBe(500);
  });

  it('is a look at the screen, because titles tell what the person does', async () => {
    const tool = findTool(envOf(), 'screen_list');
    expect(await tool.resolve({})).toMatchObject({ action: { effects: [{ kind: 'look' }] } });
  });
});

describe('every tool', () => {
  it('advertises an object schema without unknown fields, and takes a reason', () => {
    for (const tool of createTools(envOf())) {
      expect(advertisedSchema(tool)).toMatchObject({
        type: 'object',
        additionalProperties: false,
        properties: { reason: { type: 'string' } },
      });
    }
  });
});
