/**
 * The tool that takes a picture of a display, a window or a part of one, made small enough for one result. It is taken
 * before anybody decides, so that the very bytes that a person saw are what leaves.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Action } from '../../src-shared/action.ts';
import { type PictureEdit, type TakenPicture, UNTOUCHED } from '../../src-shared/picture.ts';
import { defineTool, type Failed, type Resolved, reasonField, type Tool } from './define-tool.ts';
import { editPicture } from './fit-picture.ts';
import { isLeftOut, isSomeLeftOut, windowsToSee } from './left-out-windows.ts';
import { PictureRoom } from './picture-room.ts';
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

export interface ScreenCaptureEnv {
  readonly screen: ScreenCapture;
  /** Bytes that one answer may have on the wire. */
  readonly maxResultBytes: number;
  /** Unix milliseconds. */
  now(): number;
  /** Patterns of windows that the person keeps out of pictures (`isLeftOut`). */
  leftOutWindows(): readonly string[];
}

/** What is looked at, in words and as it is frozen. */
interface Subject {
  readonly line: Pick<Action, 'summary' | 'headline'>;
  readonly name: string;
  /** A window is named by its id and its title: the system gives ids to other windows later. */
  readonly frozen:
    | { readonly display: number; readonly region?: Region }
    | { readonly window: string; readonly title: string; readonly region?: Region };
}

/** The picture as it was taken, from which what leaves is always made anew. */
export interface Kept {
  readonly taken: Picture;
  readonly takenAt: number;
  giveBack(): void;
}

export function createScreenCapture(env: ScreenCaptureEnv): Tool<Input, Kept> {
  const { screen } = env;
  const room = new PictureRoom();
  const own = screen.leavesOutOwnWindows
    ? ''
    : " On this system a display's picture shows Doorman's own windows too.";
  return defineTool<Input, Kept>({
    name: 'screen_capture',
    description:
      'Takes a picture of a display of this machine, or of one window (ids from screen_list), or of a region of ' +
      `either, scaled down where it would not fit a result. The person may crop it or paint over parts.${own}`,
    input: inputSchema,
    available: () => screen.available(),
    resolve: (input, context) =>
      room.inTurn(async () => {
        if (context?.signal.aborted) return failed('the call ended before a picture was taken.');
        const shot = await take(input, env);
        return 'ok' in shot ? shot : keep(shot, room, env);
      }),
    async withPicture(action, edit) {
      const made = pictureOf(action.target, edit, env);
      return made.ok ? { ok: true, action: Object.freeze({ ...action, picture: made.picture }) } : made;
    },
    async run({ picture }) {
      if (!picture) throw new Error('a picture was decided on that was never taken');
      return { ok: true, result: picture.image };
    },
    release: async ({ target }) => target.giveBack(),
  });
}

interface Shot extends Subject {
  readonly picture: Picture;
}

async function take(input: Input, env: ScreenCaptureEnv): Promise<Shot | Failed> {
  const { region, window } = input;
  try {
    return window === undefined
      ? await ofDisplay(input.display ?? 0, region, env)
      : await ofWindow(input, window, env);
  } catch {
    return failed('the system gave no picture. Check that the region lies inside, or tell the person.');
  }
}

async function keep(
  { picture: taken, ...subject }: Shot,
  room: PictureRoom,
  env: ScreenCaptureEnv,
): Promise<Resolved<Kept>> {
  const giveBack = room.keep(taken.png.length + env.maxResultBytes);
  if (!giveBack) return failed('too many pictures wait for the person. Wait until they have caught up.');
  const kept = { taken, takenAt: env.now(), giveBack };
  const made = pictureOf(kept, UNTOUCHED, env);
  if (!made.ok) {
    giveBack();
    return made;
  }
  return { ok: true, action: lookAction(subject, kept, made.picture) };
}

function pictureOf(
  { taken, takenAt }: Kept,
  edit: PictureEdit,
  { screen, maxResultBytes }: ScreenCaptureEnv,
): Failed | { readonly ok: true; readonly picture: TakenPicture } {
  const made = editPicture(taken, edit, maxResultBytes, screen);
  if (!made.ok) return made;
  const { image, file } = made;
  const sha256 = createHash('sha256').update(file).digest('hex');
  const whole = { width: taken.width, height: taken.height };
  return { ok: true, picture: { image, sha256, bytes: file.length, whole, edit, takenAt } };
}

async function ofDisplay(
  number: number,
  region: Region | undefined,
  { screen, leftOutWindows }: ScreenCaptureEnv,
): Promise<Shot | Failed> {
  const displays = screen.displays();
  const display = displays.find(({ id }) => id === number);
  if (!display) {
    const known = displays.map(({ id }) => id).join(', ') || 'none';
    return failed(`there is no display ${number}. Displays of this machine: ${known}.`);
  }
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
  const patterns = leftOutWindows();
  if (await isSomeLeftOut(screen, patterns)) return LEFT_OUT;
  const picture = await screen.captureDisplay(number, region);
  // It may have come up while the picture was taken.
  if (await isSomeLeftOut(screen, patterns)) return LEFT_OUT;
  return { line, name, frozen: { display: number, ...(region ? { region } : {}) }, picture };
}

/** It is called what it was called in the moment in which the picture was taken. */
async function ofWindow(
  input: Input,
  id: string,
  { screen, leftOutWindows }: ScreenCaptureEnv,
): Promise<Shot | Failed> {
  const { region } = input;
  if (input.display !== undefined) return failed('send either a display or a window, not both.');
  const patterns = leftOutWindows();
  const windows = await windowsToSee(screen, patterns).catch(() => []);
  const picture = windows.some((one) => one.id === id) ? await screen.captureWindow(id, region) : undefined;
  if (!picture || isLeftOut(picture, patterns))
    return failed(`there is no window "${id}". Call screen_list for the windows that are open now.`);
  const { title } = picture;
  const shown = title.length > SHOWN_TITLE_CHARACTERS ? `${title.slice(0, SHOWN_TITLE_CHARACTERS)}…` : title;
  const line = say`Look at ${partWords(region)}the window ${quoted(shown)}`;
  const frozen = { window: id, title, ...(region ? { region } : {}) };
  return { line, name: `the window "${shown}" (${id})`, frozen, picture };
}

/** It says neither which nor where: that would tell what is kept from the agent. */
const LEFT_OUT = failed(
  'the person keeps some windows out of pictures, and one of them is open or may be, so no picture of a display is ' +
    'taken now. Ask for a picture of one window from screen_list, or ask the person.',
);

function partWords(region: Region | undefined): string {
  if (!region) return '';
  return `a part (${region.width} × ${region.height} at ${region.x}, ${region.y}) of `;
}

function lookAction({ line, name, frozen }: Subject, target: Kept, picture: TakenPicture): Action<Kept> {
  const part = partWords(frozen.region);
  return Object.freeze({
    tool: 'screen_capture',
    ...line,
    text: `Everything that is visible on ${part}${name}`,
    effects: [{ kind: 'look' as const, target: `${part}${name}` }],
    frozen,
    picture,
    target,
  });
}

function failed(message: string): Failed {
  return { ok: false, message };
}
