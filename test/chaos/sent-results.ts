/** Reads off the wire which calls were answered, and how often: whatever an end believes, these frames were sent. */

const HEADERS_END = '\r\n\r\n';

/** Takes the bytes that a client of a WebSocket sends, its handshake first. */
export class SentResults {
  readonly #times = new Map<string, number>();
  readonly #pending = new Map<number, { upgraded: boolean; bytes: Buffer }>();

  take(connection: number, more: Buffer): void {
    const pending = this.#pending.get(connection) ?? { upgraded: false, bytes: Buffer.alloc(0) };
    this.#pending.set(connection, pending);
    pending.bytes = Buffer.concat([pending.bytes, more]);
    if (!pending.upgraded) {
      const end = pending.bytes.indexOf(HEADERS_END);
      if (end < 0) return;
      pending.upgraded = true;
      pending.bytes = pending.bytes.subarray(end + HEADERS_END.length);
    }
    for (let frame = readFrame(pending.bytes); frame; frame = readFrame(pending.bytes)) {
      pending.bytes = pending.bytes.subarray(frame.length);
      if (frame.opcode === 1) this.#count(connection, frame.payload.toString());
    }
  }

  /** How often the most answered call was answered. */
  most(): number {
    return Math.max(0, ...this.#times.values());
  }

  get size(): number {
    return this.#times.size;
  }

  #count(connection: number, text: string): void {
    const { type, call_id } = JSON.parse(text);
    if (type !== 'result') return;
    const key = `${connection}/${call_id}`;
    this.#times.set(key, (this.#times.get(key) ?? 0) + 1);
  }
}

interface WireFrame {
  readonly opcode: number;
  readonly payload: Buffer;
  /** Of the whole frame. */
  readonly length: number;
}

/** One frame of RFC 6455 from a client (always masked; ours never fragments), or undefined where it is not all there. */
function readFrame(bytes: Buffer): WireFrame | undefined {
  if (bytes.length < 6) return undefined;
  const short = bytes.readUInt8(1) & 0x7f;
  const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
  const start = 2 + extra + 4;
  if (bytes.length < start) return undefined;
  const size = extra === 0 ? short : extra === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  if (bytes.length < start + size) return undefined;
  const mask = bytes.subarray(start - 4, start);
  const payload = Buffer.from(bytes.subarray(start, start + size));
  for (let at = 0; at < size; at += 1) payload[at] = (payload[at] ?? 0) ^ (mask[at % 4] ?? 0);
  return { opcode: bytes.readUInt8(0) & 0x0f, payload, length: start + size };
}
