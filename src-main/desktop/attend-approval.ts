/**
 * How the approval window comes, stands and goes: it comes with a new card, is over all others on every workspace while
 * something waits and as any other window when nothing does, and goes when it came by itself and is of use to nobody.
 */
import type { AppState } from '../../src-shared/app-state.ts';
import { LeaveQuietly } from './leave-quietly.ts';
import { raiseForNewCalls } from './raise-approval.ts';
import { standOver } from './stand-over.ts';
import type { OurWindow, Windows } from './windows.ts';

/** How often a window that has come by itself is looked at whether it is still of use, in milliseconds. */
const LOOK_MS = 1_000;

/**
 * What it returns is to be told every state.
 * @param now milliseconds of a clock that never goes back
 */
export function attendApproval(windows: Windows, now: () => number): (state: AppState) => void {
  const raise = raiseForNewCalls(windows);
  const leave = new LeaveQuietly(now);
  let waiting = 0;
  // Of windows themselves it cannot be learnt: on X11 they do not know whether they are on all workspaces.
  let stood: { readonly window: OurWindow; readonly over: boolean } | undefined;
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const approval = windows.get('approval');
    if (approval === undefined) {
      clearInterval(timer);
      timer = undefined;
      stood = undefined;
    }
    const goes = leave.look(approval && { ...approval, waits: waiting > 0, inUse: isInUse(approval) });
    if (goes) approval?.browserWindow.close();
  };
  return (state) => {
    raise(state);
    waiting = state.waitingCount;
    const window = windows.get('approval');
    if (window === undefined) return;
    timer ??= setInterval(look, LOOK_MS);
    const over = waiting > 0;
    if (stood?.window === window && stood.over === over) return;
    stood = { window, over };
    standOver(window.browserWindow, over);
  };
}

/** The keyboard is in it (and with it every press that is held), or the pointer is over it. */
function isInUse({ browserWindow, pointerIsIn }: OurWindow): boolean {
  return browserWindow.isFocused() || pointerIsIn();
}
