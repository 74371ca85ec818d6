/** One socket, one life: hello, frames in, answers out, and exactly one report of how it ended. */
import type { HelloOkFrame } from '../src-shared/client-tools.ts';
import type { Clock } from '../src-shared/clock.ts';
import { assertNever } from '../src-shared/outcome.ts';
import { readServerFrame, type ServerFrame } from '../src-shared/read-frame.ts';
import { ToolCalls, type ToolCallsOptions } from './tool-calls.ts';
import { OPEN, type SocketEvent, type WebSocketLike } from './web-socket-like.ts';

/** From the start to `hello_ok`. Milliseconds. */
const HANDSHAKE_MS = 20_000;

export interface ClientConnectionOptions extends Omit<ToolCallsOptions, 'send'> {
  /** Begins to connect. What it throws ends the connection. */
  openSocket(): WebSocketLike;
  readonly hello: string;
  readonly clock: Clock;
  /** How long the runtime waits for an answer unless it says so itself. Milliseconds. */
  readonly invokeTimeoutMs: number;
  onGreeted(frame: HelloOkFrame): void;
  /** Called once, with the reason for a person; nothing else is called afterwards. */
  onEnd(why: string): void;
}

export class ClientConnection {
  readonly #options: ClientConnectionOptions;
  readonly #calls: ToolCalls;
  readonly #stopTimer: () => void;
  #socket: WebSocketLike | undefined;
  #timeoutMs: number;
  #greeted = false;
  #ended = false;

  constructor(options: ClientConnectionOptions) {
    this.#options = options;
    this.#timeoutMs = options.invokeTimeoutMs;
    this.#calls = new ToolCalls({ ...options, send: (frame) => this.#send(frame) });
    this.#stopTimer = options.clock.after(HANDSHAKE_MS, () =>
      this.#end('the runtime did not complete the handshake in time'),
    );
    try {
      this.#socket = options.openSocket();
      this.#listen(this.#socket);
    } catch (error) {
      // Not at once: the owner does not hold this connection yet.
      queueMicrotask(() => this.#end(`no socket could be opened: ${(error as Error).message}`));
    }
  }

  /** Says goodbye. Calls under way are aborted and not answered. */
  close(): void {
    this.#end('closed by this client');
  }

  #listen(socket: WebSocketLike): void {
    socket.addEventListener('open', () => this.#send(this.#options.hello));
    socket.addEventListener('message', (event) => this.#take(event.data));
    // A close event follows, and says more.
    socket.addEventListener('error', () => {});
    socket.addEventListener('close', (event) => this.#end(this.#whyClosed(event)));
  }

  #send(frame: string): void {
    if (!this.#ended && this.#socket?.readyState === OPEN) this.#socket.send(frame);
  }

  /** Runtimes write text; what is unreadable, unknown or repeated is passed over. */
  #take(data: unknown): void {
    if (this.#ended || typeof data !== 'string') return;
    const reading = readServerFrame(data);
    if (reading.kind === 'frame') this.#act(reading.frame);
  }

  #act(frame: ServerFrame): void {
    switch (frame.type) {
      case 'hello_ok':
        this.#helloOk(frame);
        break;
      case 'invoke':
        this.#calls.accept(frame, this.#timeoutMs);
        break;
      case 'cancel':
        this.#calls.cancel(frame.call_id, 'the runtime no longer waits for this call');
        break;
      default:
        assertNever(frame);
    }
  }

  #helloOk(frame: HelloOkFrame): void {
    if (this.#greeted) return;
    this.#greeted = true;
    this.#stopTimer();
    this.#timeoutMs = frame.invoke_timeout_ms ?? this.#timeoutMs;
    this.#options.onGreeted(frame);
  }

  #end(why: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#stopTimer();
    this.#calls.end();
    this.#socket?.close(1000, 'client closed');
    this.#options.onEnd(why);
  }

  /** A browser tells a page nothing about a handshake that failed, so neither can this. */
  #whyClosed({ code = 1006, reason = '' }: SocketEvent): string {
    if (code === 1006 && !this.#greeted)
      return 'the runtime could not be reached, or refused the connection (is the token valid?)';
    return `the connection was closed (code ${code}${reason && `: ${reason}`})`;
  }
}
