/** How a path is written for a person: the home folder as `~`. For show only, never for opening. */
import { inside } from './confine-path.ts';

export function shortPath(path: string, home: string): string {
  if (path === home) return '~';
  return home !== '/' && inside(path, home) ? `~${path.slice(home.length)}` : path;
}
