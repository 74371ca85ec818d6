/** Makes odd messages out of proper frames: values of other kinds, keys that are gone or doubled, bytes that are wrong. */
import { isUtf8 } from 'node:buffer';
import type { SeededRandom } from '../support/seeded-random.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A message as it is put on the wire. */
export interface OddMessage {
  readonly bytes: Buffer;
  readonly binary: boolean;
}

const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1e308, '', ' ', '\u0000', '\u202e', 'x'.repeat(257), 'x'.repeat(1_025)],
  ...[[], {}, [[]], ['a', null], { length: 1 }, { toString: 'x' }, deep(500)],
  ...['hello', 'hello_ok', 'invoke', 'cancel', 'result', 'constructor', '__proto__', 'toString'],
];

const KEYS = [
  'type',
  'TYPE',
  'call_id',
  'Call_Id',
  'ok',
  'oK',
  'output',
  'error',
  'tool',
  'tool_name',
  'input',
];
const MORE_KEYS = ['accepted', 'accepted_tools', 'connection_id', 'invoke_timeout_ms', '__proto__', 'toJSON'];

/** One message in about nine is as it was. What is no UTF-8 goes as binary: as text it would end the connection. */
export function oddMessage(frame: Fields, random: SeededRandom): OddMessage {
  let fields = frame;
  for (let changes = random.whole(0, 2); changes > 0; changes -= 1) fields = changed(fields, random);
  let bytes: Buffer = Buffer.from(JSON.stringify(fields));
  for (let changes = random.whole(0, 2); changes > 0; changes -= 1) bytes = spoiled(bytes, random);
  return { bytes, binary: random.whole(1, 20) === 1 || !isUtf8(bytes) };
}

function changed(fields: Fields, random: SeededRandom): Fields {
  const key = random.pick([...Object.keys(fields), ...KEYS, ...MORE_KEYS]);
  const { [key]: value, ...others } = fields;
  switch (random.whole(1, 4)) {
    case 1:
      return others;
    case 2:
      return { ...others, [random.pick(KEYS)]: value };
    default:
      return Object.fromEntries([...Object.entries(others), [key, random.pick(VALUES)]]);
  }
}

function spoiled(bytes: Buffer, random: SeededRandom): Buffer {
  const at = random.whole(0, bytes.length);
  const end = Math.min(bytes.length, at + random.whole(1, 12));
  const [before, part, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
  switch (random.whole(1, 6)) {
    case 1:
      return Buffer.concat([before, after]);
    case 2:
      return Buffer.concat([before, part, part, after]);
    case 3:
      return Buffer.concat([before, Buffer.of(random.whole(0x20, 0x7e)), after]);
    case 4:
      return before;
    case 5:
      return Buffer.concat([bytes, bytes]);
    default:
      return Buffer.concat([
        before,
        Buffer.from(random.pick(['"', '{', '}', ',', '\\', '\n', '\ufeff'])),
        after,
      ]);
  }
}
