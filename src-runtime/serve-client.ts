/** The life of one accepted client-tools socket: hello, registration, results, heartbeat, end. */
import type { RawData, WebSocket } from 'ws';
import { readClientFrame } from '../src-shared/read-frame.ts';
import { type Corkable, TurnCork } from '../src-shared/turn-cork.ts';
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

/** Serves `socket`, which writes to `stream`, until it closes. Close codes and their texts are the published runtime's. */
export function serveClient(
  socket: WebSocket,
  stream: Corkable,
  principal: Principal,
  options: ServeOptions,
): void {
  const cork = new TurnCork(process.nextTick);
  const send: SendFrame = (frame, done) => {
    cork.writing(stream, frame.length);
    socket.send(frame, done);
  };
  let registration: Registration | undefined;
  let stopTimer = (): void => {};

  // A dead peer answers no close frame: its calls end now, not when the close handshake gives up.
  const expectClose = (): void => {
    registration?.deregister();
    stopTimer();
    stopTimer = options.after(CLOSE_WAIT_MS, () => socket.terminate());
  };
  const close = (code: number, reason: string): void => {
    expectClose();
    socket.close(code, reason);
  };
  const greet = (data: RawData): void => {
    const admitted = admit(send, data, principal, options.registry);
    if ('code' in admitted) {
      close(admitted.code, admitted.reason);
      return;
    }
    registration = admitted;
    socket.send(helloOk(admitted, options.invokeTimeoutMs));
    stopTimer();
    stopTimer = startHeartbeat(socket, options, () => close(1008, 'heartbeat timeout'));
  };

  stopTimer = options.after(options.helloTimeoutMs, () => close(1008, 'no hello in time'));
  socket.on('message', (data) => {
    if (socket.readyState !== socket.OPEN) return;
    if (registration) takeResult(registration, data);
    else greet(data);
  });
  // After a protocol error (1002, 1007, 1009) ws begins to close by itself.
  socket.on('error', expectClose);
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

interface Refusal {
  readonly code: number;
  readonly reason: string;
}

/** Registers the client if its first frame is a proper hello. */
function admit(
  send: SendFrame,
  data: RawData,
  principal: Principal,
  registry: Registry,
): Registration | Refusal {
  const reading = readClientFrame(data.toString());
  if (reading.kind === 'problem' && reading.type === 'hello')
    return { code: 1003, reason: 'malformed hello' };
  if (reading.kind !== 'frame' || reading.frame.type !== 'hello')
    return { code: 1008, reason: 'expected hello frame first' };
  const registered = registry.register(principal, reading.frame.tools, send);
  return registered === 'too-many' ? { code: 1013, reason: 'too many client-tool connections' } : registered;
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
