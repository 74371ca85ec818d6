/** Cuts a stream into records at a separator byte, holding no more than one record of a bounded size. */

/** Feeds chunks in; `onRecord` gets each record without its separator. Longer ones than `maxBytes` are dropped. */
export function splitRecords(
  separator: number,
  maxBytes: number,
  onRecord: (record: Buffer) => void,
): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let held = 0;
  const hold = (part: Buffer): void => {
    held += part.length;
    if (held <= maxBytes) parts.push(part);
    else parts = [];
  };
  return (chunk) => {
    let start = 0;
    for (let at = chunk.indexOf(separator); at !== -1; at = chunk.indexOf(separator, start)) {
      hold(chunk.subarray(start, at));
      if (held <= maxBytes) onRecord(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts));
      parts = [];
      held = 0;
      start = at + 1;
    }
    if (start < chunk.length) hold(chunk.subarray(start));
  };
}
