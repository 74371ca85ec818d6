import { describe, expect, it } from 'vitest';
import { advertisedSchema } from '../../../../src-main/tools/define-tool.ts';
import { createTools } from '../../../../src-main/tools/registry.ts';
import type { ScreenCapture } from '../../../../src-main/tools/screen.ts';
import { callTool, dataOf, findTool, messageOf, runContext, toolsEnv } from './tools-fixture.ts';

const WINDOW = { id: 'window:7:0', title: 'Notes' };

/** A screen whose pictures have sizes that follow from their pixels and quality. */
function screenOf(pngBytes: number, changes: Partial<ScreenCapture> = {}): ScreenCapture {
  const picture = (width: number, height: number) => ({ png: Buffer.alloc(pngBytes, 1), width, height });
  return {
    available: () => true,
    leavesOutOwnWindows: false,
    displays: () => [{ id: 0, label: 'Built-in', width: 1000, height: 500 }],
    windows: async () => [WINDOW],
    captureDisplay: async (_id, region) => picture(region?.width ?? 1000, region?.height ?? 500),
    captureWindow: async (id) =>
      id === WINDOW.id ? { ...picture(800, 600), title: WINDOW.title } : undefined,
    shrink: (_png, width, quality) => {
      const height = Math.round(width / 2);
      return { jpeg: Buffer.alloc(Math.round((width * height * quality) / 500), 2), width, height };
    },
    ...changes,
  };
}

const capture = (pngBytes: number, maxResultBytes: number, input: object = {}) =>
  callTool(
    toolsEnv('/home/tester', { screen: screenOf(pngBytes) }),
    'screen_capture',
    input,
    runContext({ maxResultBytes }),
  );

describe('screen_capture', () => {
  it('is offered only where there is a screen', () => {
    const names = (env: Parameters<typeof createTools>[0]) => createTools(env).map(({ name }) => name);
    expect(names(toolsEnv('/'))).not.toContain('screen_capture');
    expect(names(toolsEnv('/', { screen: screenOf(1) }))).toContain('screen_capture');
  });

  it('says what is looked at before it looks', async () => {
    const tool = findTool(toolsEnv('/', { screen: screenOf(1) }), 'screen_capture');
    const resolved = await tool.resolve({});
    const target = 'display 1 of 1 (1000 × 500)';
    expect(resolved).toMatchObject({
      action: {
        summary: 'Look at the screen: display 1 of 1, Built-in, 1000 × 500',
        effects: [{ kind: 'look', target }],
        frozen: { display: 0 },
      },
    });
  });

  it('returns the picture as it is where it fits, else steps down until it does', async () => {
    expect(await capture(3000, 10_000)).toMatchObject({ result: { mimeType: 'image/png', width: 1000 } });
    for (const budget of [100_000, 50_000, 20_000, 10_000]) {
      const ran = await capture(3_000_000, budget);
      if (!ran.ok || ran.result.kind !== 'image') throw new Error('no picture');
      expect(Buffer.byteLength(JSON.stringify(ran.result))).toBeLessThanOrEqual(budget);
      expect(ran.result).toMatchObject({ mimeType: 'image/jpeg', note: expect.stringMatching(/1000 × 500/) });
    }
  });

  it('is an error where nothing fits, there is no such display, or the system gives no picture', async () => {
    expect(messageOf(await capture(3_000_000, 2000))).toMatch(/does not fit/);
    expect(messageOf(await capture(1, 10_000, { display: 3 }))).toMatch(/no display 3\. Displays .*: 0\./);
    const screen = screenOf(1, { captureDisplay: async () => Promise.reject(new Error('/secret/path')) });
    const ran = await callTool(toolsEnv('/', { screen }), 'screen_capture', {});
    expect(messageOf(ran)).toBe(
      'the system gave no picture. Check that the region lies inside, or tell the person.',
    );
  });

  it('takes a part of a display, and refuses one that lies outside', async () => {
    const region = { x: 900, y: 400, width: 100, height: 100 };
    expect(await capture(1, 10_000, { region })).toMatchObject({ result: { width: 100, height: 100 } });
    const ran = await capture(1, 10_000, { region: { ...region, width: 101 } });
    expect(messageOf(ran)).toMatch(/outside of display 0, which has 1000 × 500/);
  });

  it('names a window by id and title, and takes its picture', async () => {
    const tool = findTool(toolsEnv('/', { screen: screenOf(1) }), 'screen_capture');
    const { id, title } = WINDOW;
    expect(await tool.resolve({ window: id })).toMatchObject({
      action: {
        summary: 'Look at the window "Notes"',
        effects: [{ kind: 'look', target: 'the window "Notes" (window:7:0)' }],
        frozen: { window: id, title },
      },
    });
    expect(await capture(1, 10_000, { window: id })).toMatchObject({ result: { width: 800, height: 600 } });
    expect(messageOf(await capture(1, 10_000, { window: 'window:8:0' }))).toMatch(/no window "window:8:0"/);
    expect(messageOf(await capture(1, 10_000, { window: id, display: 0 }))).toMatch(/not both/);
  });

  it('takes no picture of a window that was closed, or shows another title, since the decision', async () => {
    const gone = screenOf(1, { captureWindow: async () => undefined });
    const other = { png: Buffer.alloc(1), width: 1, height: 1, title: 'Passwords' };
    const renamed = screenOf(1, { captureWindow: async () => other });
    const call = (screen: ScreenCapture) =>
      callTool(toolsEnv('/', { screen }), 'screen_capture', { window: WINDOW.id });
    expect(messageOf(await call(gone))).toMatch(/closed after it was decided on/);
    expect(messageOf(await call(renamed))).toMatch(/another title than the one that was decided on/);
  });
});

describe('screen_list', () => {
  it('says what can be looked at, within the size of a result', async () => {
    const list = (screen: ScreenCapture, maxResultBytes = 100_000) =>
      callTool(toolsEnv('/', { screen }), 'screen_list', {}, runContext({ maxResultBytes }));
    expect(dataOf(await list(screenOf(1)))).toEqual({
      displays: [{ id: 0, label: 'Built-in', width: 1000, height: 500 }],
      windows: [WINDOW],
    });
    const many = Array.from({ length: 500 }, (_, at) => ({ id: `window:${at}:0`, title: 'ä"'.repeat(500) }));
    const value = dataOf(await list(screenOf(1, { windows: async () => many }), 50_000));
    expect(Buffer.byteLength(JSON.stringify(value))).toBeLessThanOrEqual(50_000);
    expect(Number(value.windows_left_out) + (value.windows as unknown[]).length).toBe(500);
  });

  it('is a look at the screen, because titles tell what the person does', async () => {
    const tool = findTool(toolsEnv('/', { screen: screenOf(1) }), 'screen_list');
    expect(await tool.resolve({})).toMatchObject({ action: { effects: [{ kind: 'look' }] } });
  });
});

describe('every tool', () => {
  it('advertises an object schema without unknown fields, and takes a reason', () => {
    for (const tool of createTools(toolsEnv('/', { screen: screenOf(1) }))) {
      expect(advertisedSchema(tool)).toMatchObject({
        type: 'object',
        additionalProperties: false,
        properties: { reason: { type: 'string' } },
      });
    }
  });
});
