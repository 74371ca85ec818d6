/**
 * What this end sends on one socket, and how much of it may wait there. Reading is never held back to slow a peer down:
 * a call that was read late would look fresh and be run after its time. So a peer that does not read is cut off.
 */
import type { WebSocket } from 'ws';
import type { Clock } from '../../src-shared/clock.ts';
import { type Corkable, TurnCork } from '../../src-shared/turn-cork.ts';

/** Most that may wait in the process: 32 of the largest frames; more comes only from a peer that does not read. Bytes. */
export const MAX_UNSENT_BYTES = 32 * 1024 * 1024;

/** How long one frame may take to leave: the largest then goes at 17 KiB a second, too slow for any answer. Milliseconds. */
const STUCK_AFTER_MS = 60_000;

export class Outbox {
  readonly #socket: WebSocket;
  readonly #clock: Clock;
  readonly #cork = new TurnCork(process.nextTick);
  #stream: Corkable | undefined;
  #unsent = 0;
  /** When a frame last left, or when the first of those that wait was queued. */
  #movedAt = 0;

  constructor(socket: WebSocket, clock: Clock) {
    this.#socket = socket;
    this.#clock = clock;
  }

  /** What the frames are written to in the end. Until it is known, each frame is written for itself. */
  through(stream: Corkable): void {
    this.#stream = stream;
  }

  /** Lets go of what is held back until the turn ends. */
  flush(): void {
    this.#cork.release();
  }

  /** `done` hears whether the frame reached the system while the socket was open. */
  send(frame: string, done: (reached: boolean) => void = () => {}): void {
    if (this.#socket.readyState !== this.#socket.OPEN) {
      done(false);
      return;
    }
    if (this.#unsent === 0) this.#movedAt = this.#clock.now().mono;
    this.#unsent += 1;
    if (this.#stream) this.#cork.writing(this.#stream, frame.length);
    this.#socket.send(frame, (error) => {
      this.#unsent -= 1;
      this.#movedAt = this.#clock.now().mono;
      done(!error);
    });
  }

  /** True once too much waits, or what waits has not moved for too long. */
  isStuck(): boolean {
    if (this.#socket.bufferedAmount > MAX_UNSENT_BYTES) return true;
    return this.#unsent > 0 && this.#clock.now().mono - this.#movedAt >= STUCK_AFTER_MS;
  }
}
