/** Writes a D-Bus method call whose arguments are strings, and reads the messages that come (D-Bus specification, 'Message Protocol'). */

const METHOD_CALL = 1;
const ERROR = 3;
const SIGNAL = 4;
const NO_AUTO_START = 2;
/** Type, flags, version, lengths and serial, before the header fields. */
const FIXED_BYTES = 16;
const LITTLE = 'l'.charCodeAt(0);

export interface MethodCall {
  readonly serial: number;
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly strings: readonly string[];
  /** Whether the bus may start who is asked, where it knows how to. */
  readonly mayStart: boolean;
}

export interface Reply {
  readonly isError: boolean;
  readonly body: Buffer;
}

export interface BusMessage extends Reply {
  readonly isSignal: boolean;
  /** The serial of the call that it replies to. */
  readonly replyTo: number | undefined;
  readonly interface: string | undefined;
  readonly member: string | undefined;
}

export function methodCall(call: MethodCall): Buffer {
  const body = aligned(call.strings.map(stringValue), 4);
  const fields = [
    field(1, 'o', stringValue(call.path)),
    field(2, 's', stringValue(call.interface)),
    field(3, 's', stringValue(call.member)),
    field(6, 's', stringValue(call.destination)),
  ];
  if (call.strings.length > 0) fields.push(field(8, 'g', signatureValue('s'.repeat(call.strings.length))));
  const header = aligned(fields, 8);
  const fixed = Buffer.alloc(FIXED_BYTES);
  // Little-endian, protocol version 1.
  fixed.set([LITTLE, METHOD_CALL, call.mayStart ? 0 : NO_AUTO_START, 1]);
  fixed.writeUInt32LE(body.length, 4);
  fixed.writeUInt32LE(call.serial, 8);
  fixed.writeUInt32LE(header.length, 12);
  return Buffer.concat([pad(Buffer.concat([fixed, header]), 8), body]);
}

/** The first message of what was received, and what comes after it; undefined while it is not there whole. */
export function readMessage(
  received: Buffer,
): { readonly message: BusMessage; readonly rest: Buffer } | undefined {
  if (received.length < FIXED_BYTES) return undefined;
  const number = numberReader(received);
  const fieldsEnd = FIXED_BYTES + number(12);
  const bodyStart = Math.ceil(fieldsEnd / 8) * 8;
  const end = bodyStart + number(4);
  if (received.length < end) return undefined;
  const fields = readFields(received, fieldsEnd);
  const message = {
    isError: received.readUInt8(1) === ERROR,
    isSignal: received.readUInt8(1) === SIGNAL,
    replyTo: asNumber(fields.get(5)),
    interface: asText(fields.get(2)),
    member: asText(fields.get(3)),
    body: received.subarray(bodyStart, end),
  };
  return { message, rest: received.subarray(end) };
}

type FieldValue = string | number;

/** Header fields: a code, the type of one value, the value; each field starts at a multiple of eight. */
function readFields(message: Buffer, end: number): ReadonlyMap<number, FieldValue> {
  const number = numberReader(message);
  const fields = new Map<number, FieldValue>();
  for (let at = FIXED_BYTES; at + 8 <= end; at = Math.ceil(at / 8) * 8) {
    const code = message.readUInt8(at);
    const type = message.toString('latin1', at + 2, at + 3);
    at += 4;
    if (type === 'g') {
      at += 2 + message.readUInt8(at);
      continue;
    }
    const value = number(at);
    at += 4;
    if (type === 'u') fields.set(code, value);
    else {
      fields.set(code, message.toString('utf8', at, at + value));
      at += value + 1;
    }
  }
  return fields;
}

function numberReader(message: Buffer): (at: number) => number {
  const little = message.readUInt8(0) === LITTLE;
  return (at) => (little ? message.readUInt32LE(at) : message.readUInt32BE(at));
}

function asNumber(value: FieldValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function asText(value: FieldValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function field(code: number, type: string, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([code]), signatureValue(type), value]);
}

function stringValue(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([numberValue(bytes.length), bytes, Buffer.from([0])]);
}

function signatureValue(signature: string): Buffer {
  return Buffer.concat([Buffer.from([signature.length]), Buffer.from(signature), Buffer.from([0])]);
}

function numberValue(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}

/** Joins parts, each starting at a multiple of `boundary`. */
function aligned(parts: readonly Buffer[], boundary: number): Buffer {
  return parts.reduce((whole, part) => Buffer.concat([pad(whole, boundary), part]), Buffer.alloc(0));
}

function pad(bytes: Buffer, boundary: number): Buffer {
  const missing = (boundary - (bytes.length % boundary)) % boundary;
  return Buffer.concat([bytes, Buffer.alloc(missing)]);
}
