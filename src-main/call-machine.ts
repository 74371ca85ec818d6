/** The machines that the command line calls: this one over its local socket, another one with the key of this home. */
import { connect, type Machine } from '../src-client/connect.ts';
import type { WebSocketConstructor, WebSocketLike } from '../src-client/web-socket-like.ts';
import { NodeWebSocket, openLocalClientSocket } from './direct/local-client-socket.ts';
import { ownIdentity } from './direct-identity.ts';
import { openSecrets } from './open-secrets.ts';
import type { DoormanPaths } from './paths.ts';

export interface CallTarget {
  /** Missing: this machine. */
  readonly to?: string | undefined;
  readonly relay?: string | undefined;
  inviteCode(): Promise<string | undefined>;
}

/** Rejects where this home has no key that could sign. */
export async function callMachine(paths: DoormanPaths, target: CallTarget): Promise<Machine> {
  if (target.to === undefined) {
    const openSocket = () => openLocalClientSocket(paths.socket) as unknown as WebSocketLike;
    return connect('this machine', { openSocket });
  }
  const keychain = await openSecrets(paths);
  const identity = await ownIdentity(keychain);
  if (identity === undefined) throw new Error(`this home has no key to call with. ${keychain.text}`);
  return connect(target.to, {
    keys: { address: identity.address, sign: async (text) => identity.sign(text) },
    ...(target.relay === undefined ? {} : { relay: target.relay }),
    inviteCode: target.inviteCode,
    WebSocketImpl: NodeWebSocket as unknown as WebSocketConstructor,
  });
}
