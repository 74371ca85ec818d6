/** What is tried from inside a wall to see that it holds, with nothing but bash. Everything works where there is none. */

/** What worked. A wall must stop all of it; only some walls let the shared folder be written. */
export type Attempt = 'outside' | 'shared' | 'secret' | 'own' | 'network' | 'process';

export const FORBIDDEN = {
  outside: 'writes outside the shared folders',
  secret: 'reads secret places',
  own: "sees Doorman's own files",
  network: 'reaches the loopback of this machine',
  process: 'sees the processes of this machine',
} as const satisfies Partial<Record<Attempt, string>>;

/** Planted for the probe, canonical. */
export interface ProbePlaces {
  readonly outside: string;
  readonly shared: string;
  /** Files that must not be seen. */
  readonly secretFile: string;
  readonly ownFile: string;
  /** Somebody listens there on 127.0.0.1. */
  readonly port: number;
  /** A process of this machine, and its name: inside, another one can have the number. */
  readonly pid: number;
  readonly processName: string;
}

export const PROBE_SCRIPT = `
(: > "$PROBE_OUTSIDE/made") 2>/dev/null && echo outside
(: > "$PROBE_SHARED/made") 2>/dev/null && echo shared
(read -r line < "$PROBE_SECRET" && [ "$line" ]) 2>/dev/null && echo secret
[ -s "$PROBE_OWN" ] && echo own
(exec 3<>"/dev/tcp/127.0.0.1/$PROBE_PORT") 2>/dev/null && echo network
(read -r line < "/proc/$PROBE_PID/stat" && [ "\${line%%)*})" = "$PROBE_PID ($PROBE_NAME)" ]) 2>/dev/null && echo process
true`;

export function probeEnvironment(places: ProbePlaces): Readonly<Record<string, string>> {
  return {
    PROBE_OUTSIDE: places.outside,
    PROBE_SHARED: places.shared,
    PROBE_SECRET: places.secretFile,
    PROBE_OWN: places.ownFile,
    PROBE_PORT: String(places.port),
    PROBE_PID: String(places.pid),
    PROBE_NAME: places.processName,
  };
}

const ATTEMPTS: ReadonlySet<string> = new Set<Attempt>([
  ...(['outside', 'shared', 'secret', 'own', 'network', 'process'] as const),
]);

/** Reads what the script printed. */
export function attemptsIn(stdout: string): ReadonlySet<Attempt> {
  return new Set(stdout.split('\n').filter((line): line is Attempt => ATTEMPTS.has(line)));
}
