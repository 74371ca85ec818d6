/**
 * The one place that listens to windows. Every message passes the same checks before a handler sees it: our window,
 * its top frame, its page, a channel of that window, an argument that fits, and, where the contract says so, a
 * person's press just before. What fails gets a typed refusal.
 */
import { type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { Channel } from '../../src-shared/ipc-channels.ts';
import { type Argument, ipcContract, type Reply } from '../../src-shared/ipc-contract.ts';
import type { OurWindow, Windows } from './windows.ts';

/** What is done for each channel, once the message was found in order. */
export type Handlers = {
  readonly [C in Channel]: (argument: Argument<C>, window: OurWindow) => Reply<C> | Promise<Reply<C>>;
};

/** A no needs no press, so the handlers of these channels ask for the press themselves, and only for a yes. */
const ASK_FOR_THE_PRESS_THEMSELVES: readonly Channel[] = ['approval:answer', 'approval:answer-several'];

/** Starts to listen on every channel of the contract. */
export function serveIpc(windows: Windows, handlers: Handlers): void {
  for (const channel of Object.keys(ipcContract) as Channel[]) {
    // Each entry fits its own channel, which the loop's variable cannot express.
    const handler = handlers[channel] as (argument: unknown, window: OurWindow) => unknown;
    ipcMain.handle(channel, async (event, argument: unknown) => {
      const checked = check(channel, windows, event, argument);
      if (!checked.ok) return refusal(channel, checked.why);
      try {
        return await handler(checked.argument, checked.window);
      } catch (error) {
        console.error(`A handler of ${channel} failed:`, error);
        return refusal(channel, 'Something went wrong inside Doorman; its log has the details.');
      }
    });
  }
}

type Checked =
  | { readonly ok: true; readonly argument: unknown; readonly window: OurWindow }
  | { readonly ok: false; readonly why: string };

function check(channel: Channel, windows: Windows, event: IpcMainInvokeEvent, argument: unknown): Checked {
  const rule = ipcContract[channel];
  const window = windows.owning(event.sender);
  if (window === undefined || !isTopFrameOf(window, event)) {
    return { ok: false, why: 'The message did not come from a window of Doorman.' };
  }
  if (!rule.windows.includes(window.kind)) {
    return { ok: false, why: `The ${window.kind} window may not use ${channel}.` };
  }
  const parsed = rule.argument.safeParse(argument);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
    return { ok: false, why: `${place}${issue?.message ?? 'not understood'}` };
  }
  if (rule.needsInput && !ASK_FOR_THE_PRESS_THEMSELVES.includes(channel) && !window.input.take()) {
    return { ok: false, why: 'Nobody pressed a key or a button in this window just now.' };
  }
  return { ok: true, argument: parsed.data, window };
}

function isTopFrameOf(window: OurWindow, event: IpcMainInvokeEvent): boolean {
  const frame = event.senderFrame;
  if (frame === null || frame.parent !== null) return false;
  const [page] = frame.url.split(/[?#]/);
  return page === window.page;
}

function refusal(channel: Channel, why: string): unknown {
  switch (channel) {
    case 'approval:answer':
    case 'approval:edit':
      return { kind: 'refused', why } satisfies Reply<'approval:answer'>;
    case 'approval:answer-several':
      return [{ kind: 'refused', why }] satisfies Reply<'approval:answer-several'>;
    case 'approval:arm':
      return { kind: 'refused', why } satisfies Reply<'approval:arm'>;
    case 'approval:card':
      return null satisfies Reply<'approval:card'>;
    case 'approval:rules':
      return [] satisfies Reply<'approval:rules'>;
    default:
      return { ok: false, error: why };
  }
}
