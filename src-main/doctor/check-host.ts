/** Who runs for this home, whether it answers, and where what it has in force differs from what is found now. */
import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { StatusReply } from '../../src-shared/control.ts';
import type { Finding } from '../../src-shared/doctor.ts';
import type { Settings } from '../../src-shared/settings.ts';
import { modeText, ok, problem, warning } from './finding.ts';

const HOST = { id: 'host', name: 'Running' };
const SOCKET = { id: 'socket', name: 'Local socket' };
const EMBEDDED = { id: 'embedded-runtime', name: 'Embedded runtime' };

export interface LockHolder {
  readonly pid: number;
  readonly kind: string;
  readonly since: string;
  readonly alive: boolean;
}

/** `status` is what the host answered, if any did. */
export function checkHost(holder: LockHolder | undefined, status: StatusReply | undefined): Finding {
  if (status) {
    const who = `${status.kind}, process ${status.pid}`;
    if (holder?.pid === status.pid) return ok(HOST, `${who}, since ${holder.since}.`);
    return problem(
      HOST,
      `${who} answers, but the lock of the home does not name it: a second one could start beside it.`,
      'End it and start it again.',
    );
  }
  if (holder?.alive) {
    return problem(
      HOST,
      `Process ${holder.pid} (${holder.kind}) holds this home since ${holder.since} and does not answer.`,
      `Look at its log; if it hangs, end process ${holder.pid} and start again.`,
    );
  }
  if (holder) return ok(HOST, `Nothing. Process ${holder.pid} left its lock; the next start takes it over.`);
  return ok(HOST, 'Nothing.');
}

/** The socket of a running host. On Windows a named pipe has no mode. */
export async function checkSocket(path: string, running: boolean): Promise<Finding> {
  const [socket, folder] = await Promise.all([path, dirname(path)].map((at) => lstat(at).catch(() => null)));
  if (!running) return ok(SOCKET, `Nothing listens. It will be ${path}.`);
  if (process.platform === 'win32') return ok(SOCKET, path);
  if (!socket?.isSocket()) return problem(SOCKET, `${path} is no socket.`, 'Start Doorman again.');
  const open = [
    ...((socket.mode & 0o077) === 0 ? [] : [`it (mode ${modeText(socket.mode)})`]),
    ...(folder && (folder.mode & 0o077) === 0 ? [] : [`its folder (mode ${modeText(folder?.mode ?? 0)})`]),
  ];
  if (open.length === 0) return ok(SOCKET, `${path} (mode ${modeText(socket.mode)}).`);
  return problem(
    SOCKET,
    `${path}: other users may use ${open.join(' and ')}.`,
    `chmod 700 ${dirname(path)}; chmod 600 ${path}`,
  );
}

export function checkEmbedded(status: StatusReply | undefined): Finding {
  if (!status) return ok(EMBEDDED, 'Starts with Doorman.');
  const runtime = status.state.runtimes.find(({ embedded }) => embedded);
  const url = status.embeddedRuntime?.url ?? 'nowhere';
  if (runtime?.status.kind === 'open') return ok(EMBEDDED, `${url}, connected.`);
  return problem(
    EMBEDDED,
    `${url}, but Doorman is not connected to it (${runtime?.status.kind ?? 'missing'}).`,
    'Start Doorman again.',
  );
}

export interface Availability {
  readonly available: boolean;
  readonly text: string;
}

/** What a probe of this moment found. */
export interface Fresh {
  readonly settings: Settings;
  readonly wall: Availability;
  readonly keychain: Availability;
}

/** Nothing where the host has in force what is found now. */
export function differences({ state }: StatusReply, fresh: Fresh): readonly Finding[] {
  return [
    ...availability('wall', 'wall', state.wall, fresh.wall),
    ...availability('keychain', 'keychain', state.keychain, fresh.keychain),
    ...settingsDifferences(state, fresh.settings),
  ];
}

function availability(id: string, what: string, host: Availability, fresh: Availability): readonly Finding[] {
  if (host.available === fresh.available) return [];
  const has = (there: Availability) => (there.available ? `a ${what}` : `no ${what}`);
  const finding = warning(
    { id: `host.${id}`, name: `The host's ${what}` },
    `Doorman has ${has(host)} in force ("${host.text}"), and here there is ${has(fresh)} now.`,
    'Start Doorman again, or see what differs between its session and this terminal.',
  );
  return [finding];
}

/** The host reads the file when it starts, and writes it whole when the person changes something. */
function settingsDifferences(state: StatusReply['state'], file: Settings): readonly Finding[] {
  const pairs = [
    ['sandbox', state.wall.setting, file.sandbox],
    ['mode', state.mode, file.mode],
    ['paused', state.paused, file.paused],
    ['stopped', state.stopped, file.stopped],
    ['allowFromCommandLine', state.allowFromCommandLine, file.allowFromCommandLine],
    ['folders', state.folders.map(({ path }) => path).join(', '), file.folders.join(', ')],
  ] as const;
  const changed = pairs.filter(([, host, written]) => host !== written);
  if (changed.length === 0) return [];
  const words = changed.map(([name, host, written]) => `${name} is ${host} there and ${written} in the file`);
  return [
    warning(
      { id: 'host.settings', name: "The host's settings" },
      `They are not those of the file: ${words.join('; ')}. The file is read at the start only.`,
      'Start Doorman again, or make the change in its window.',
    ),
  ];
}

/** What the host tells its person that nothing else here finds. */
export function hostNotices({ state }: StatusReply): readonly Finding[] {
  const told = new Set(['wall', 'keychain', 'settings', 'permissions', 'permission-warnings']);
  return state.notices
    .filter(({ id }) => !told.has(id))
    .map(({ id, level, text }) => {
      const subject = { id: `notice.${id}`, name: 'Doorman says' };
      if (level === 'error') return problem(subject, text);
      return level === 'warning' ? warning(subject, text) : ok(subject, text);
    });
}
