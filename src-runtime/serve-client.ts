/** The life of one accepted client-tools socket: hello, registration, results, heartbeat, end. */
import type { RawData, WebSocket } from 'ws';
import { type HelloFrame, readClientFrame } from '../src-shared/client-tools.ts';
import type { Principal } from './principal.ts';
import type { Registration, Registry, SendFrame } from './registry.ts';

export interface ServeOptions {
  readonly registry: Registry;
  /** Told to clients in `hello_ok`. Milliseconds. */
  readonly invokeTimeoutMs: number;
  /** A socket that says nothing is closed after this; the published runtime waits for ever. Milliseconds. */
  readonly helloTimeoutMs: number;
  readonly pingIntervalMs: number;
  readonly pongWaitMs: number;
  readonly after: (ms: number, run: () => void) => () => void;
}

/** How long the peer may take to answer a close frame. Milliseconds. */
const CLOSE_WAIT_MS = 5_000;

/** Serves `socket` until it closes. Close codes and their texts are the published runtime's. */
export function serveClient(socket: WebSocket, principal: Principal, options: ServeOptions): void {
  let registration: Registration | undefined;
  let stopTimer = (): void => {};

  const close = (code: number, reason: string): void => {
    // A dead peer answers no close frame: its calls end now, not when the close handshake gives up.
    registration?.deregister();
    socket.close(code, reason);
    stopTimer();
    stopTimer = options.after(CLOSE_WAIT_MS, () => socket.terminate());
  };
  const register = (hello: HelloFrame): void => {
    const send: SendFrame = (frame, done) => socket.send(frame, done);
    const registered = options.registry.register(principal, hello.tools, send);
    if (registered === 'too-many') {
      close(1013, 'too many client-tool connections');
      return;
    }
    registration = registered;
    socket.send(helloOk(registered, options.invokeTimeoutMs));
    stopTimer();
    stopTimer = startHeartbeat(socket, options, () => close(1008, 'heartbeat timeout'));
  };

  stopTimer = options.after(options.helloTimeoutMs, () => close(1008, 'no hello in time'));
  socket.on('message', (data) => {
    if (socket.readyState !== socket.OPEN) return;
    if (registration) {
      takeResult(registration, data);
      return;
    }
    const hello = readHello(data);
    if ('code' in hello) close(hello.code, hello.reason);
    else register(hello);
  });
  // ws closes the socket itself after a protocol error (1002, 1007, 1009); 'close' then cleans up.
  socket.on('error', () => {});
  socket.on('close', () => {
    stopTimer();
    registration?.deregister();
  });
}

/** Anything but a well-formed result is ignored, as is a result that nobody waits for. */
function takeResult(registration: Registration, data: RawData): void {
  const reading = readClientFrame(data.toString());
  if (reading.kind === 'frame' && reading.frame.type === 'result') registration.deliverResult(reading.frame);
}

function readHello(data: RawData): HelloFrame | { code: number; reason: string } {
  const reading = readClientFrame(data.toString());
  if (reading.kind === 'frame' && reading.frame.type === 'hello') return reading.frame;
  if (reading.kind === 'problem' && reading.type === 'hello')
    return { code: 1003, reason: 'malformed hello' };
  return { code: 1008, reason: 'expected hello frame first' };
}

function helloOk(registration: Registration, invokeTimeoutMs: number): string {
  return JSON.stringify({
    type: 'hello_ok',
    connection_id: registration.connectionId,
    accepted: registration.accepted,
    invoke_timeout_ms: invokeTimeoutMs,
  });
}

/** Pings at each interval and says when a pong stays out. Returns what ends it. */
function startHeartbeat(socket: WebSocket, options: ServeOptions, onSilence: () => void): () => void {
  let count = 0;
  let stop = (): void => {};
  const waitForNext = (): void => {
    stop();
    stop = options.after(options.pingIntervalMs, () => {
      count += 1;
      socket.ping(String(count));
      stop = options.after(options.pongWaitMs, onSilence);
    });
  };
  socket.on('pong', (data) => {
    if (socket.readyState === socket.OPEN && data.toString() === String(count)) waitForNext();
  });
  waitForNext();
  return () => stop();
}
