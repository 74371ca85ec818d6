/** The worker that starts programs: it stands still for each start, and hands on what they print. */
import { parentPort } from 'node:worker_threads';
import {
  type Exit,
  type NotSpawned,
  type SpawnedChild,
  type SpawnOrder,
  type Stream,
  spawnHere,
} from './spawn-child.ts';

/** What the thread that owns the worker says to it. */
export type ToSpawner =
  | { readonly kind: 'spawn'; readonly id: number; readonly order: SpawnOrder }
  /** So many bytes were taken. */
  | { readonly kind: 'taken'; readonly id: number; readonly bytes: number }
  | { readonly kind: 'drop'; readonly id: number };

/** What it says. `data` comes in the order in which it was read, `exit` before `close`, and `close` last. */
export type FromSpawner = { readonly id: number } & (
  | { readonly kind: 'spawned'; readonly pid: number }
  | NotSpawned
  | { readonly kind: 'data'; readonly from: Stream; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'stream-end'; readonly from: Stream }
  | ({ readonly kind: 'exit' } & Exit)
  | { readonly kind: 'close' }
);

/** Bytes of one program that may be on their way; one that prints more waits until they were taken. */
const MOST_ON_THE_WAY = 1024 * 1024;

const children = new Map<number, { readonly child: SpawnedChild; onTheWay: number }>();
const port = parentPort;

const say = (message: FromSpawner, moved: readonly ArrayBuffer[] = []): void =>
  port?.postMessage(message, moved);

async function start(id: number, order: SpawnOrder): Promise<void> {
  const child = await spawnHere(order, {
    data(from, chunk) {
      // A chunk can be a part of a larger buffer, which must not travel.
      const bytes = new Uint8Array(chunk);
      say({ id, kind: 'data', from, bytes }, [bytes.buffer]);
      move(id, chunk.length);
    },
    streamEnd: (from) => say({ id, kind: 'stream-end', from }),
    exit: (how) => say({ id, kind: 'exit', ...how }),
    close() {
      children.delete(id);
      say({ id, kind: 'close' });
    },
  });
  if (child.kind === 'not-spawned') return say({ id, ...child });
  children.set(id, { child, onTheWay: 0 });
  say({ id, kind: 'spawned', pid: child.pid });
}

function move(id: number, bytes: number): void {
  const entry = children.get(id);
  if (!entry) return;
  const before = entry.onTheWay > MOST_ON_THE_WAY;
  entry.onTheWay += bytes;
  const now = entry.onTheWay > MOST_ON_THE_WAY;
  if (before || now) entry.child.rest(now);
}

port?.on('message', (message: ToSpawner) => {
  if (message.kind === 'spawn') void start(message.id, message.order);
  else if (message.kind === 'taken') move(message.id, -message.bytes);
  else children.get(message.id)?.child.drop();
});
