/**
 * Secrets in the keychain of the operating system. Where there is none, they are kept in memory for this run
 * and that is said; they are written to a file only where the person named one (`secrets-file.ts`).
 */

export interface Keychain {
  /** True when secrets outlive this run. */
  readonly available: boolean;
  /** One sentence for the person. */
  readonly text: string;
  get(name: string): Promise<string | undefined>;
  /** Returns false when the secret is kept for this run only. */
  set(name: string, secret: string): Promise<boolean>;
  delete(name: string): Promise<void>;
}

/** The part of keytar that is used; its other calls stay out of reach. */
export interface KeychainBackend {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

export interface KeychainOptions {
  readonly service: string;
  /** Milliseconds after which a call counts as failed: a locked keyring may never answer. */
  readonly timeoutMs: number;
  readonly backend?: KeychainBackend;
}

/** Opens the keychain and tries it once. Never rejects: an unusable keychain is a state, not an error. */
export async function openKeychain(options: KeychainOptions): Promise<Keychain> {
  const thisRun = new Map<string, string>();
  const limited = oneAtATime(options.timeoutMs);
  let backend: KeychainBackend;
  try {
    backend = options.backend ?? (await loadKeytar());
    const probed = backend;
    await limited(() => probed.getPassword(options.service, 'probe'));
  } catch (error) {
    return inMemory(thisRun, (error as Error).message);
  }
  return {
    available: true,
    text: 'Tokens are kept in the keychain of this system.',
    async get(name) {
      return (
        thisRun.get(name) ?? (await limited(() => backend.getPassword(options.service, name))) ?? undefined
      );
    },
    async set(name, secret) {
      try {
        await limited(() => backend.setPassword(options.service, name, secret));
        thisRun.delete(name);
        return true;
      } catch {
        thisRun.set(name, secret);
        return false;
      }
    },
    async delete(name) {
      thisRun.delete(name);
      await limited(() => backend.deletePassword(options.service, name));
    },
  };
}

/** Loaded on demand: its binary does not load where libsecret is missing, and that must not end the host. */
async function loadKeytar(): Promise<KeychainBackend> {
  return (await import('keytar')).default;
}

/** Keeps secrets for this run. `why` there is nothing better, as a person reads it. */
export function inMemory(secrets: Map<string, string>, why: string): Keychain {
  return {
    available: false,
    text: `No usable keychain (${why}). Tokens are kept for this run only and must be entered again after a restart.`,
    get: async (name) => secrets.get(name),
    async set(name, secret) {
      secrets.set(name, secret);
      return false;
    },
    async delete(name) {
      secrets.delete(name);
    },
  };
}

/**
 * Runs keychain calls one after the other, each with a time limit. A call that never answers keeps one of the few
 * threads that file work needs too; while it hangs, others fail at once instead of taking the rest.
 */
function oneAtATime(timeoutMs: number): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let hanging = false;
  return (work) => {
    const run = last.then(async () => {
      if (hanging) throw new Error('it still has not answered an earlier call; is it locked?');
      const answer = work();
      const answered = () => {
        hanging = false;
      };
      answer.then(answered, answered);
      return withTimeout(answer, timeoutMs, () => {
        hanging = true;
      });
    });
    last = run.catch(() => undefined);
    return run;
  };
}

async function withTimeout<T>(work: Promise<T>, ms: number, onTimeout: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onTimeout();
      reject(new Error(`it did not answer within ${ms / 1000} s; is it locked?`));
    }, ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
