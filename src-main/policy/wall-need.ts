/** What the parts of a text need of its wall, and the narrowest wall that serves them all. */
import type { DecidedWall } from '../../src-shared/action.ts';
import type { Reason } from '../../src-shared/verdict.ts';

/**
 * What one part needs beyond reading. Code that a shipped rule or a project's own lets run gets `workspace-write` and
 * never more: only the person can let it write elsewhere.
 */
export type WallNeed =
  | { readonly wall: 'workspace-write'; readonly workspace: string; readonly part: string }
  | { readonly wall: 'guarded'; readonly part: string };

/** The narrowest wall that serves all these needs. */
export function wallServing(needs: readonly WallNeed[]): DecidedWall {
  if (needs.some((need) => need.wall === 'guarded')) return { wall: 'guarded' };
  const workspaces = new Set(
    needs.flatMap((need) => (need.wall === 'workspace-write' ? need.workspace : [])),
  );
  return workspaces.size === 0
    ? { wall: 'read-only' }
    : { wall: 'workspace-write', workspaces: [...workspaces] };
}

/** Why one wall cannot serve all these needs, or nothing: a part that must not have more stands beside one that must. */
export function unservedNeed(needs: readonly WallNeed[]): Reason | undefined {
  const bound = needs.find((need) => need.wall === 'workspace-write');
  const wide = needs.find((need) => need.wall === 'guarded');
  if (!bound || !wide) return undefined;
  const text = `it may write only in ${bound.workspace} unasked, and ${wide.part} needs more; each could run by itself`;
  return { text, source: 'builtin', part: bound.part };
}
