/** The only file that starts programs. It does so in the thread that it runs in, which stands still meanwhile. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { readStream } from './read-stream.ts';

export interface SpawnOrder {
  /** Program (looked up in the PATH of `env` unless it holds a slash) and its arguments. No shell reads them. */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** True where the program writes to a fourth stream, its descriptor 3. */
  readonly status: boolean;
  /** Open descriptors that the program gets as 4 and on. */
  readonly passed: readonly number[];
  /** Bytes of stdout and of stderr that are read in a second at most. */
  readonly mostPerSecond: number | undefined;
}

export type Stream = 'stdout' | 'stderr' | 'status';

export interface Exit {
  readonly exitCode: number | null;
  readonly killedBy: string | null;
}

export interface SpawnEvents {
  data(from: Stream, chunk: Buffer): void;
  /** That stream is at its end. */
  streamEnd(from: Stream): void;
  /** The program has ended; what it printed may still come. */
  exit(how: Exit): void;
  /** It has ended, and so have its streams. */
  close(): void;
}

export interface SpawnedChild {
  readonly kind: 'spawned';
  readonly pid: number;
  /** Reads its streams no further, for good. */
  drop(): void;
  /** Lets the program wait at its full pipes, or reads on. */
  rest(on: boolean): void;
}

/** `code` is the system's, such as ENOENT. */
export type NotSpawned = { readonly kind: 'not-spawned'; readonly code: string };

/** Starts a program with no input and no terminal, in a session of its own. Never rejects. */
export type Spawn = (order: SpawnOrder, events: SpawnEvents) => Promise<SpawnedChild | NotSpawned>;

export const spawnHere: Spawn = async (order, events) => {
  const child = tryToSpawn(order);
  if (typeof child === 'string') return { kind: 'not-spawned', code: child };
  const { pid } = child;
  if (pid === undefined) return { kind: 'not-spawned', code: await startError(child) };
  const streams = new Map(streamsOf(child, order.status));
  for (const [from, stream] of streams) {
    const limit = from === 'status' ? undefined : order.mostPerSecond;
    readStream(stream, (chunk) => events.data(from, chunk), limit);
    stream.on('error', () => undefined);
    // Before Node's own listener, which says that all is closed.
    stream.prependOnceListener('close', () => events.streamEnd(from));
  }
  child.once('exit', (exitCode, killedBy) => events.exit({ exitCode, killedBy }));
  child.once('close', () => events.close());
  return {
    kind: 'spawned',
    pid,
    drop() {
      for (const stream of streams.values()) stream.destroy();
    },
    rest(on) {
      for (const stream of streams.values()) {
        if (on) stream.pause();
        else stream.resume();
      }
    },
  };
};

function streamsOf({ stdio }: ChildProcess, status: boolean): readonly (readonly [Stream, Readable])[] {
  const names: readonly Stream[] = ['stdout', 'stderr', ...(status ? ['status' as const] : [])];
  return names.map((name, index) => [name, stdio[index + 1] as Readable]);
}

function tryToSpawn({ argv, cwd, env, status, passed }: SpawnOrder): ChildProcess | string {
  const [program, ...args] = argv;
  if (program === undefined) return 'ENOENT';
  try {
    return spawn(program, args, {
      cwd,
      env,
      detached: true,
      shell: false,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe', status ? 'pipe' : 'ignore', ...passed],
    });
  } catch (error) {
    return codeOf(error);
  }
}

/** A child that could not be started has no id, and says why in its next turn. */
function startError(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => child.once('error', (error) => resolve(codeOf(error))));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
