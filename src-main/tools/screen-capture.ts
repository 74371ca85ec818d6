/** The tool that takes a picture of a display, a window or a part of one, made small enough for one frame. */
import { z } from 'zod';
import type { Action } from '../../src-shared/action.ts';
import { defineTool, type Failed, type Resolved, reasonField, type Tool } from './define-tool.ts';
import { fitPicture } from './fit-picture.ts';
import { named, quoted, say } from './say.ts';
import type { Picture, Region, ScreenCapture } from './screen.ts';

const SHOWN_TITLE_CHARACTERS = 200;

const pixels = z.int().min(0).max(100_000);
const inputSchema = z.strictObject({
  display: z.int().min(0).max(63).optional().describe('Number of the display, from 0. Default 0.'),
  window: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('Id of a window from screen_list, in place of a display.'),
  region: z
    .strictObject({ x: pixels, y: pixels, width: pixels.min(1), height: pixels.min(1) })
    .optional()
    .describe('Only this part, in pixels of the whole picture from its top left corner.'),
  reason: reasonField,
});
type Input = z.infer<typeof inputSchema>;

/** A window is named by its id and its title: the system gives ids to other windows later. */
export type CaptureTarget = { readonly region?: Region } & (
  | { readonly display: number }
  | { readonly window: string; readonly title: string }
);

export function createScreenCapture(screen: ScreenCapture): Tool<Input, CaptureTarget> {
  const own = screen.leavesOutOwnWindows
    ? ''
    : " On this system a display's picture shows Doorman's own windows too.";
  return defineTool<Input, CaptureTarget>({
    name: 'screen_capture',
    description:
      'Takes a picture of a display of this machine, or of one window (ids from screen_list), or of a region of ' +
      `either, scaled down where it would not fit a result.${own}`,
    input: inputSchema,
    available: () => screen.available(),
    resolve: (input) =>
      input.window === undefined ? ofDisplay(input, screen) : ofWindow(input, input.window, screen),
    async run(action, context) {
      const picture = await takePicture(action.target, screen).catch(() => undefined);
      if (picture === undefined) {
        return failed('the system gave no picture. Check that the region lies inside, or tell the person.');
      }
      if ('ok' in picture) return picture;
      return fitPicture(picture, context.maxResultBytes, screen);
    },
  });
}

async function ofDisplay(input: Input, screen: ScreenCapture): Promise<Resolved<CaptureTarget>> {
  const number = input.display ?? 0;
  const displays = screen.displays();
  const display = displays.find(({ id }) => id === number);
  if (!display) {
    const known = displays.map(({ id }) => id).join(', ') || 'none';
    return failed(`there is no display ${number}. Displays of this machine: ${known}.`);
  }
  const { region } = input;
  if (region && (region.x + region.width > display.width || region.y + region.height > display.height)) {
    return failed(
      `the region lies outside of display ${number}, which has ${display.width} × ${display.height}.`,
    );
  }
  const size = `${display.width} × ${display.height}`;
  // People count from one, as their system's settings do.
  const which = named(`display ${number + 1} of ${displays.length}`);
  const label = display.label === '' ? '' : named(display.label);
  const line = say`Look at ${partWords(region)}the screen: ${which}, ${label}${label && ', '}${size}`;
  const name = `display ${number + 1} of ${displays.length} (${size})`;
  return { ok: true, action: lookAction(line, name, { display: number, ...(region ? { region } : {}) }) };
}

async function ofWindow(input: Input, id: string, screen: ScreenCapture): Promise<Resolved<CaptureTarget>> {
  if (input.display !== undefined) return failed('send either a display or a window, not both.');
  const windows = await screen.windows().catch(() => []);
  const window = windows.find((one) => one.id === id);
  if (!window)
    return failed(`there is no window "${id}". Call screen_list for the windows that are open now.`);
  const { title } = window;
  const shown = title.length > SHOWN_TITLE_CHARACTERS ? `${title.slice(0, SHOWN_TITLE_CHARACTERS)}…` : title;
  const region = input.region ? { region: input.region } : {};
  const line = say`Look at ${partWords(input.region)}the window ${quoted(shown)}`;
  const action = lookAction(line, `the window "${shown}" (${id})`, { window: id, title, ...region });
  return { ok: true, action };
}

function partWords(region: Region | undefined): string {
  if (!region) return '';
  return `a part (${region.width} × ${region.height} at ${region.x}, ${region.y}) of `;
}

function lookAction(
  line: Pick<Action, 'summary' | 'headline'>,
  name: string,
  target: CaptureTarget,
): Action<CaptureTarget> {
  const part = partWords(target.region);
  return Object.freeze({
    tool: 'screen_capture',
    ...line,
    text: `Everything that is visible on ${part}${name}`,
    effects: [{ kind: 'look' as const, target: `${part}${name}` }],
    frozen: target,
    target,
  });
}

/** A window that shows another title now may be another one: the yes was for what was shown. */
async function takePicture(target: CaptureTarget, screen: ScreenCapture): Promise<Picture | Failed> {
  if ('display' in target) return await screen.captureDisplay(target.display, target.region);
  const picture = await screen.captureWindow(target.window, target.region);
  if (picture === undefined)
    return failed('the window was closed after it was decided on. Call screen_list again.');
  if (picture.title === target.title) return picture;
  return failed(
    'the window has another title than the one that was decided on, so no picture was taken. Call again.',
  );
}

function failed(message: string): Failed {
  return { ok: false, message };
}
