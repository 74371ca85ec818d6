/** Writes a D-Bus method call whose arguments are strings, and finds the reply to it (D-Bus specification, 'Message Protocol'). */

const METHOD_CALL = 1;
const ERROR = 3;
/** Type, flags, version, lengths and serial, before the header fields. */
const FIXED_BYTES = 16;

export interface MethodCall {
  readonly serial: number;
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly strings: readonly string[];
}

export interface Reply {
  readonly isError: boolean;
  readonly body: Buffer;
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
  // Little-endian, no flags, protocol version 1.
  fixed.set(['l'.charCodeAt(0), METHOD_CALL, 0, 1]);
  fixed.writeUInt32LE(body.length, 4);
  fixed.writeUInt32LE(call.serial, 8);
  fixed.writeUInt32LE(header.length, 12);
  return Buffer.concat([pad(Buffer.concat([fixed, header]), 8), body]);
}

/** The reply to `serial` among the messages received so far; undefined while it is not there whole. */
export function replyTo(serial: number, received: Buffer): Reply | undefined {
  // Field 5, of type "u", names the call that a message replies to; each field starts at a multiple of eight.
  const answers = field(5, 'u', numberValue(serial));
  let rest = received;
  while (rest.length >= FIXED_BYTES) {
    const bodyStart = FIXED_BYTES + Math.ceil(rest.readUInt32LE(12) / 8) * 8;
    const end = bodyStart + rest.readUInt32LE(4);
    if (rest.length < end) return undefined;
    for (let at = FIXED_BYTES; at < bodyStart; at += 8) {
      if (!rest.subarray(at, at + answers.length).equals(answers)) continue;
      return { isError: rest.readUInt8(1) === ERROR, body: rest.subarray(bodyStart, end) };
    }
    rest = rest.subarray(end);
  }
  return undefined;
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
