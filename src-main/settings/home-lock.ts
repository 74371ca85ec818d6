/** One host a home: a lock file that names its holder, and is taken over only from a process that is gone. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';

const holderSchema = z.object({
  pid: z.int().positive(),
  /** When that process began, as the system tells it: a number that was given again is another process. */
  born: z.string(),
  /** `command`: a command of the command line, for as long as it changes or tries something. */
  kind: z.enum(['desktop', 'serve', 'command']),
  since: z.string(),
  nonce: z.string(),
});
type Holder = z.infer<typeof holderSchema>;

export type HomeLock =
  | { readonly ok: true; release(): Promise<void> }
  | { readonly ok: false; readonly heldBy: string };

/** Takes the lock of a home for this process, or says who holds it. */
export async function takeHomeLock(file: string, kind: Holder['kind']): Promise<HomeLock> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const me: Holder = {
    pid: process.pid,
    born: await birthOf(process.pid),
    kind,
    since: new Date().toISOString(),
    nonce: randomUUID(),
  };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (await placeLock(file, me)) return { ok: true, release: () => releaseLock(file, me) };
    const holder = await readHolder(file);
    if (holder && (await isAlive(holder))) {
      return { ok: false, heldBy: `process ${holder.pid} (${holder.kind}, since ${holder.since})` };
    }
    await clearStale(file, holder);
  }
  return { ok: false, heldBy: 'another process that is starting at this very moment' };
}

/** Who holds the lock of a home, or left it behind. */
export async function lockHolder(
  file: string,
): Promise<(Pick<Holder, 'pid' | 'kind' | 'since'> & { readonly alive: boolean }) | undefined> {
  const holder = await readHolder(file);
  return holder && { ...holder, alive: await isAlive(holder) };
}

/** A link either makes the whole lock or fails: nobody can see half of one. */
async function placeLock(file: string, me: Holder): Promise<boolean> {
  const draft = `${file}.${me.nonce}`;
  await writeFile(draft, JSON.stringify(me), { mode: 0o600 });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Moves a stale lock aside, and puts it back if another process had replaced it in the meantime. */
async function clearStale(file: string, stale: Holder | undefined): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  const moved = await readHolder(aside);
  if (moved && moved.nonce !== stale?.nonce) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

async function releaseLock(file: string, me: Holder): Promise<void> {
  if ((await readHolder(file))?.nonce === me.nonce) await rm(file, { force: true });
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    return holderSchema.safeParse(JSON.parse(await readFile(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

async function isAlive(holder: Holder): Promise<boolean> {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return (await birthOf(holder.pid)) === holder.born;
}

/** Linux tells when a process began (field 22 of its stat line); elsewhere the number alone has to do. */
async function birthOf(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
