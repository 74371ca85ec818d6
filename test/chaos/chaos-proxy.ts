/**
 * A TCP proxy on loopback that does to a connection what networks do: it delays, splits, drops, half-closes, resets and
 * truncates. Each connection gets one fault, or none, from a plan that is made of a seed.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net';

/** What happens to one connection after some bytes went through it. */
export const FAULTS = ['delay', 'split', 'drop', 'half-close', 'reset', 'truncate'] as const;
export type Fault = (typeof FAULTS)[number];

export interface PlannedFault {
  readonly fault: Fault;
  /** Bytes that pass from the runtime to the link before it strikes. */
  readonly afterBytes: number;
  /** For a delay. Milliseconds. */
  readonly ms: number;
}

/** The faults that leave the connection alive. */
export const isGentle = (fault: Fault): boolean => fault === 'delay' || fault === 'split';

export interface ChaosProxyOptions {
  readonly target: { readonly host: string; readonly port: number };
  /** Undefined for a connection that is left alone from now on. */
  nextFault(): PlannedFault | undefined;
  onStruck(fault: Fault): void;
  /** Every byte that the link sent, by connection, whether it gets through or not. */
  onSent(connection: number, bytes: Buffer): void;
}

export interface ChaosProxy {
  readonly url: string;
  /** Connections that are open now. */
  open(): number;
  /** Lets nothing pass to the link from now on, until `letGo`. */
  hold(): void;
  letGo(): void;
  /** Breaks what is open at both ends. */
  reset(): void;
  close(): Promise<void>;
}

export async function startChaosProxy(options: ChaosProxyOptions): Promise<ChaosProxy> {
  const pairs = new Set<Pair>();
  let count = 0;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    count += 1;
    const pair = new Pair(count, client, options, () => pairs.delete(pair));
    pairs.add(pair);
  });
  const each = (act: (pair: Pair) => void) => {
    for (const pair of [...pairs]) act(pair);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => pairs.size,
    hold: () => each((pair) => pair.hold()),
    letGo: () => each((pair) => pair.letGo()),
    reset: () => each((pair) => pair.reset()),
    close: () => closeAll(server, pairs),
  };
}

async function closeAll(server: Server, pairs: ReadonlySet<Pair>): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  for (const pair of pairs) pair.end();
  await closed;
}

/** Two sockets, and what lies between them. */
class Pair {
  readonly #number: number;
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #options: ChaosProxyOptions;
  readonly #onEnd: () => void;
  #planned: PlannedFault | undefined;
  /** Bytes from the runtime since the last fault. */
  #passed = 0;
  /** What waits for a delay to be over, in order; no other bytes may overtake it. */
  #held: Buffer[] | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Nothing passes any more, and nobody is told. */
  #dropped = false;

  constructor(number: number, client: Socket, options: ChaosProxyOptions, onEnd: () => void) {
    this.#number = number;
    this.#client = client;
    this.#options = options;
    this.#onEnd = onEnd;
    this.#planned = options.nextFault();
    this.#server = dial({ ...options.target, allowHalfOpen: true });
    this.#client.on('data', (bytes) => this.#up(bytes));
    this.#server.on('data', (bytes) => this.#down(bytes));
    for (const [from, to] of [
      [this.#client, this.#server],
      [this.#server, this.#client],
    ] as const) {
      from.setNoDelay(true);
      from.on('error', () => {});
      from.on('end', () => to.end());
      from.on('close', () => this.end());
    }
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#client.destroy();
    this.#server.destroy();
    this.#onEnd();
  }

  hold(): void {
    this.#held ??= [];
  }

  letGo(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const bytes of held) this.#client.write(bytes);
  }

  reset(): void {
    this.#client.resetAndDestroy();
    this.#server.resetAndDestroy();
  }

  #up(bytes: Buffer): void {
    this.#options.onSent(this.#number, bytes);
    if (!this.#dropped && this.#server.writable) this.#server.write(bytes);
  }

  #down(bytes: Buffer): void {
    if (this.#dropped) return;
    if (this.#held) {
      this.#held.push(bytes);
      return;
    }
    const planned = this.#planned;
    this.#passed += bytes.length;
    if (!planned || this.#passed < planned.afterBytes) this.#client.write(bytes);
    else this.#strike(planned, bytes);
  }

  #strike({ fault, ms }: PlannedFault, bytes: Buffer): void {
    this.#options.onStruck(fault);
    switch (fault) {
      case 'delay':
        this.#held = [bytes];
        this.#timer = setTimeout(() => this.letGo(), ms);
        break;
      case 'split':
        for (const byte of bytes.subarray(0, 200)) this.#client.write(Buffer.of(byte));
        if (bytes.length > 200) this.#client.write(bytes.subarray(200));
        break;
      case 'drop':
        this.#dropped = true;
        // Nobody hears of it until somebody looks; a fault that never ended would only be a longer test.
        this.#timer = setTimeout(() => this.end(), ms);
        break;
      case 'half-close':
        this.#client.end(bytes);
        break;
      case 'reset':
        this.reset();
        break;
      default:
        this.#client.end(bytes.subarray(0, Math.floor(bytes.length / 2)));
    }
    this.#passed = 0;
    this.#planned = isGentle(fault) ? this.#options.nextFault() : undefined;
  }
}
