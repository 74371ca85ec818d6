/** What a client of the runtime looks like to the scenarios, whichever of the four it is. */
import type { AdvertisedTool } from '../../src-shared/client-tools.ts';
import type { Json } from '../../src-shared/json.ts';

/** Doorman's link, `ws` with nothing on top, and the helper library in Node and in a page of a real Chromium. */
export type PeerKind = 'link' | 'bare' | 'helper-node' | 'helper-page';

export interface Terms {
  readonly url: string;
  readonly token: string;
  readonly tools: readonly AdvertisedTool[];
}

export interface Peer {
  readonly kind: PeerKind;
  /** Begins to connect and says hello once it can. */
  connect(terms: Terms): Promise<Conversation>;
}

/** How a connection ends: the HTTP status of a refused handshake (and its body), or what the close frame says. */
export type End =
  | { readonly status: number; readonly body: string }
  | { readonly code: number; readonly reason: string };

export interface Conversation {
  /** The names that the runtime accepted, once it has. */
  opened(): Promise<readonly string[]>;
  /** Waits for the end, and throws unless it looks like that in this peer's own terms. */
  endsAs(end: End): Promise<void>;
  nextCall(): Promise<ReceivedCall>;
  /** Goes away. */
  close(): Promise<void>;
  /** The socket below, for what the peer itself would never send. */
  readonly raw?: RawSocket;
}

export interface RawSocket {
  send(frame: string, form?: 'text' | 'binary'): Promise<void>;
  /** The sub-protocol that the runtime echoed. */
  protocol(): Promise<string>;
}

export interface ReceivedCall {
  readonly callId: string | undefined;
  readonly tool: string;
  readonly input: unknown;
  readonly runId: string | undefined;
  readonly agentId: string | undefined;
  /** Resolves when the peer has learnt that nobody waits for the answer. */
  readonly calledOff: Promise<void>;
  answer(output: Json | undefined): Promise<void>;
  fail(message: string): Promise<void>;
}
