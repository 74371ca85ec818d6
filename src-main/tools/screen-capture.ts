/** The tool that takes a picture of one display and makes it small enough for one frame. */
import { z } from 'zod';
import type { ToolResult } from '../../src-shared/outcome.ts';
import { byteSize } from './byte-size.ts';
import { defineTool, type Ran, reasonField, type Tool } from './define-tool.ts';
import type { ScreenCapture } from './screen.ts';

/** Steps from sharp to small. Text on a screen stays readable down to about half size. */
const STEPS: readonly (readonly [scale: number, quality: number])[] = [
  [1, 85],
  [1, 70],
  [0.75, 75],
  [0.75, 60],
  [0.5, 70],
  [0.5, 50],
  [0.35, 50],
  [0.25, 40],
];

/** Bytes kept free for what stands around the picture. */
const RESERVED_BYTES = 1024;

const inputSchema = z.strictObject({
  display: z.int().min(0).max(63).optional().describe('Number of the display, from 0. Default 0.'),
  reason: reasonField,
});
type Input = z.infer<typeof inputSchema>;

export interface CaptureTarget {
  readonly display: number;
}

export function createScreenCapture(screen: ScreenCapture): Tool<Input, CaptureTarget> {
  return defineTool<Input, CaptureTarget>({
    name: 'screen_capture',
    description:
      'Takes a picture of one display of this machine, scaled down where it would not fit a result.',
    input: inputSchema,
    async resolve(input) {
      const number = input.display ?? 0;
      const displays = screen.displays();
      const display = displays.find(({ id }) => id === number);
      if (!display) {
        const known = displays.map(({ id }) => id).join(', ') || 'none';
        return { ok: false, message: `there is no display ${number}. Displays of this machine: ${known}.` };
      }
      const target = `display ${number} (${display.label}, ${display.width} × ${display.height})`;
      return {
        ok: true,
        action: Object.freeze({
          tool: 'screen_capture',
          summary: `Take a picture of ${target}`,
          text: `Everything that is visible on ${target}`,
          effects: [{ kind: 'look' as const, target }],
          frozen: { display: number },
          target: { display: number },
        }),
      };
    },
    async run(action, context) {
      return await takePicture(action.target.display, context.maxResultBytes, screen);
    },
  });
}

async function takePicture(display: number, maxBytes: number, screen: ScreenCapture): Promise<Ran> {
  const picture = await screen.capture(display).catch(() => undefined);
  if (!picture) {
    return { ok: false, message: 'the system did not give a picture of the screen. Tell the person.' };
  }
  const result = fitPicture(picture, maxBytes - RESERVED_BYTES, screen);
  if (result) return { ok: true, result };
  const most = byteSize(maxBytes);
  return {
    ok: false,
    message: `the picture does not fit into a result of ${most}, even at a quarter of its size.`,
  };
}

/** Bytes of `bytes` bytes in base64. */
const base64Bytes = (bytes: number): number => Math.ceil(bytes / 3) * 4;

function fitPicture(
  picture: { png: Buffer; width: number; height: number },
  budget: number,
  screen: ScreenCapture,
): ToolResult | undefined {
  const { png, width, height } = picture;
  if (base64Bytes(png.length) <= budget) {
    return { kind: 'image', mimeType: 'image/png', width, height, base64: png.toString('base64') };
  }
  for (const [scale, quality] of STEPS) {
    const smaller = screen.shrink(png, Math.max(1, Math.round(width * scale)), quality);
    if (base64Bytes(smaller.jpeg.length) > budget) continue;
    const note = `Scaled from ${width} × ${height} and compressed to fit.`;
    const size = { width: smaller.width, height: smaller.height };
    return { kind: 'image', mimeType: 'image/jpeg', ...size, base64: smaller.jpeg.toString('base64'), note };
  }
  return undefined;
}
