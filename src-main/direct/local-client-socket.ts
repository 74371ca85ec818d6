/** A WebSocket to the local door of a host, for the command line. */
import { WebSocket } from 'ws';
import { OIP } from '../../src-shared/direct-exec.ts';

/** @param socket the path of a Unix socket, or the name of a pipe */
export function openLocalClientSocket(socket: string): WebSocket {
  return new WebSocket(`ws+unix://${socket}:${OIP.websocket_path}`, { perMessageDeflate: false });
}

/** The constructor for those that bring no WebSocket of their own. */
export { WebSocket as NodeWebSocket };
