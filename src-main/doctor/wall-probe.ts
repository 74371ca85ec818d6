/** What is tried from inside a wall to see that it holds, with nothing but bash. Everything works where there is none. */
import type { Wall } from '../../src-shared/action.ts';

/** Each way, in the words of what a command can do where it works: "it can …". */
export const ATTEMPTS = {
  outside: 'write outside the shared folders',
  shared: 'write in a shared folder',
  workspace: 'write in a trusted folder',
  secret: 'read secret places',
  own: "see Doorman's own files",
  network: 'reach the loopback of this machine',
  process: 'see the processes of this machine',
} as const;
export type Attempt = keyof typeof ATTEMPTS;

/** What each wall lets through; everything else it must stop. */
export const LET_THROUGH: Readonly<Record<Exclude<Wall, 'none'>, readonly Attempt[]>> = {
  'read-only': [],
  'workspace-write': ['workspace'],
  guarded: ['shared', 'workspace'],
};

/** Planted for the probe, canonical. */
export interface ProbePlaces {
  readonly outside: string;
  readonly shared: string;
  readonly workspace: string;
  /** Files that must not be seen. */
  readonly secretFile: string;
  readonly ownFile: string;
  /** Somebody listens there on 127.0.0.1. */
  readonly port: number;
  /** Where the proxy is to be found behind a wall that has a network. */
  readonly proxyPort: number;
  /** A process of this machine, and its name: inside, another one can have the number. */
  readonly pid: number;
  readonly processName: string;
}

export const PROBE_SCRIPT = `
(: > "$PROBE_OUTSIDE/made") 2>/dev/null && echo outside
(: > "$PROBE_SHARED/made") 2>/dev/null && echo shared
(: > "$PROBE_WORKSPACE/made") 2>/dev/null && echo workspace
(read -r line < "$PROBE_SECRET" && [ "$line" ]) 2>/dev/null && echo secret
[ -s "$PROBE_OWN" ] && echo own
(exec 3<>"/dev/tcp/127.0.0.1/$PROBE_PORT") 2>/dev/null && echo network
(exec 3<>"/dev/tcp/127.0.0.1/$PROBE_PROXY" &&
  printf 'CONNECT 127.0.0.1:%s HTTP/1.1\\r\\nHost: 127.0.0.1:%s\\r\\n\\r\\n' "$PROBE_PORT" "$PROBE_PORT" >&3 &&
  read -r -t 5 line <&3 && [[ $line == *' 200 '* ]]) 2>/dev/null && echo network
(read -r line < "/proc/$PROBE_PID/stat" && [ "\${line%%)*})" = "$PROBE_PID ($PROBE_NAME)" ]) 2>/dev/null && echo process
true`;

export function probeEnvironment(places: ProbePlaces): Readonly<Record<string, string>> {
  return {
    PROBE_OUTSIDE: places.outside,
    PROBE_SHARED: places.shared,
    PROBE_WORKSPACE: places.workspace,
    PROBE_SECRET: places.secretFile,
    PROBE_OWN: places.ownFile,
    PROBE_PORT: String(places.port),
    PROBE_PROXY: String(places.proxyPort),
    PROBE_PID: String(places.pid),
    PROBE_NAME: places.processName,
  };
}

/** Reads what the script printed: the attempts that worked. */
export function attemptsIn(stdout: string): ReadonlySet<Attempt> {
  return new Set(stdout.split('\n').filter((line): line is Attempt => Object.hasOwn(ATTEMPTS, line)));
}
