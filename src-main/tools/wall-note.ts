/** Tells an agent when a failure looks like the wall and not like the command. */
import type { Wall } from '../../src-shared/action.ts';
import type { RunNetwork } from './wall-network.ts';

/** What system calls and name look-ups say when a wall is in the way (English messages only). */
const LOOKS_LIKE_THE_WALL =
  /read-only file system|permission denied|operation not permitted|network is unreachable|could(?:n't| not) resolve|name resolution|name or service not known|getaddrinfo|connection refused|econnrefused|(?:failed|couldn't|could not) (?:to )?connect|cannot open display|can't open display|device or resource busy|^bwrap: /im;

const NOT_THERE = /no such file or directory/i;
const ABSOLUTE_PATH = /(?:^|[\s:'"‘(])(\/[^\s:'"’)]+)/g;

/** Where bubblewrap itself failed, mostly because what it was to cover (a socket, say) went away meanwhile. */
export const NEVER_BEGAN =
  'the wall could not be built, and nothing of the command began. Something that it covers may just have gone, so call ' +
  'again; where that does not help, the person can look with `doorman doctor`.';

/** Complaints that are looked at, and characters of each: what a program prints can be endless. */
const MOST_LINES = 200;
const MOST_CHARACTERS = 1000;

/** What a wall knows of itself. */
export interface KnownWall {
  /** File names that cannot be created behind it: an empty folder stands in their place. */
  readonly closedNames: readonly string[];
  hides(path: string): boolean;
  readonly network?: RunNetwork;
}

/** One sentence that names the wall, or nothing where the failure has other causes. */
export function wallNote(wall: Wall, stderr: string, known: KnownWall): string | undefined {
  if (wall === 'none') return undefined;
  const closed = /is a directory/i.test(stderr) && known.closedNames.some((name) => stderr.includes(name));
  const hidden = missingPaths(stderr).some((path) => known.hides(path));
  const refused = (known.network?.traffic().refused.length ?? 0) > 0;
  if (!closed && !hidden && !refused && !LOOKS_LIKE_THE_WALL.test(stderr)) return undefined;
  const hiding =
    wall === 'guarded'
      ? 'secret places are'
      : 'everything but the system, the shared folders and what was named is';
  return (
    `This looks like the ${wall} wall on this machine: ${WRITING[wall]}, ${networkText(wall, known)}, and ${hiding} hidden. ` +
    'It is not run again by itself. Only the person can let a command run without the wall.'
  );
}

const WRITING: Readonly<Record<Exclude<Wall, 'none'>, string>> = {
  'read-only': 'nothing can be written but /tmp',
  'workspace-write':
    'only the trusted folder and /tmp can be written, without hooks, start-up files and rules of agents',
  guarded:
    'only the shared folders and /tmp can be written, without hooks, start-up files and rules of agents',
};

function networkText(wall: Wall, { network }: KnownWall): string {
  if (network) {
    return (
      'the network is reached only through the proxy in HTTP_PROXY, which connects to public addresses, and loopback ' +
      'is not that of the machine'
    );
  }
  if (wall !== 'guarded') return 'there is no network';
  return 'there is no network, for which socat has to be installed on this machine (on Debian: apt-get install socat)';
}

/** Paths that a program did not find. */
function missingPaths(stderr: string): readonly string[] {
  const lines = stderr.split('\n', MOST_LINES).map((line) => line.slice(0, MOST_CHARACTERS));
  const complaints = lines.filter((line) => NOT_THERE.test(line));
  return complaints.flatMap((line) => [...line.matchAll(ABSOLUTE_PATH)].map(([, path = '']) => path));
}
