/** What a link needs of a profile, and which of it a connection is made with. */
import type { Profile } from '../../src-shared/settings.ts';
import type { DialProfile } from './dial.ts';

export type LinkProfile = Pick<Profile, 'id' | 'name' | 'invokeTimeoutMs' | 'machine' | 'caFile'> &
  DialProfile;

const CONNECTED_WITH = ['machine', 'invokeTimeoutMs', 'bearerBy', 'caFile'] as const;

/** Whether a connection that was made with the one will do for the other. */
export function connectsAlike(one: LinkProfile, other: LinkProfile): boolean {
  return CONNECTED_WITH.every((field) => one[field] === other[field]);
}
