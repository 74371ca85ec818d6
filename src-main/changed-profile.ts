/** A profile with what the person changed of it. */
import type { SetRuntime } from '../src-shared/ipc-contract.ts';
import type { Profile } from '../src-shared/settings.ts';

/** What is not named stays; null takes away what the profile had of its own. */
export function changedProfile(profile: Profile, wanted: Omit<SetRuntime, 'profileId'>): Profile {
  const { machine, mode, caFile, ...others } = profile;
  const { invokeTimeoutMs = others.invokeTimeoutMs, bearerBy = others.bearerBy } = wanted;
  return {
    ...others,
    invokeTimeoutMs,
    bearerBy,
    ...own('machine', wanted.machine, machine),
    ...own('mode', wanted.mode, mode),
    ...own('caFile', wanted.caFile, caFile),
  };
}

function own<K extends string, T>(
  key: K,
  wanted: T | null | undefined,
  now: T | undefined,
): { [key in K]?: T } {
  const value = wanted === undefined ? now : wanted;
  return (value === null || value === undefined ? {} : { [key]: value }) as { [key in K]?: T };
}
