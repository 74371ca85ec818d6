/** A program of its own that tries the keychain once and says as JSON whether it is usable: who started it can end it. */
import { openKeychain } from './keychain.ts';

/** Never reached: whoever starts this ends it before. Milliseconds. */
const TIMEOUT_MS = 60_000;

const [service = 'doorman'] = process.argv.slice(2);
const { available, text } = await openKeychain({ service, timeoutMs: TIMEOUT_MS });
process.stdout.write(JSON.stringify({ available, text }));
