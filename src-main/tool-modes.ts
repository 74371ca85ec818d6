/** What the person set for a tool, for all or for one runtime: whether each call waits, whether results are seen first. */
import type { Origin } from '../src-shared/call.ts';
import type { Profile } from '../src-shared/settings.ts';
import type { Runs } from './approvals/runs.ts';
import type { OpenedRooms } from './open-rooms.ts';
import type { Runtimes } from './runtimes.ts';

interface ModeRooms {
  readonly opened: Pick<OpenedRooms, 'settings'>;
  readonly runtimes: Pick<Runtimes, 'profile'>;
  readonly runs: Pick<Runs, 'isReviewed'>;
}

/** What a program of this user asks for here does not leave this machine. */
export function isReviewed(rooms: ModeRooms, tool: string, origin: Origin): boolean {
  if (origin.door === 'local') return false;
  return isSet(rooms, 'review', tool, origin) || rooms.runs.isReviewed(origin);
}

/** A job is a run that takes longer: who wants to see each run wants to see each job begin. */
export function asksEachTime(rooms: Omit<ModeRooms, 'runs'>, tool: string, origin: Origin): boolean {
  return (
    isSet(rooms, 'asks', tool, origin) ||
    (tool === 'shell_start' && isSet(rooms, 'asks', 'shell_run', origin))
  );
}

function isSet(
  { opened, runtimes }: Omit<ModeRooms, 'runs'>,
  list: 'review' | 'asks',
  tool: string,
  origin: Origin,
): boolean {
  if (opened.settings.current()[list].includes(tool)) return true;
  const profile: Profile | undefined =
    origin.door === 'client-tools' ? runtimes.profile(origin.profileId) : undefined;
  return profile?.[list].includes(tool) ?? false;
}
