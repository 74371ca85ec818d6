/** What a session of direct execution needs from others, as functions. */

import type { ExecAnswer } from '../../src-shared/direct-exec.ts';
import type { Standing } from './contacts.ts';
import type { Redeemed } from './invites.ts';

/** Who calls: a program of this user over the local socket, or the owner of a key. */
export type Caller =
  | { readonly kind: 'local' }
  | { readonly kind: 'signed'; readonly address: string; readonly name: string };

export interface Command {
  /** As the caller named it: a name of ours or of the published system. */
  readonly tool: string;
  readonly args: unknown;
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

export interface DirectRooms {
  /** Our own address, and what the person calls this machine. */
  readonly about: { readonly address: string; readonly name: string };
  /** Unix seconds. */
  now(): number;
  newId(): string;
  /** Calls `run` once after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Names of the tools that this caller may call. */
  toolNames(caller: Caller): readonly string[];
  /** Never rejects. */
  exec(command: Command): Promise<ExecAnswer>;
  standing(address: string): Standing;
  takeSignature(signature: Uint8Array, staleAt: number): Promise<'taken' | 'used' | 'unavailable'>;
  /** Whether an invite is open, so that asking for its code makes sense. */
  hasInvite(): boolean;
  /** Uses an invite up and makes the caller a contact. */
  redeem(code: string, address: string): Promise<Redeemed | undefined>;
  /** Asks the person about an unknown caller. The signal ends the asking. */
  askAbout(
    address: string,
    from: string,
    signal: AbortSignal,
  ): Promise<'accepted' | 'refused' | 'nobody' | 'full'>;
}

/** The other end of one socket. */
export interface Peer {
  /** Where it comes from, for the person. */
  readonly from: string;
  send(text: string): void;
  close(): void;
}
