/** A tree of processes that does what it can to live on, and how to find what is left of it. */
import { randomInt } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

/** Four numbers that no other process has as arguments beside each other; small ones, which `sleep` may have unasked. */
export const uniqueToken = (): string => Array.from({ length: 4 }, () => randomInt(100, 1000)).join(' ');

/** A shell script whose arguments are a `uniqueToken`. It never ends by itself. */
export const STUBBORN_TREE = `#!/bin/bash
trap '' TERM INT HUP QUIT
# Ignores what asks it to end.
bash -c "trap '' TERM INT HUP QUIT; while :; do sleep 600; done" "$@" &
# Leaves by a double fork into a session of its own.
(setsid sleep 600 "$@" </dev/null >/dev/null 2>&1 &)
# Holds the output open from a daemon.
setsid -f sleep 600 "$@"
# Stops itself.
perl -MPOSIX -e 'raise(SIGSTOP); sleep 600 while 1' "$@" &
# Forks in a loop.
bash -c 'while :; do /bin/true "$0" "$@"; done' "$@" &
# Fills both pipes.
yes "$@" &
yes "$@" >&2 &
sleep 600 "$@"
`;

/** How many processes of it, the script among them, have the token for as long as they live. */
const LASTING = 9;

/** Those that live (a dead one that nobody looked at does not count) and have the token among their arguments. */
export async function living(token: string): Promise<readonly string[]> {
  const wanted = `\0${token.replaceAll(' ', '\0')}\0`;
  const ids = (await readdir('/proc')).filter((name) => /^[0-9]+$/.test(name));
  const states = await Promise.all(
    ids.map(async (id) => {
      const line = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
      if (!`\0${line}`.includes(wanted)) return [];
      const state = /\) (\S) /.exec(await readFile(`/proc/${id}/stat`, 'latin1').catch(() => ''))?.[1];
      return state === undefined || state === 'Z' || state === 'X' ? [] : [state];
    }),
  );
  return states.flat();
}

/** True once all of it is there, and the part that stops itself has stopped. */
export async function stands(token: string): Promise<boolean> {
  const states = await living(token);
  return states.length >= LASTING && states.includes('T');
}
