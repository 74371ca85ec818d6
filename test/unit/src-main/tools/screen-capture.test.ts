import { describe, expect, it } from 'vitest';
import { advertisedSchema } from '../../../../src-main/tools/define-tool.ts';
import { createTools } from '../../../../src-main/tools/registry.ts';
import type { ScreenCapture } from '../../../../src-main/tools/screen.ts';
import { callTool, findTool, messageOf, runContext, toolsEnv } from './tools-fixture.ts';

/** A screen whose pictures have sizes that follow from their pixels and quality. */
function screenOf(pngBytes: number): ScreenCapture {
  return {
    capture: async () => ({ png: Buffer.alloc(pngBytes, 1), width: 1000, height: 500 }),
    displays: () => [{ id: 0, label: 'Built-in', width: 1000, height: 500 }],
    shrink: (_png, width, quality) => {
      const height = Math.round(width / 2);
      return { jpeg: Buffer.alloc(Math.round((width * height * quality) / 500), 2), width, height };
    },
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
    const target = 'display 0 (Built-in, 1000 × 500)';
    expect(resolved).toMatchObject({
      action: { effects: [{ kind: 'look', target }], frozen: { display: 0 } },
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
    const screen = { ...screenOf(1), capture: async () => Promise.reject(new Error('/secret/path')) };
    const ran = await callTool(toolsEnv('/', { screen }), 'screen_capture', {});
    expect(messageOf(ran)).toBe('the system did not give a picture of the screen. Tell the person.');
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
