/** Ends processes for good: everything that carries a mark in its environment, and makes sure that it is gone. */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Lineage } from './process-lineage.ts';
import { type ProcessStat, processIds, statOf } from './process-stat.ts';

/** The environment variable that marks everything started by one run, children of children included. */
export const MARK_VARIABLE = 'DOORMAN_RUN';

/** Milliseconds after which a process that cannot be ended is left to the system. */
const GIVE_UP_MS = 2000;
const GIVE_UP_MARKED_MS = 10_000;
const PAUSE_MS = 5;

/** How often new ones are looked for while a tree is stopped. */
const MOST_ROUNDS = 100;

/** Milliseconds for which a process that shows no environment is looked at again. */
const UNSURE_MS = 200;

/** Sends SIGKILL; a negative id means the whole group. False where there was nothing left to end. */
export function killNow(pid: number): boolean {
  return send(pid, 'SIGKILL');
}

function send(pid: number, signal: 'SIGKILL' | 'SIGSTOP'): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Resolves when the process is dead, reaped or not (or after `GIVE_UP_MS`). */
export async function waitUntilGone(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  for (let waited = 0; waited < GIVE_UP_MS && (await isAlive(pid)); waited += PAUSE_MS) await delay(PAUSE_MS);
}

/**
 * Ends the group of `pid`, what descends from it, and everything marked with `mark` that left it (a double fork, a new
 * session), again and again until a look finds none. Only Linux shows other processes; elsewhere the group alone is
 * ended. `began`: when `pid` did, where that is known; what is older cannot carry its mark, and is not looked into.
 * Resolves to the processes that lived at the last look, where that one found nothing to end.
 */
export async function endMarked(
  pid: number,
  mark: string,
  lineage: Lineage,
  began: number | undefined,
): Promise<readonly ProcessStat[] | undefined> {
  const linux = process.platform === 'linux';
  const started = performance.now();
  const since = () => performance.now() - started;
  while (since() < GIVE_UP_MARKED_MS) {
    const group = killNow(-pid);
    const ended = linux ? await endLineage(lineage) : 0;
    const older = olderThan(began, lineage);
    const { marked, unsure } = linux ? await findMarked(mark, pid, older) : { marked: [], unsure: group };
    if (marked.length === 0 && !(unsure && since() < UNSURE_MS))
      return ended > 0 ? undefined : lineage.seen();
    for (const found of marked) killNow(found);
    await delay(PAUSE_MS);
  }
  return undefined;
}

function olderThan(began: number | undefined, lineage: Lineage): ReadonlySet<number> {
  if (began === undefined) return new Set();
  return new Set(lineage.seen().flatMap((stat) => (stat.began < began ? [stat.pid] : [])));
}

/**
 * Stops all of them before it ends them: while some are ended, the others could fork. It does not look into them:
 * what lies in a process that forks all the time can be read only when it has its turn. Resolves to how many there were.
 */
async function endLineage(lineage: Lineage): Promise<number> {
  const stopped = new Set<number>();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const running = (await lineage.surely()).filter((id) => !stopped.has(id));
    if (running.length === 0) break;
    for (const id of running) {
      send(id, 'SIGSTOP');
      stopped.add(id);
    }
  }
  for (const id of stopped) killNow(id);
  return stopped.size;
}

/** A dead process that its parent has not reaped yet still has an id; on Linux it can be told from a living one. */
async function isAlive(pid: number): Promise<boolean> {
  if (process.platform === 'linux') return (await statOf(pid))?.dead === false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * Looks for the mark. A process that is starting another program shows no environment for a moment: `unsure` says
 * that such a one, younger than `oldest`, was seen. Dead processes show none either, and do not count.
 */
async function findMarked(
  mark: string,
  oldest: number,
  older: ReadonlySet<number>,
): Promise<{ marked: readonly number[]; unsure: boolean }> {
  const wanted = `\0${MARK_VARIABLE}=${mark}\0`;
  const ids = (await processIds()).filter((id) => !older.has(id));
  const marked: number[] = [];
  let unsure = false;
  await Promise.all(
    ids.map(async (id) => {
      const environment = await readFile(`/proc/${id}/environ`, 'latin1').catch(() => undefined);
      if (environment === '' && id >= oldest && (await isAlive(id))) unsure = true;
      if (environment !== undefined && `\0${environment}`.includes(wanted)) marked.push(id);
    }),
  );
  return { marked, unsure };
}
