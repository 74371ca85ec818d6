/** The windows that the person keeps out of everything that agents see of the screen, named by title or by program. */
import type { ScreenCapture, WindowView } from './screen.ts';

/**
 * Whether a pattern fits the title, or the program where the system tells it. Case does not count, `*` stands for any text,
 * and a pattern without one fits anywhere in a title: who writes "bank" means every window that says so.
 */
export function isLeftOut(
  { title, program }: Pick<WindowView, 'title' | 'program'>,
  patterns: readonly string[],
): boolean {
  return patterns.some((pattern) => {
    if (program !== undefined && fits(pattern, program)) return true;
    return fits(pattern.includes('*') ? pattern : `*${pattern}*`, title);
  });
}

/** The windows that agents may know of. Rejects where the system does not list its windows. */
export async function windowsToSee(
  screen: Pick<ScreenCapture, 'windows'>,
  patterns: readonly string[],
): Promise<readonly WindowView[]> {
  const windows = await screen.windows();
  return windows.filter((window) => !isLeftOut(window, patterns));
}

/** Whether one is in sight, or may be: where the windows cannot be listed, nobody knows. */
export async function isSomeLeftOut(
  screen: Pick<ScreenCapture, 'inSight'>,
  patterns: readonly string[],
): Promise<boolean> {
  if (patterns.length === 0) return false;
  const windows = await screen.inSight().catch(() => undefined);
  return windows === undefined || windows.some((window) => isLeftOut(window, patterns));
}

/** In time that grows with the length of both only: titles are chosen by whoever opens a window. */
function fits(pattern: string, text: string): boolean {
  const whole = text.toLowerCase();
  const parts = pattern.toLowerCase().split('*');
  const first = parts.shift() ?? '';
  const last = parts.pop();
  if (last === undefined) return whole === first;
  if (!whole.startsWith(first) || !whole.endsWith(last)) return false;
  const end = whole.length - last.length;
  let at = first.length;
  for (const part of parts) {
    const found = whole.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= end;
}
