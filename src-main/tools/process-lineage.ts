/**
 * Finds the processes that descend from one, without asking any of them: its session, its group, its children and
 * theirs. One that left the session while its parent ended is only found if it was seen before. Linux only.
 */
import { type ProcessStat, processIds, statOf } from './process-stat.ts';

export interface Lineage {
  /** Ids of those that are there now, dead ones that nobody has reaped among them. Looks at new processes only. */
  quickly(): Promise<readonly number[]>;
  /** Those that live, looking at all of them anew: an id may belong to another by now. */
  surely(): Promise<readonly number[]>;
  /** All processes that lived at the last sure look, ours or not. */
  seen(): readonly ProcessStat[];
}

/** `root` leads a session of its own. */
export function lineageOf(root: number): Lineage {
  /** When each of ours began, by its id. */
  const ours = new Map<number, number>();
  let others = new Set<number>();
  let seen: readonly ProcessStat[] = [];

  const takeIn = (stats: readonly ProcessStat[]): void => {
    // Parents mostly have lower ids than their children; where ids began anew, another round finds the rest.
    const inOrder = stats.toSorted((a, b) => a.pid - b.pid);
    for (let before = -1; before !== ours.size; ) {
      before = ours.size;
      for (const stat of inOrder) if (belongs(stat)) ours.set(stat.pid, stat.began);
    }
    for (const { pid } of stats) if (!ours.has(pid)) others.add(pid);
  };
  const belongs = ({ group, session, parent }: ProcessStat): boolean =>
    group === root || session === root || ours.has(parent);

  return {
    async quickly() {
      const ids = await processIds();
      const here = new Set(ids);
      for (const id of ours.keys()) if (!here.has(id)) ours.delete(id);
      others = new Set(ids.filter((id) => others.has(id)));
      takeIn(await statsOf(ids.filter((id) => !ours.has(id) && !others.has(id))));
      return [...ours.keys()];
    },
    async surely() {
      const stats = (await statsOf(await processIds())).filter(({ dead }) => !dead);
      seen = stats;
      const began = new Map(stats.map((stat) => [stat.pid, stat.began]));
      for (const [id, then] of ours) if (began.get(id) !== then) ours.delete(id);
      others = new Set();
      takeIn(stats);
      return [...ours.keys()];
    },
    seen: () => seen,
  };
}

async function statsOf(ids: readonly number[]): Promise<readonly ProcessStat[]> {
  return (await Promise.all(ids.map(statOf))).filter((stat) => stat !== undefined);
}
