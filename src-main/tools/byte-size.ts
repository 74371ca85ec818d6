/** A number of bytes as a person reads it, in steps of 1024. */
const UNITS = ['KB', 'MB', 'GB', 'TB'] as const;

export function byteSize(bytes: number): string {
  let value = bytes;
  let unit = 'bytes';
  for (const next of UNITS) {
    if (value < 1024) break;
    value /= 1024;
    unit = next;
  }
  if (unit === 'bytes') return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
