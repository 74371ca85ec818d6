/** What a person feels while something goes on: how long main stands still, and how long a window takes to its next frame. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ElectronApplication, Page } from '@playwright/test';

/** Milliseconds. */
export interface Felt {
  /** Of main's event loop: the longest delay, and the one that one in a hundred is longer than. */
  readonly main: { readonly longest: number; readonly usual: number };
  /** Between two frames of the window. */
  readonly frames: { readonly longest: number; readonly usual: number; readonly middle: number };
  /** How long this machine let an idle process stand still meanwhile: the test's own. */
  readonly machine: number;
}

/** What was felt while `work` went on. */
export async function feel(app: ElectronApplication, window: Page, work: () => Promise<void>): Promise<Felt> {
  const delays = await mainDelays(app).catch((error: Error) => {
    // The debugger holds what it waits for only weakly: a collection of garbage in that very moment loses it.
    if (!error.message.includes('promise was garbage collected')) throw error;
    return mainDelays(app);
  });
  const frames = await watchFrames(window);
  const here = monitorEventLoopDelay({ resolution: 5 });
  here.enable();
  await work();
  here.disable();
  const times = await frames();
  const main = await delays.evaluate((histogram) => {
    histogram.disable();
    return { longest: histogram.max / 1e6, usual: histogram.percentile(99) / 1e6 };
  });
  const at = (part: number) => times[Math.min(Math.floor(times.length * part), times.length - 1)] ?? 0;
  return { main, frames: { longest: at(1), usual: at(0.99), middle: at(0.5) }, machine: here.max / 1e6 };
}

/** Begins to measure how long main's event loop is late. */
function mainDelays(app: ElectronApplication) {
  return app.evaluateHandle(() => {
    const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
    const histogram = monitorEventLoopDelay({ resolution: 5 });
    histogram.enable();
    return histogram;
  });
}

/** Watches from now on; what it returns ends that and tells the times between two frames, the shortest first. */
async function watchFrames(window: Page): Promise<() => Promise<readonly number[]>> {
  const watch = await window.evaluateHandle(() => {
    const state = { times: [] as number[], last: performance.now(), over: false };
    const next = (now: number) => {
      state.times.push(now - state.last);
      state.last = now;
      if (!state.over) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    return state;
  });
  return () =>
    watch.evaluate((state) => {
      state.over = true;
      return state.times.sort((a, b) => a - b);
    });
}
