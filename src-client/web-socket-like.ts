/** The part of a WebSocket that the helper uses: a browser's, Node's own, and that of the `ws` package all have it. */

export interface WebSocketLike {
  /** 1 means open. */
  readonly readyState: number;
  send(data: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: 'open' | 'message' | 'error' | 'close', listen: (event: SocketEvent) => void): void;
}

/** An event of any of them; which fields there are depends on its type. */
export interface SocketEvent {
  readonly type: string;
  readonly data?: unknown;
  readonly code?: number;
  readonly reason?: string;
}

export type WebSocketConstructor = new (url: string, protocols: string[]) => WebSocketLike;

export const OPEN = 1;
