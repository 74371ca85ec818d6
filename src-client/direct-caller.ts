/** One socket to a machine: says who calls, sends commands, and hands each its own result. */
import type { Json } from '../src-shared/json.ts';
import { signedJson } from '../src-shared/signed-json.ts';
import type { DirectKeys } from './direct-keys.ts';
import type { SocketEvent, WebSocketLike } from './web-socket-like.ts';

/** What came of one command. `ok` is true where it ran and did not fail. */
export interface ExecResult {
  readonly text: string;
  readonly status: 'success' | 'error';
  readonly ok: boolean;
  /** Empty where there is none. */
  readonly error: string;
  /** 0 where nothing ran. */
  readonly durationMs: number;
  /** Data URLs that stand in the text. */
  readonly images: readonly string[];
}

export interface CallerOptions {
  readonly socket: WebSocketLike;
  readonly keys?: DirectKeys | undefined;
  /** The machine's own address, which signed frames name as their recipient. */
  readonly to?: string | undefined;
  /** Milliseconds that the machine may take to let the caller in; a person there may have to say yes. */
  readonly connectTimeoutMs: number;
  /** Asked for an invite code where the machine wants one. */
  readonly inviteCode?: (() => Promise<string | undefined>) | undefined;
}

export class DirectCaller {
  readonly #options: CallerOptions;
  readonly #waiting = new Map<string, (result: ExecResult) => void>();
  readonly #connected: Promise<string | undefined>;
  #settle: (problem: string | undefined) => void = () => {};
  #lost: string | undefined;

  constructor(options: CallerOptions) {
    this.#options = options;
    const { socket } = options;
    this.#connected = new Promise((resolve) => {
      this.#settle = resolve;
    });
    const timer = setTimeout(
      () => this.#lose('the machine did not let this caller in in time'),
      options.connectTimeoutMs,
    );
    void this.#connected.then(() => clearTimeout(timer));
    socket.addEventListener('open', () => void this.#say('CONNECT', { signed_commands: 1 }));
    socket.addEventListener('message', (event) => this.#hear(event));
    socket.addEventListener('error', () => this.#lose('the machine cannot be reached'));
    socket.addEventListener('close', () => this.#lose('the connection is lost'));
  }

  /** Resolves to nothing once the machine takes commands, or to what is in the way. */
  get connected(): Promise<string | undefined> {
    return this.#connected;
  }

  get isOver(): boolean {
    return this.#lost !== undefined;
  }

  /** @param timeoutMs without an answer for so long, it is given up; the machine may run it all the same */
  async call(tool: string, args: Json, timeoutMs: number): Promise<ExecResult> {
    const problem = await this.#connected;
    if (problem !== undefined) return failed(problem);
    const id = globalThis.crypto.randomUUID();
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => end(failed(`no answer within ${timeoutMs} ms; it may have run`)),
        timeoutMs,
      );
      const end = (result: ExecResult) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(result);
      };
      this.#waiting.set(id, end);
      this.#say('EXEC', { exec_id: id, tool, args }).then(
        (unsent) => unsent !== undefined && end(failed(unsent)),
        (error: Error) => end(failed(error.message)),
      );
    });
  }

  close(): void {
    this.#lose('the caller closed the connection');
    this.#options.socket.close();
  }

  /** Signed where there is a key. Resolves to why it was not sent, or to nothing. */
  async #say(type: string, fields: { readonly [key: string]: Json }): Promise<string | undefined> {
    const { socket, keys, to } = this.#options;
    if (this.#lost !== undefined) return this.#lost;
    if (keys === undefined) {
      socket.send(JSON.stringify({ type, ...fields }));
      return undefined;
    }
    const proof = { timestamp: Math.floor(Date.now() / 1000), nonce: globalThis.crypto.randomUUID() };
    const own = type === 'EXEC' ? { type } : {};
    const payload = { ...own, ...fields, ...proof, ...(to === undefined ? {} : { to }) };
    const text = signedJson(payload);
    if (text === undefined) return 'the arguments hold a number that no signature can cover: send it as text';
    const signature = await keys.sign(text);
    socket.send(JSON.stringify({ ...fields, type, payload, from: keys.address, signature }));
    return undefined;
  }

  #hear({ data }: SocketEvent): void {
    const frame = parsed(data);
    if (frame?.type === 'PING') this.#options.socket.send('{"type":"PONG"}');
    if (frame?.type === 'CONNECTED') this.#settle(undefined);
    if (frame?.type === 'EXEC_RESULT') this.#waiting.get(String(frame.exec_id))?.(resultOf(frame));
    if (frame?.type === 'ONBOARD_REQUIRED') void this.#onboard();
    if (frame?.type === 'ERROR') {
      this.#lose(String(frame.message ?? frame.error ?? 'the machine refused, without a reason'));
    }
  }

  /** Without a code the caller waits on: a person may let it in. */
  async #onboard(): Promise<void> {
    const { keys, socket, inviteCode } = this.#options;
    const code = await inviteCode?.();
    if (code === undefined || keys === undefined) return;
    const payload = { timestamp: Math.floor(Date.now() / 1000), invite_code: code };
    const signature = await keys.sign(signedJson(payload) ?? '');
    socket.send(JSON.stringify({ type: 'ONBOARD_SUBMIT', payload, from: keys.address, signature }));
  }

  /** An ERROR names no command, so it ends all that wait. */
  #lose(why: string): void {
    if (this.#lost !== undefined) return;
    this.#lost = why;
    this.#settle(why);
    for (const end of [...this.#waiting.values()]) end(failed(`${why}; it may have run`));
    this.#options.socket.close();
  }
}

export function failed(error: string): ExecResult {
  return { text: '', status: 'error', ok: false, error, durationMs: 0, images: [] };
}

type Frame = { readonly [key: string]: unknown };

function parsed(data: unknown): Frame | undefined {
  try {
    const value: unknown = JSON.parse(String(data));
    return value !== null && typeof value === 'object' ? (value as Frame) : undefined;
  } catch {
    return undefined;
  }
}

/** As published clients find them. */
const IMAGE = /data:image\/[a-z]+;base64,[A-Za-z0-9+/=]+/g;

function resultOf({ status, result, error, duration_ms: duration }: Frame): ExecResult {
  const text = typeof result === 'string' ? result : '';
  const ok = status === 'success';
  return {
    text,
    status: ok ? 'success' : 'error',
    ok,
    error: typeof error === 'string' ? error : ok ? '' : 'it failed, without a reason',
    durationMs: typeof duration === 'number' ? duration : 0,
    images: text.match(IMAGE) ?? [],
  };
}
