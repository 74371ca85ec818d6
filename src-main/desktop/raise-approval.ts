/** When the approval window comes up by itself: for a card that is new, and after a crash that took cards out of sight. */
import type { AppState } from '../../src-shared/app-state.ts';
import type { WindowKind } from '../../src-shared/ipc-contract.ts';
import type { Windows } from './windows.ts';

/** Shows the approval window when a card comes to stand, once a card: who closed it is asked again by the next. */
export function raiseForNewCalls(windows: Windows): (state: AppState) => void {
  let known = 0;
  return ({ newest }) => {
    const isNew = newest !== undefined && newest.order > known;
    if (isNew) known = newest.order;
    const approval = windows.get('approval')?.browserWindow;
    const inSight = approval?.isVisible() === true && !approval.isMinimized();
    if (isNew && !inSight) windows.show('approval', 'inactive');
  };
}

/** After so long, in milliseconds, a crash has nothing to do with the one before: a page that cannot live dies at once. */
const CRASH_REST_MS = 30_000;

/**
 * Opens the approval window again where it crashed with cards in it, so that no agent waits for an answer that nobody can
 * give. What makes it crash over and over gets one try: then the next card, or the person, opens it.
 * @param now milliseconds of a clock that never goes back
 */
export function raiseAfterCrash(
  now: () => number,
  anyWaits: () => boolean,
  show: () => void,
): (crashed: WindowKind) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (crashed) => {
    if (crashed !== 'approval') return;
    const isFirst = now() - last >= CRASH_REST_MS;
    last = now();
    // In a turn of its own: the window is still on its way out.
    if (isFirst && anyWaits()) setImmediate(show);
  };
}
