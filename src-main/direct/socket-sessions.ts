/** Sessions of direct execution on the WebSockets of an HTTP server, whichever listener it belongs to. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { MAX_DIRECT_FRAME_BYTES, OIP } from '../../src-shared/direct-exec.ts';
import type { DirectRooms, Peer } from './direct-rooms.ts';
import { DirectSession } from './direct-session.ts';

/** Unsent bytes after which a peer that does not read is cut off. */
const MAX_UNSENT_BYTES = 32 * 1024 * 1024;

export interface SocketSessions {
  /** Takes an upgrade to the path of direct execution; any other is refused. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes the sockets of an address at once; what runs for it is ended. */
  closeOf(address: string): void;
  readonly size: number;
  close(): void;
}

export function socketSessions(rooms: DirectRooms, way: 'local' | 'signed', limit: number): SocketSessions {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_DIRECT_FRAME_BYTES,
    perMessageDeflate: false,
  });
  const sessions = new Map<WebSocket, DirectSession>();
  server.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    const session = new DirectSession(rooms, peerOf(socket, request), way);
    sessions.set(socket, session);
    socket.on('message', (data, isBinary) => session.receive(isBinary ? '' : data.toString()));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      sessions.delete(socket);
      session.end();
    });
  });
  return {
    upgrade(request, socket, head) {
      if (new URL(request.url ?? '', 'http://local').pathname !== OIP.websocket_path) {
        socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n');
      } else if (sessions.size >= limit) {
        socket.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n');
      } else server.handleUpgrade(request, socket, head, (open) => server.emit('connection', open, request));
    },
    closeOf(address) {
      for (const [socket, session] of sessions) if (session.owner === address) socket.terminate();
    },
    get size() {
      return sessions.size;
    },
    close() {
      for (const socket of sessions.keys()) socket.terminate();
      server.close();
    },
  };
}

function peerOf(socket: WebSocket, request: IncomingMessage): Peer {
  const { remoteAddress, remotePort } = request.socket;
  return {
    from: remoteAddress === undefined ? 'this machine' : `${remoteAddress}, port ${remotePort}`,
    send(text) {
      if (socket.readyState !== socket.OPEN) return;
      socket.send(text);
      if (socket.bufferedAmount > MAX_UNSENT_BYTES) socket.terminate();
    },
    close: () => socket.close(),
  };
}
