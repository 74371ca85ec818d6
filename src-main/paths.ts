/** Where everything of one Doorman is kept: one home folder, moved as a whole by DOORMAN_HOME. */
import { createHash } from 'node:crypto';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import envPaths from 'env-paths';

export interface DoormanPaths {
  readonly home: string;
  readonly settingsFile: string;
  readonly permissionFile: string;
  readonly journalFolder: string;
  readonly contactsFile: string;
  /** Signatures of direct callers that were used. */
  readonly replayLedger: string;
  readonly lockFile: string;
  /** The bearer of the embedded runtime, new at every start, for scripts of this user. */
  readonly bearerFile: string;
  /** Unix socket path, or the name of a pipe on Windows. */
  readonly socket: string;
  /** The folder that holds the socket; it belongs to this user alone. */
  readonly socketFolder: string;
  /** Holds the sockets of the proxies of running commands, and nothing else. */
  readonly networkFolder: string;
  readonly electronData: string;
  /** Where the person wants secrets, on a machine without a keychain. */
  readonly secretsFile?: string;
  /** What a service manager handed to this process. */
  readonly credentialsFolder?: string;
  /** Names this home in shared places such as the keychain, without giving its path away. */
  readonly homeHash: string;
}

/** Longer socket paths are cut silently by the system (107 bytes on Linux, 103 on macOS). */
const MAX_SOCKET_PATH_BYTES = 100;

/**
 * Computes the paths from the environment (`DOORMAN_HOME`, `XDG_RUNTIME_DIR`, `DOORMAN_SECRETS_FILE`,
 * `CREDENTIALS_DIRECTORY`) without touching the disk.
 */
export function doormanPaths(env: NodeJS.ProcessEnv): DoormanPaths {
  const home = env.DOORMAN_HOME ? resolve(env.DOORMAN_HOME) : perUserHome();
  const homeHash = createHash('sha256').update(home).digest('hex').slice(0, 16);
  const place = socketPlace(home, homeHash, env);
  return {
    home,
    homeHash,
    settingsFile: join(home, 'settings.json'),
    permissionFile: join(home, 'host.yaml'),
    journalFolder: join(home, 'journal'),
    contactsFile: join(home, 'contacts.json'),
    replayLedger: join(home, 'replay-ledger'),
    lockFile: join(home, 'lock.json'),
    bearerFile: join(home, 'runtime-bearer'),
    electronData: join(home, 'electron'),
    ...(env.DOORMAN_SECRETS_FILE ? { secretsFile: resolve(home, env.DOORMAN_SECRETS_FILE) } : {}),
    ...(env.CREDENTIALS_DIRECTORY ? { credentialsFolder: resolve(env.CREDENTIALS_DIRECTORY) } : {}),
    ...place,
    networkFolder: join(place.socketFolder, 'net'),
  };
}

function perUserHome(): string {
  const paths = envPaths('doorman', { suffix: '' });
  return process.platform === 'linux' ? paths.config : paths.data;
}

function socketPlace(home: string, homeHash: string, env: NodeJS.ProcessEnv) {
  if (process.platform === 'win32') return { socket: `\\\\.\\pipe\\doorman-${homeHash}`, socketFolder: home };
  const socket = join(home, 'doorman.sock');
  if (Buffer.byteLength(socket) <= MAX_SOCKET_PATH_BYTES) return { socket, socketFolder: home };
  const base = env.XDG_RUNTIME_DIR ?? '/tmp';
  const socketFolder = join(base, `doorman-${userInfo().uid}-${homeHash}`);
  return { socket: join(socketFolder, 's.sock'), socketFolder };
}
