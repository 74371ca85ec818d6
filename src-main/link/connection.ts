/** One socket, one life: handshake, frames in, results out, heartbeat, and exactly one report of how it ended. */
import { type RawData, WebSocket } from 'ws';
import type { HelloOkFrame } from '../../src-shared/client-tools.ts';
import { assertNever } from '../../src-shared/outcome.ts';
import { readServerFrame } from '../../src-shared/read-frame.ts';
import { bearerHeader, offeredProtocols } from './hello.ts';
import { InFlight, type InFlightOptions } from './in-flight.ts';
import { BAD_HANDSHAKE, type LinkEnd } from './link-end.ts';

/** From the start to `hello_ok`, the library's own handshake included. Milliseconds. */
const HANDSHAKE_MS = 20_000;
/** Silence after which this end pings, and after which the connection counts as dead (both under 75 s). Milliseconds. */
const PING_AFTER_MS = 30_000;
const DEAD_AFTER_MS = 65_000;
/** How long the peer may take to answer our close frame. Milliseconds. */
const CLOSE_WAIT_MS = 2_000;
/** The runtime sets no limit on what it sends; ours keeps one frame from filling the memory. Bytes. */
const MAX_INBOUND_BYTES = 8 * 1024 * 1024;

const LOST: LinkEnd = { cause: 'closed', code: 1006, reason: '' };

/** Frames that were not acted upon, by reason, over the life of a link. */
export interface FrameCounts {
  malformed: number;
  unknown: number;
  /** Invokes with an id already seen, cancels of calls that are not here, second `hello_ok`s. */
  stale: number;
}

export interface ConnectionOptions extends Omit<InFlightOptions, 'send' | 'onIdle'> {
  /** The WebSocket address. */
  readonly url: string;
  readonly token: string | undefined;
  readonly hello: string;
  readonly counts: FrameCounts;
  /** False once after the machine slept or its clock was set: what arrives is then dropped unread. */
  isFresh(): boolean;
  onSocketOpen(): void;
  onHelloOk(frame: HelloOkFrame): void;
  /** Called once, at the end of this connection's life; nothing else is called afterwards. */
  onEnd(end: LinkEnd): void;
}

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #socket: WebSocket;
  readonly #calls: InFlight;
  #stopTimer: () => void;
  #heardAt: number;
  #pingedAt = 0;
  #greeted = false;
  #closeWhenIdle = false;
  #closing = false;
  #ended = false;

  /** Starts to connect at once. The address must be a valid one, the token sendable in a header. */
  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#heardAt = options.clock.now().mono;
    this.#calls = new InFlight({
      ...options,
      send: (frame, done) => this.#send(frame, done),
      onIdle: () => {
        if (this.#closeWhenIdle) this.close();
      },
    });
    this.#stopTimer = options.clock.after(HANDSHAKE_MS, () => this.drop({ cause: 'no-hello-ok' }));
    this.#socket = new WebSocket(options.url, offeredProtocols, {
      headers: bearerHeader(options.token),
      followRedirects: false,
      perMessageDeflate: false,
      maxPayload: MAX_INBOUND_BYTES,
    });
    this.#listen();
  }

  /** To be called at short intervals: finds a connection that went dead without a word, or never finishes closing. */
  tick(): void {
    const { readyState } = this.#socket;
    if (readyState === WebSocket.CLOSING && !this.#closing) this.drop(LOST);
    if (readyState !== WebSocket.OPEN) return;
    const now = this.#options.clock.now().mono;
    if (now - this.#heardAt >= DEAD_AFTER_MS) this.drop({ cause: 'silent' });
    else if (now - Math.max(this.#heardAt, this.#pingedAt) >= PING_AFTER_MS) {
      this.#pingedAt = now;
      this.#socket.ping();
    }
  }

  /** Ends it when no call is in flight any more: at once, or after the last answer. */
  closeWhenIdle(): void {
    this.#closeWhenIdle = true;
    if (this.#calls.size === 0) this.close();
  }

  /** Says goodbye. Calls in flight are aborted and not answered; frames that still arrive are not read. */
  close(): void {
    if (this.#closing || this.#ended) return;
    if (this.#socket.readyState !== WebSocket.OPEN) {
      this.drop({ cause: 'asked' });
      return;
    }
    this.#closing = true;
    this.#calls.end();
    this.#stopTimer();
    this.#stopTimer = this.#options.clock.after(CLOSE_WAIT_MS, () => this.drop({ cause: 'asked' }));
    this.#socket.close(1000, 'client closed');
  }

  /** Ends it now, without a word to the peer. */
  drop(end: LinkEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#stopTimer();
    this.#calls.end();
    this.#socket.terminate();
    this.#options.onEnd(end);
  }

  #listen(): void {
    const socket = this.#socket;
    socket.on('open', () => {
      if (this.#ended) return;
      this.#heard();
      this.#options.onSocketOpen();
      socket.send(this.#options.hello);
    });
    socket.on('unexpected-response', (_request, response) =>
      this.drop({ cause: 'refused', status: response.statusCode ?? 0 }),
    );
    socket.on('message', (data) => this.#take(data));
    socket.on('ping', () => this.#heard());
    socket.on('pong', () => this.#heard());
    // After an error no frame can be trusted to come or go, however long the socket takes to close.
    socket.on('error', (error: Error & { code?: unknown }) =>
      this.#gone({
        cause: 'failed',
        code: typeof error.code === 'string' ? error.code : BAD_HANDSHAKE,
      }),
    );
    socket.on('close', (code, reason) => this.#gone({ cause: 'closed', code, reason: reason.toString() }));
  }

  #gone(end: LinkEnd): void {
    this.drop(this.#closing ? { cause: 'asked' } : end);
  }

  #heard(): void {
    this.#heardAt = this.#options.clock.now().mono;
  }

  #take(data: RawData): void {
    if (this.#ended || this.#closing) return;
    if (!this.#options.isFresh()) {
      this.drop({ cause: 'clock-jump' });
      return;
    }
    this.#heard();
    const { counts } = this.#options;
    const reading = readServerFrame(data.toString());
    if (reading.kind === 'problem') counts.malformed += 1;
    else if (reading.kind === 'ignorable') counts.unknown += 1;
    else if (!this.#act(reading.frame)) counts.stale += 1;
  }

  #act(frame: (ReturnType<typeof readServerFrame> & { kind: 'frame' })['frame']): boolean {
    switch (frame.type) {
      case 'hello_ok':
        return this.#helloOk(frame);
      case 'invoke':
        return this.#calls.accept(frame);
      case 'cancel':
        return this.#calls.cancel(frame.call_id);
      default:
        return assertNever(frame);
    }
  }

  #helloOk(frame: HelloOkFrame): boolean {
    if (this.#greeted) return false;
    this.#greeted = true;
    this.#stopTimer();
    this.#calls.handshakeDone(frame.connection_id, frame.invoke_timeout_ms);
    this.#options.onHelloOk(frame);
    return true;
  }

  #send(frame: string, done: (reached: boolean) => void): void {
    if (this.#ended || this.#socket.readyState !== WebSocket.OPEN) done(false);
    else this.#socket.send(frame, (error) => done(!error));
  }
}
