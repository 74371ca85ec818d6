/** Reads from a git index which paths are repositories of their own: git enters those when it reports on the one around. */

const GITLINK = 0o160000;
const MODES = new Set([0o100644, 0o100755, 0o100664, 0o120000, 0o040000, GITLINK]);
/** Fixed part of an entry with SHA-1 names: times, place, mode, owner, size, name of the object, flags. */
const FIXED_BYTES = 62;

/**
 * The paths of all gitlinks, or nothing when the file is not an index that this reader knows (versions 2 to 4 with
 * SHA-1 names; git 2.39, Documentation/gitformat-index).
 */
export function gitlinksIn(index: Buffer): string[] | undefined {
  const mode = Buffer.alloc(4);
  mode.writeUInt32BE(GITLINK);
  if (!index.includes(mode)) return [];
  if (index.length < 12 || index.toString('latin1', 0, 4) !== 'DIRC') return undefined;
  const version = index.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  const links: string[] = [];
  let at = 12;
  let path = '';
  for (let left = index.readUInt32BE(8); left > 0; left--) {
    const entry = readEntry(index, at, version, path);
    if (!entry || entry.path === '') return undefined;
    if (entry.mode === GITLINK) links.push(entry.path);
    at = entry.end;
    path = entry.path;
  }
  return links;
}

interface IndexEntry {
  readonly mode: number;
  readonly path: string;
  readonly end: number;
}

function readEntry(index: Buffer, at: number, version: number, before: string): IndexEntry | undefined {
  if (at + FIXED_BYTES > index.length) return undefined;
  const mode = index.readUInt32BE(at + 24);
  if (!MODES.has(mode)) return undefined;
  let name = at + FIXED_BYTES;
  if ((index.readUInt16BE(name - 2) & 0x4000) !== 0) name += 2;
  let kept = '';
  if (version === 4) {
    const strip = readOffset(index, name);
    if (!strip || strip.value > before.length) return undefined;
    kept = before.slice(0, before.length - strip.value);
    name = strip.end;
  }
  const close = index.indexOf(0, name);
  if (close < 0) return undefined;
  const path = kept + index.toString('latin1', name, close);
  // Up to version 3 entries are filled up with NUL to a multiple of eight bytes, one at least.
  const end = version === 4 ? close + 1 : at + (Math.floor((close - at) / 8) + 1) * 8;
  return { mode, path, end };
}

/** The variable-width numbers of git's pack files. */
function readOffset(index: Buffer, from: number): { value: number; end: number } | undefined {
  let value = 0;
  for (let at = from; at < from + 5 && at < index.length; at++) {
    const byte = index[at] ?? 0;
    value = at === from ? byte & 0x7f : ((value + 1) << 7) | (byte & 0x7f);
    if ((byte & 0x80) === 0) return { value, end: at + 1 };
  }
  return undefined;
}
