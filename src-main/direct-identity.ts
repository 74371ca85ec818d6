/** The key of this machine for direct execution: made once, kept in the keychain, and nowhere else. */
import { randomBytes } from 'node:crypto';
import { type Identity, identityFromSeed, SEED_BYTES } from './direct/identity.ts';
import type { Keychain } from './keychain/keychain.ts';

const NAME = 'identity';

/**
 * Nothing without a keychain that outlives this run: callers know this machine by its address, which would be another
 * one each time. Rejects where the keychain does not answer, so that no second key is made.
 */
export async function ownIdentity(keychain: Keychain): Promise<Identity | undefined> {
  if (!keychain.available) return undefined;
  const kept = await keychain.get(NAME);
  if (kept !== undefined) return identityFromSeed(Buffer.from(kept, 'hex'));
  const seed = randomBytes(SEED_BYTES);
  return (await keychain.set(NAME, seed.toString('hex'))) ? identityFromSeed(seed) : undefined;
}
