/** One socket, one life: handshake, frames in, results out, heartbeat, and exactly one report of how it ended. */
import type { IncomingMessage } from 'node:http';
import { type RawData, WebSocket } from 'ws';
import { CLIENT_TOOLS_PROTOCOL, type HelloOkFrame, MAX_FRAME_BYTES } from '../../src-shared/client-tools.ts';
import { assertNever } from '../../src-shared/outcome.ts';
import type { Dial } from './dial.ts';
import { type Counting, takeIn } from './frame-intake.ts';
import { Heartbeat } from './heartbeat.ts';
import { InFlight, type InFlightOptions } from './in-flight.ts';
import type { LinkEnd } from './link-end.ts';
import { BAD_HANDSHAKE, failureCode, isOversized } from './link-failure.ts';
import { Outbox } from './outbox.ts';
import { readRefusalCode } from './refusal.ts';

/** From the start to `hello_ok`, the library's own handshake included. Milliseconds. */
const HANDSHAKE_MS = 20_000;
/** How long the peer may take to answer our close frame. Milliseconds. */
const CLOSE_WAIT_MS = 2_000;
/**
 * The runtime sets no limit on what it sends; ours is what it takes itself. A frame is parsed in one go, and one of eight
 * times that, made to be slow, holds the process up for a second. Bytes.
 */
const MAX_INBOUND_BYTES = MAX_FRAME_BYTES;

const LOST: LinkEnd = { cause: 'closed', code: 1006, reason: '' };

export interface ConnectionOptions extends Omit<InFlightOptions, 'send' | 'onIdle'> {
  readonly dial: Dial;
  readonly hello: string;
  readonly counts: Counting;
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
  readonly #outbox: Outbox;
  readonly #calls: InFlight;
  readonly #heartbeat: Heartbeat;
  #stopTimer: () => void;
  #opened = false;
  #greeted = false;
  #closeWhenIdle = false;
  #closing = false;
  #ended = false;

  /** Starts to connect at once. */
  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { clock } = options;
    this.#calls = new InFlight({
      ...options,
      send: (frame, done) => this.#send(frame, done),
      onIdle: () => {
        if (this.#closeWhenIdle) this.close();
      },
    });
    this.#stopTimer = clock.after(HANDSHAKE_MS, () => this.drop({ cause: 'no-hello-ok' }));
    this.#socket = new WebSocket(options.dial.url, options.dial.protocols, {
      ...options.dial.options,
      followRedirects: false,
      perMessageDeflate: false,
      maxPayload: MAX_INBOUND_BYTES,
    });
    this.#outbox = new Outbox(this.#socket, clock);
    this.#heartbeat = new Heartbeat(clock, () => {
      if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping();
    });
    this.#listen();
  }

  /** To be called at short intervals: finds a connection that went dead without a word, or never finishes closing. */
  tick(): void {
    const { readyState } = this.#socket;
    if (readyState === WebSocket.CLOSING && !this.#closing) this.drop(LOST);
    if (readyState !== WebSocket.OPEN) return;
    if (this.#outbox.isStuck()) this.drop({ cause: 'unread' });
    else if (!this.#heartbeat.tick()) this.drop({ cause: 'silent' });
  }

  /** Doubts the connection: if nothing comes in the next seconds, it counts as dead. `done` hears the round trip in ms. */
  probe(done?: (ms: number) => void): void {
    this.#heartbeat.probe(done);
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
    this.#outbox.flush();
    this.#socket.terminate();
    this.#options.dial.abandon();
    this.#options.onEnd(end);
  }

  #listen(): void {
    const socket = this.#socket;
    socket.on('upgrade', (response) => this.#outbox.through(response.socket));
    socket.on('open', () => this.#open());
    socket.on('unexpected-response', (_request, response) => this.#refused(response));
    socket.on('message', (data, isBinary) => this.#take(data, isBinary));
    socket.on('ping', () => this.#heartbeat.heard());
    socket.on('pong', () => this.#heartbeat.heard());
    // After an error no frame can be trusted to come or go, however long the socket takes to close.
    socket.on('error', (error) => this.#failed(failureCode(error)));
    socket.on('close', (code, reason) => this.#gone({ cause: 'closed', code, reason: reason.toString() }));
  }

  #open(): void {
    if (this.#ended) return;
    // Some servers echo whatever was offered first; only the application's protocol is one to talk.
    if (this.#socket.protocol.toLowerCase() !== CLIENT_TOOLS_PROTOCOL) {
      this.drop({ cause: 'failed', code: BAD_HANDSHAKE });
      return;
    }
    this.#opened = true;
    this.#heartbeat.heard();
    this.#options.onSocketOpen();
    this.#outbox.send(this.#options.hello);
  }

  #refused(response: IncomingMessage): void {
    const status = response.statusCode ?? 0;
    // Only this status means different things, told apart by its body.
    if (status !== 503) this.drop({ cause: 'refused', status });
    else
      readRefusalCode(response, this.#options.clock, (code) => this.drop({ cause: 'refused', status, code }));
  }

  #failed(code: string): void {
    if (isOversized(code)) this.#options.counts.oversized += 1;
    this.#gone(
      this.#opened ? { cause: 'broke', code } : { cause: 'failed', code, via: this.#options.dial.via },
    );
  }

  #gone(end: LinkEnd): void {
    this.drop(this.#closing ? { cause: 'asked' } : end);
  }

  #take(data: RawData, isBinary: boolean): void {
    if (this.#ended || this.#closing) return;
    if (!this.#options.isFresh()) {
      this.drop({ cause: 'clock-jump' });
      return;
    }
    this.#heartbeat.heard();
    const { counts } = this.#options;
    const frame = takeIn(data, isBinary, counts);
    if (frame === undefined) return;
    switch (frame.type) {
      case 'hello_ok':
        if (!this.#helloOk(frame)) counts.stale += 1;
        return;
      case 'invoke':
        if (!this.#calls.accept(frame)) counts.duplicate += 1;
        else if (!this.#greeted) counts.early += 1;
        return;
      case 'cancel':
        if (!this.#calls.cancel(frame.call_id)) counts.stale += 1;
        return;
      default:
        assertNever(frame);
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
    if (this.#ended) {
      done(false);
      return;
    }
    this.#outbox.send(frame, done);
    if (this.#outbox.isStuck()) this.drop({ cause: 'unread' });
  }
}
