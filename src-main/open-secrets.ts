/** Opens the secrets of a home, where they are: in a file that the person named, in a credential, or in the keychain. */
import { join } from 'node:path';
import { type Keychain, openKeychain } from './keychain/keychain.ts';
import { openCredential, openSecretsFile } from './keychain/secrets-file.ts';
import type { DoormanPaths } from './paths.ts';
import { KEYCHAIN_TIMEOUT_MS, keychainService } from './this-machine.ts';

/** By which `LoadCredential=` of a unit names them. */
const CREDENTIAL = 'doorman-secrets';

/** Never rejects. */
export async function openSecrets(paths: DoormanPaths): Promise<Keychain> {
  return (
    (await secretsElsewhere(paths)) ??
    openKeychain({ service: keychainService(paths), timeoutMs: KEYCHAIN_TIMEOUT_MS })
  );
}

/** Undefined where they are in the keychain of the system. */
export async function secretsElsewhere(paths: DoormanPaths): Promise<Keychain | undefined> {
  const { home, secretsFile, credentialsFolder } = paths;
  if (secretsFile !== undefined) return openSecretsFile(secretsFile, home);
  return credentialsFolder === undefined ? undefined : openCredential(join(credentialsFolder, CREDENTIAL));
}
