/** Whether tokens outlive a run. */
import type { Finding } from '../../src-shared/doctor.ts';
import { ok, warning } from './finding.ts';

const KEYCHAIN = { id: 'keychain', name: 'Keychain' };

export function checkKeychain(keychain: { readonly available: boolean; readonly text: string }): Finding {
  if (keychain.available) return ok(KEYCHAIN, keychain.text);
  const todo =
    process.platform === 'linux'
      ? 'Start or unlock a Secret Service (gnome-keyring, KWallet, KeePassXC) in this session. On a machine that has none, name a file of your own for secrets with DOORMAN_SECRETS_FILE.'
      : 'Unlock the keychain of this system.';
  return warning(KEYCHAIN, keychain.text, todo);
}
