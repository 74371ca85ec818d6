/** Ordinary text to hold the search for credentials against: what lies in the packages of this repository, and made-up lists of hashes. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { seededRandom } from '../support/seeded-random.ts';

export interface Corpus {
  readonly name: string;
  readonly texts: readonly string[];
}

const MIB = 1024 * 1024;

/** So much of each kind at most; what lies in packages is found in the order of names. */
const MOST_OF_ONE = 24 * MIB;

/** Lines of this length on average are no lines that a person wrote. Characters. */
const MINIFIED_LINE = 400;

/** The rules themselves quote what they look for. */
const PASSED_OVER = /^(?:\.|@secretlint$)/;

/** Lists of hashes are made up, so that they are the same everywhere. */
const MADE_UP_BYTES = 4 * MIB;

const KINDS: readonly { readonly name: string; is(file: string, text: string): boolean }[] = [
  { name: 'minified code', is: (file, text) => /\.[cm]?js$|\.css$/.test(file) && isMinified(text) },
  { name: 'source maps', is: (file) => file.endsWith('.map') },
  { name: 'code', is: (file) => /\.(?:[cm]?js|[cm]?ts|css)$/.test(file) },
  { name: 'JSON and lock files', is: (file) => /\.json$/.test(file) },
  { name: 'prose', is: (file) => /\.(?:md|txt|html)$|LICENSE|README|CHANGELOG/i.test(file) },
];

function isMinified(text: string): boolean {
  return text.length / (text.split('\n').length + 1) > MINIFIED_LINE;
}

/** `root` is the folder of this repository. */
export async function readCorpora(root: string): Promise<readonly Corpus[]> {
  const found = new Map<string, { texts: string[]; bytes: number }>(
    KINDS.map(({ name }) => [name, { texts: [], bytes: 0 }]),
  );
  for await (const file of filesBelow(join(root, 'node_modules'))) await take(file, found);
  await take(join(root, 'package-lock.json'), found);
  return [...[...found].map(([name, { texts }]) => ({ name, texts })), ...madeUp()];
}

async function take(
  file: string,
  found: ReadonlyMap<string, { texts: string[]; bytes: number }>,
): Promise<void> {
  if (!KINDS.some(({ is }) => is(file, ''))) return;
  const { size } = await stat(file);
  if (size > 8 * MIB) return;
  const text = await readFile(file, 'utf8');
  const kind = found.get(KINDS.find(({ is }) => is(file, text))?.name ?? '');
  if (!kind || kind.bytes + size > MOST_OF_ONE) return;
  kind.bytes += size;
  kind.texts.push(text);
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = resolve(folder, entry.name);
    if (entry.isDirectory() && !PASSED_OVER.test(entry.name)) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

/** Hashes as they stand in lists of commits, checksums, lock files, and tables. */
function madeUp(): readonly Corpus[] {
  const random = seededRandom(7).next;
  const bytes = (length: number) => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
  const fill = (line: () => string): string => {
    const lines: string[] = [];
    for (let size = 0; size < MADE_UP_BYTES; ) size += lines[lines.push(line()) - 1]?.length ?? 0;
    return lines.join('\n');
  };
  const hex = fill(() => `${bytes(20).toString('hex')} ${bytes(32).toString('hex')}  file-${random()}`);
  const base64 = fill(
    () => `"integrity": "sha512-${bytes(64).toString('base64')}", ${bytes(48).toString('base64url')}`,
  );
  const table = fill(
    () =>
      `${bytes(16).toString('hex')};${random()};user-${random()}@example.org;${bytes(9).toString('base64')}`,
  );
  return [
    { name: 'hashes in hex', texts: [hex] },
    { name: 'hashes in base64', texts: [base64] },
    { name: 'tables of values', texts: [table] },
  ];
}
