/** What `doorman serve` writes on standard error: one line an event, for a person or as JSON for a collector. */
import type { AppState, RuntimeView } from '../../src-shared/app-state.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import type { Host } from '../host.ts';

export const LOG_FORMS = ['lines', 'json'] as const;
export type LogForm = (typeof LOG_FORMS)[number];

type Level = 'info' | 'warning' | 'error';
export type Log = (level: Level, text: string) => void;

/** @param now Unix milliseconds */
export function createLog(form: LogForm, write: (line: string) => void, now: () => number): Log {
  return (level, text) => {
    const at = new Date(now()).toISOString();
    write(
      form === 'json' ? JSON.stringify({ at, level, text }) : `${at} ${level} ${visibleText(text, 'block')}`,
    );
  };
}

/** Changes that come together are looked at together. Milliseconds. */
const LOOK_MS = 100;

/** Logs what becomes of the host's connections, what the person should know, and when calls begin to wait for them. */
export function logHost(host: Pick<Host, 'state' | 'onChange'>, log: Log): () => void {
  let before: Logged = { notices: new Map(), runtimes: new Map(), waits: false };
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    timer = undefined;
    const now = loggedOf(host.state());
    for (const [level, text] of news(before, now)) log(level, text);
    before = now;
  };
  look();
  const stop = host.onChange(() => {
    timer ??= setTimeout(look, LOOK_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

interface Logged {
  /** By what is said. */
  readonly notices: ReadonlyMap<string, Level>;
  /** Sentences by the id of the runtime. */
  readonly runtimes: ReadonlyMap<string, Said>;
  readonly waits: boolean;
}

type Said = readonly [Level, string];

function loggedOf({ notices, runtimes, waitingCount }: AppState): Logged {
  return {
    notices: new Map(notices.map(({ text, level }) => [text, level])),
    runtimes: new Map(
      runtimes.flatMap((runtime) => {
        const said = runtimeSaid(runtime);
        return said ? [[runtime.profileId, said] as const] : [];
      }),
    ),
    waits: waitingCount > 0,
  };
}

/** Nothing for what only lasts a moment. When it is tried again changes too often to be told. */
function runtimeSaid({ name, status }: RuntimeView): Said | undefined {
  if (status.kind === 'open') return ['info', `runtime ${name}: connected`];
  if (status.kind === 'waiting') return ['warning', `runtime ${name}: not connected: ${status.why}`];
  if (status.kind === 'blocked') return ['error', `runtime ${name}: needs you: ${status.why}`];
  return undefined;
}

function news(before: Logged, now: Logged): readonly Said[] {
  const notices = [...now.notices].filter(([text]) => !before.notices.has(text));
  const runtimes = [...now.runtimes].filter(([id, [, text]]) => before.runtimes.get(id)?.[1] !== text);
  return [
    ...notices.map(([text, level]) => [level, text] as const),
    ...runtimes.map(([, said]) => said),
    ...(now.waits && !before.waits ? [['info', 'calls wait for you: doorman approvals'] as const] : []),
  ];
}
