/** Starts a host under plain Node and ends it again: takes the home, opens and joins the rooms, connects, listens. */
import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../src-shared/clock.ts';
import type { StatusReply } from '../src-shared/control.ts';
import { controlHost } from './control-host.ts';
import { openLocalSocket } from './direct/local-socket.ts';
import { type EmbeddedRuntime, startEmbeddedRuntime } from './embedded-runtime.ts';
import type { ComposeResult, Confirm } from './host.ts';
import { openHostHistory } from './host-journal.ts';
import { hostSurface } from './host-surface.ts';
import { callRooms, type Joined, joinRooms, sayPermissionState } from './join-rooms.ts';
import { raisedLimits } from './limits.ts';
import { openDirect } from './open-direct.ts';
import { type OpenedRooms, openRooms } from './open-rooms.ts';
import type { DoormanPaths } from './paths.ts';
import { proxyRoutes, type SystemProxy } from './proxy-routes.ts';
import { pausedBefore } from './running-actions.ts';
import { takeHomeLock } from './settings/home-lock.ts';
import { spawnThrough } from './tools/run-process.ts';
import type { ScreenCapture } from './tools/screen.ts';
import { SpawnThread } from './tools/spawn-thread.ts';
import { watchWorld } from './world-watch.ts';

export interface ComposeOptions {
  readonly paths: DoormanPaths;
  readonly kind: 'desktop' | 'serve';
  readonly env: NodeJS.ProcessEnv;
  /** The built worker that parses shell texts; the others lie beside it. */
  readonly workerFile: string;
  log(line: string): void;
  readonly screen?: ScreenCapture;
  /** Asked before agents are given more. Missing where there is no desktop: whoever gives the order is the person. */
  readonly confirm?: Confirm;
  /** By which jobs end; the system's own where it is missing. */
  readonly jobsClock?: Clock;
  /** Arguments with which a test can raise limits; an installed app has none. */
  readonly testArguments?: readonly string[];
  /** The proxy settings of the desktop. */
  readonly systemProxy?: SystemProxy;
}

/** How often the files of rules are looked at for something to tell. Milliseconds. */
const FILE_LOOK_MS = 1_000;

type Closer = () => Promise<void> | void;

/** Takes the home, opens the rooms, connects to the runtimes, and listens on the local socket. */
export async function composeHost(options: ComposeOptions): Promise<ComposeResult> {
  const { paths } = options;
  const closers: Closer[] = [];
  try {
    await takeHome(paths.home);
    const lock = await takeHomeLock(paths.lockFile, options.kind);
    if (!lock.ok) {
      return { ok: false, problem: `another Doorman holds the home ${paths.home}: ${lock.heldBy}.` };
    }
    closers.push(lock.release);
    return await start(options, closers);
  } catch (error) {
    await closeAll(closers);
    return { ok: false, problem: `the host could not be started: ${(error as Error).message}` };
  }
}

/** What it opens, it adds to `closers`, so that a start that fails half-way leaves nothing behind. */
async function start(options: ComposeOptions, closers: Closer[]): Promise<ComposeResult> {
  const { paths, kind } = options;
  const routes = proxyRoutes(options.env, options.systemProxy);
  const opened = await openRooms(paths, options.env, options.workerFile, routes);
  closers.push(...closersOf(opened), startInThread(options.workerFile));
  const joined = joinRooms(opened, {
    ...options,
    routes,
    journalFolder: paths.journalFolder,
    limits: raisedLimits(options.testArguments ?? []),
  });
  closers.push(joined.journal.close);
  const embedded = await startEmbeddedRuntime(paths.bearerFile, options.env);
  closers.push(embedded.close);
  const direct = await openDirect(joined, callRooms(joined, options.log), paths);
  const history = openHostHistory(opened, paths.journalFolder, options.workerFile);
  closers.push(() => history.close());
  const surface = hostSurface(joined, embedded, options.confirm ?? (async () => true), direct);
  const host = { ...surface, history };
  const embeddedRuntime = { url: embedded.url, bearerFile: paths.bearerFile };
  const about = { kind, pid: process.pid, home: paths.home, versions: versions(), embeddedRuntime };
  const socket = await openLocalSocket({
    socket: paths.socket,
    folder: paths.socketFolder,
    handle: controlHost(host, about),
    upgrade: direct.local.upgrade,
  });
  closers.push(socket.close, direct.close, () => joined.runtimes.close());
  connectRuntimes(joined, embedded);
  joined.runs.restore(pausedBefore(opened.settings.current()));
  if (opened.settings.current().direct.listen) await direct.listen();
  closers.push(watchFiles(joined), watchTheWorld(joined));
  let ended: Promise<void> | undefined;
  const shutdown = () => {
    ended ??= end(joined, closers);
    return ended;
  };
  return { ok: true, embeddedUrl: embedded.url, host: { ...host, shutdown } };
}

function closersOf({ permissions, parser, masker, judgeThread }: OpenedRooms): readonly Closer[] {
  return [permissions.close, parser.close, masker.close, () => judgeThread.close()];
}

function connectRuntimes({ runtimes, opened }: Joined, embedded: EmbeddedRuntime): void {
  runtimes.connectEmbedded(embedded.profile, embedded.bearer);
  for (const profile of opened.settings.current().profiles) {
    if (profile.enabled) runtimes.connect(profile);
  }
}

/** From here on. What was started before, while nobody could be held up, needed no thread that stays. */
function startInThread(workerFile: string): Closer {
  const thread = new SpawnThread(join(dirname(workerFile), 'spawn-worker.js'));
  const startHereAgain = spawnThrough(thread.spawn);
  return async () => {
    startHereAgain();
    await thread.close();
  };
}

function versions(): StatusReply['versions'] {
  const { node, electron } = process.versions;
  return electron === undefined ? { node } : { node, electron };
}

/** Whoever could write into the home could change the rules: it belongs to this user alone. */
async function takeHome(home: string): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const stats = await stat(home);
  if (!stats.isDirectory()) throw new Error(`${home} is not a folder`);
  if (process.getuid && stats.uid !== process.getuid()) throw new Error(`${home} belongs to another user`);
  await chmod(home, 0o700);
}

function watchTheWorld({ runtimes }: Joined): Closer {
  return watchWorld({
    onNetworkChange: () => runtimes.worldChanged('network'),
    onLook: () => runtimes.toolsChanged(),
  });
}

/** The window tells of a broken or changed file of rules soon after it was saved, not only at the next call. */
function watchFiles(joined: Joined): Closer {
  const look = () => {
    void sayPermissionState(joined);
    void joined.projects.refresh();
    void joined.always.refresh();
  };
  look();
  const timer = setInterval(look, FILE_LOOK_MS);
  return () => clearInterval(timer);
}

/** Calls end first, so that their answers still go out; then everything in the order opposite to its opening. */
async function end(joined: Joined, closers: readonly Closer[]): Promise<void> {
  joined.ending.now = true;
  await Promise.all([joined.live.abortAll('shutting-down'), joined.jobs.endAll('shutting-down')]);
  await joined.jobs.close();
  // A Stop pressed just before must still be in force at the next start.
  await joined.opened.settings.saved();
  await closeAll(closers);
}

async function closeAll(closers: readonly Closer[]): Promise<void> {
  for (const close of closers.toReversed()) await close();
}
