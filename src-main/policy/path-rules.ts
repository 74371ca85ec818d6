/** Comparing canonical paths by whole segments: what is inside a folder, and what only looks like it. */

/** The segments of an absolute path; `/` has none. Doubled and trailing slashes make no segment. */
export function segments(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** Doubled or trailing slashes, and dots as segments. Most paths have none, and are compared as they stand. */
const UNTIDY = /\/\.{0,2}(?:\/|$)/;

/** True for the folder itself and for everything below it. Both must be canonical and absolute. */
export function isInside(path: string, folder: string): boolean {
  if (!path.startsWith('/') || !folder.startsWith('/')) return false;
  if (!UNTIDY.test(path) && !UNTIDY.test(folder)) return path === folder || path.startsWith(`${folder}/`);
  const inner = segments(path);
  if (inner.includes('..') || inner.includes('.')) return false;
  return segments(folder).every((segment, index) => inner[index] === segment);
}

export function insideAny(path: string, folders: readonly string[]): string | undefined {
  return folders.find((folder) => isInside(path, folder));
}

/** `word` as the system would see it from `cwd`. Dots stay: only the system knows where links lead. */
export function fromFolder(cwd: string, word: string): string {
  if (word.startsWith('/')) return word;
  return cwd.endsWith('/') ? cwd + word : `${cwd}/${word}`;
}

/** The path with dots taken away as text: what it says, which links may contradict. */
export function withoutDots(path: string): string {
  if (path.startsWith('/') && !UNTIDY.test(path)) return path;
  const kept: string[] = [];
  for (const segment of segments(path)) {
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
  }
  return `/${kept.join('/')}`;
}
