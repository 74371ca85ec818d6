/** Starts a host under plain Node and ends it again: takes the home, opens and joins the rooms, connects, listens. */
import { mkdir } from 'node:fs/promises';
import { controlHost } from './control-host.ts';
import { openLocalSocket } from './direct/local-socket.ts';
import { type EmbeddedRuntime, startEmbeddedRuntime } from './embedded-runtime.ts';
import type { ComposeResult } from './host.ts';
import { hostSurface } from './host-surface.ts';
import { type Joined, joinRooms, sayPermissionState } from './join-rooms.ts';
import { openRooms } from './open-rooms.ts';
import type { DoormanPaths } from './paths.ts';
import { takeHomeLock } from './settings/home-lock.ts';
import type { ScreenCapture } from './tools/screen.ts';

export interface ComposeOptions {
  readonly paths: DoormanPaths;
  readonly kind: 'desktop' | 'serve';
  readonly env: NodeJS.ProcessEnv;
  /** The built worker that parses shell texts. */
  readonly workerFile: string;
  log(line: string): void;
  readonly screen?: ScreenCapture;
}

/** How often the permission file is looked at for problems to tell. Milliseconds. */
const PERMISSION_LOOK_MS = 1_000;

/** Takes the home, opens the rooms, connects to the runtimes, and listens on the local socket. */
export async function composeHost(options: ComposeOptions): Promise<ComposeResult> {
  const { paths } = options;
  await mkdir(paths.home, { recursive: true, mode: 0o700 });
  const lock = await takeHomeLock(paths.lockFile, options.kind);
  if (!lock.ok) {
    return { ok: false, problem: `another Doorman holds the home ${paths.home}: ${lock.heldBy}.` };
  }
  try {
    const opened = await openRooms(paths, options.env, options.workerFile);
    const joined = joinRooms(opened, { ...options, journalFolder: paths.journalFolder });
    const embedded = await startEmbeddedRuntime(paths.bearerFile, options.env);
    const host = hostSurface(joined, embedded);
    const { kind } = options;
    const about = { kind, pid: process.pid, home: paths.home };
    const embeddedRuntime = { url: embedded.url, bearerFile: paths.bearerFile };
    const socket = await openLocalSocket({
      socket: paths.socket,
      folder: paths.socketFolder,
      handle: controlHost(host, { ...about, embeddedRuntime }),
    });
    joined.runtimes.connectEmbedded(embedded.profile, embedded.bearer);
    for (const profile of opened.settings.current().profiles) {
      if (profile.enabled) joined.runtimes.connect(profile);
    }
    const stopWatch = watchPermissions(joined);
    let ended: Promise<void> | undefined;
    const shutdown = () => {
      ended ??= end(joined, embedded, [stopWatch, socket.close, lock.release]);
      return ended;
    };
    return { ok: true, embeddedUrl: embedded.url, host: { ...host, shutdown } };
  } catch (error) {
    await lock.release();
    return { ok: false, problem: `the host could not be started: ${(error as Error).message}` };
  }
}

/** The window tells of a broken permission file soon after it was saved, not only at the next call. */
function watchPermissions(joined: Joined): () => void {
  const look = () => {
    void sayPermissionState(joined);
    void joined.projects.refresh();
  };
  look();
  const timer = setInterval(look, PERMISSION_LOOK_MS);
  return () => clearInterval(timer);
}

/** Calls end first, so that their answers still go out; the lock goes last. */
async function end(
  joined: Joined,
  embedded: EmbeddedRuntime,
  closing: readonly (() => Promise<void> | void)[],
): Promise<void> {
  joined.ending.now = true;
  await joined.live.abortAll('shutting-down');
  await joined.runtimes.close();
  await embedded.close();
  await joined.opened.parser.close();
  joined.journal.close();
  for (const close of closing) await close();
}
