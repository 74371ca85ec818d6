/** What kind of binary data this is, told from its first bytes. */

/** Signatures from the formats' own specifications; the first match counts. */
const SIGNATURES: readonly (readonly [mediaType: string, offset: number, bytes: string])[] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['application/pdf', 0, '%PDF-'],
  ['application/zip', 0, 'PK\x03\x04'],
  ['application/gzip', 0, '\x1f\x8b'],
  ['application/zstd', 0, '\x28\xb5\x2f\xfd'],
  ['application/x-xz', 0, '\xfd7zXZ\x00'],
  ['application/x-executable', 0, '\x7fELF'],
  ['application/wasm', 0, '\x00asm'],
  ['application/vnd.sqlite3', 0, 'SQLite format 3\x00'],
  ['video/mp4', 4, 'ftyp'],
  ['text/plain; charset=utf-16le', 0, '\xff\xfe'],
  ['text/plain; charset=utf-16be', 0, '\xfe\xff'],
];

export function mediaType(head: Buffer): string {
  for (const [type, offset, bytes] of SIGNATURES) {
    if (head.toString('latin1', offset, offset + bytes.length) === bytes) return type;
  }
  return 'application/octet-stream';
}
