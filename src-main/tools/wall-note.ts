/** Tells an agent when a failure looks like the wall and not like the command. */
import type { Wall } from '../../src-shared/action.ts';

/** What system calls and name look-ups say when a wall is in the way (English messages only). */
const LOOKS_LIKE_THE_WALL =
  /read-only file system|permission denied|operation not permitted|network is unreachable|could(?:n't| not) resolve|name resolution|name or service not known|getaddrinfo|cannot open display|can't open display|device or resource busy|^bwrap: /im;

/** One sentence that names the wall, or nothing where the failure has other causes. */
export function wallNote(wall: Wall, stderr: string): string | undefined {
  if (wall === 'none' || !LOOKS_LIKE_THE_WALL.test(stderr)) return undefined;
  const writing =
    wall === 'read-only'
      ? 'nothing can be written but /tmp'
      : 'only the shared folders and /tmp can be written';
  return (
    `This looks like the ${wall} wall on this machine: ${writing}, there is no network, and secret places are ` +
    'hidden. It is not run again by itself. Only the person can let a command run without the wall.'
  );
}
