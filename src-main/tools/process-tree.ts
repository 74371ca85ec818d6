/** Ends processes for good: everything that carries a mark in its environment, and makes sure that it is gone. */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** The environment variable that marks everything started by one run, children of children included. */
export const MARK_VARIABLE = 'DOORMAN_RUN';

/** Milliseconds after which a process that cannot be ended is left to the system. */
const GIVE_UP_MS = 2000;
const PAUSE_MS = 5;

/** Milliseconds for which a process that shows no environment is looked at again. */
const UNSURE_MS = 200;

/** Sends SIGKILL; a negative id means the whole group. False where there was nothing left to end. */
export function killNow(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
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
 * Ends the group of `pid` and everything marked with `mark` that left it (a double fork, a new session), again and
 * again until a look finds none. Only Linux shows the environment of processes; elsewhere the group alone is ended.
 */
export async function endMarked(pid: number, mark: string): Promise<void> {
  const linux = process.platform === 'linux';
  for (let waited = 0; waited < GIVE_UP_MS; waited += PAUSE_MS) {
    const group = killNow(-pid);
    const { marked, unsure } = linux ? await findMarked(mark, pid) : { marked: [], unsure: group };
    if (marked.length === 0 && !(unsure && waited < UNSURE_MS)) return;
    for (const found of marked) killNow(found);
    await delay(PAUSE_MS);
  }
}

/** A dead process that its parent has not reaped yet still has an id; on Linux it can be told from a living one. */
async function isAlive(pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined);
    return stat !== undefined && !/\) [ZX] /.test(stat);
  }
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
): Promise<{ marked: readonly number[]; unsure: boolean }> {
  const wanted = `\0${MARK_VARIABLE}=${mark}\0`;
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^[0-9]+$/.test(name)).map(Number);
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
