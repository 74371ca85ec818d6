/**
 * Secrets on a machine without a keychain: in a file that the person named, or in a credential that a service manager
 * handed over. Either is used only where nobody else can have read or written it.
 */
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { inMemory, type Keychain, type KeychainBackend, openKeychain } from './keychain.ts';

/** Far more than all the secrets of a home have. Bytes. */
const MAX_BYTES = 1024 * 1024;

const secretsSchema = z.record(z.string(), z.string());
type Secrets = z.infer<typeof secretsSchema>;

/**
 * Secrets in a file of this user, which is made with the first of them. Never rejects: a file that cannot be trusted is
 * not used, and nothing else is in its place. `home`: the file must lie in it, since it is that folder which no tool reaches.
 */
export async function openSecretsFile(file: string, home: string): Promise<Keychain> {
  const problem = await problemWith(file, home);
  if (problem !== undefined) return inMemory(new Map(), problem);
  const change = inTurn(async (edit: (secrets: Secrets) => Secrets) => {
    const text = JSON.stringify(edit(await readSecrets(file)), null, 2);
    await writeFileAtomic(file, `${text}\n`, { mode: 0o600 });
  });
  const backend: KeychainBackend = {
    getPassword: async (_service, name) => (await readSecrets(file))[name] ?? null,
    setPassword: (_service, name, secret) => change((secrets) => ({ ...secrets, [name]: secret })),
    async deletePassword(_service, name) {
      await change(({ [name]: _gone, ...others }) => others);
      return true;
    },
  };
  const keychain = await openKeychain({ service: '', timeoutMs: TIMEOUT_MS, backend });
  return { ...keychain, text: `Tokens are kept in ${file}, which you named and only you can read.` };
}

/** Secrets that are only read: new ones are kept for this run. Undefined where there is no such credential. */
export async function openCredential(file: string): Promise<Keychain | undefined> {
  let secrets: Secrets;
  try {
    if (!(await exists(file))) return undefined;
    secrets = await readSecrets(file);
  } catch (error) {
    return inMemory(new Map(), (error as Error).message);
  }
  const text =
    'Tokens come from the credential of this service; what is entered now is kept for this run only.';
  return { ...inMemory(new Map(Object.entries(secrets)), ''), available: true, text };
}

/** A disk that hangs must not hold a host up. Milliseconds. */
const TIMEOUT_MS = 5_000;

async function problemWith(file: string, home: string): Promise<string | undefined> {
  try {
    if ((await realpath(dirname(file))) !== (await realpath(home))) {
      return `${file} does not lie in ${home}, which alone is out of reach of every tool`;
    }
    await readSecrets(file);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await realpath(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Empty where there is no file. Throws, without a word of its content, where it is not one to be trusted. */
async function readSecrets(file: string): Promise<Secrets> {
  const text = await readPrivate(file);
  if (text === undefined) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const parsed = secretsSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`${file} is no JSON object of texts`);
}

/** What was opened is what is looked at: its owner (this user, or the system's own), its mode, its kind. */
async function readPrivate(file: string): Promise<string | undefined> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(file, flags).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(error.code === 'ELOOP' ? `${file} is a link, and is not followed` : error.message);
  });
  if (handle === undefined) return undefined;
  try {
    const stats = await handle.stat();
    const owners = [process.getuid?.(), 0];
    if (!stats.isFile() || stats.size > MAX_BYTES) throw new Error(`${file} is no file of secrets`);
    if (!owners.includes(stats.uid)) throw new Error(`${file} belongs to another user`);
    if ((stats.mode & 0o077) !== 0) throw new Error(`${file} is open to others: chmod 600 ${file}`);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

/** One change after the other, each on what the one before left. */
function inTurn<A>(work: (argument: A) => Promise<void>): (argument: A) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  return (argument) => {
    const next = last.then(() => work(argument));
    last = next.catch(() => undefined);
    return next;
  };
}
