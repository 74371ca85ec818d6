/** The tool that says what can be looked at: the displays, and the open windows with their titles. */
import { z } from 'zod';
import { defineTool, reasonField, type Tool } from './define-tool.ts';
import { headWithin, jsonBytes } from './fit-output.ts';
import { windowsToSee } from './left-out-windows.ts';
import { say } from './say.ts';
import type { ScreenCapture } from './screen.ts';

/** Longer titles are cut for the list. Bytes on the wire. */
const MAX_TITLE_BYTES = 400;

/** Bytes kept free for the displays and what stands around the windows. */
const RESERVED_BYTES = 8 * 1024;
const WINDOW_FRAME_BYTES = 64;

const inputSchema = z.strictObject({ reason: reasonField });
type Input = z.infer<typeof inputSchema>;

export interface ScreenListEnv {
  readonly screen: ScreenCapture;
  /** Patterns of windows that the person keeps from agents (`isLeftOut`). */
  leftOutWindows(): readonly string[];
}

export function createScreenList({ screen, leftOutWindows }: ScreenListEnv): Tool<Input, null> {
  return defineTool<Input, null>({
    name: 'screen_list',
    description:
      'Lists the displays of this machine and its open windows with their titles, for screen_capture. Without the ' +
      'windows of Doorman itself and those that the person keeps out. Some desktops list no windows.',
    input: inputSchema,
    available: () => screen.available(),
    async resolve() {
      return {
        ok: true,
        action: Object.freeze({
          tool: 'screen_list',
          ...say`List the displays of this machine and the titles of all open windows`,
          text: 'The displays of this machine, and the titles of all open windows',
          effects: [{ kind: 'look' as const, target: 'the titles of all open windows' }],
          frozen: {},
          target: null,
        }),
      };
    },
    async run(_action, context) {
      const all = await windowsToSee(screen, leftOutWindows()).catch(() => undefined);
      if (!all) return { ok: false, message: 'the system did not list its windows. Tell the person.' };
      let spent = RESERVED_BYTES;
      const windows = all
        .map(({ id, title }) => ({ id, title: headWithin(title, MAX_TITLE_BYTES) }))
        .filter(({ id, title }) => {
          spent += jsonBytes(id) + jsonBytes(title) + WINDOW_FRAME_BYTES;
          return spent <= context.maxResultBytes;
        });
      const displays = screen.displays().map((display) => ({ ...display }));
      const truncated = windows.length < all.length ? { windows_left_out: all.length - windows.length } : {};
      return { ok: true, result: { kind: 'data', value: { displays, windows, ...truncated } } };
    },
  });
}
