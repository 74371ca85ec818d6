/** Talks to a running host over the local socket. */
import { request } from 'node:http';
import {
  CONTROL_ROUTE,
  type ControlReplies,
  type ControlReply,
  type ControlRequest,
} from '../../src-shared/control.ts';

/**
 * Asks the host of this home. A host that is not running is an error that says how to start one. `signal` gives the
 * question up: a host that hangs never answers.
 */
export async function control<C extends ControlRequest['command']>(
  socket: string,
  message: Extract<ControlRequest, { command: C }>,
  signal?: AbortSignal,
): Promise<{ ok: true; value: ControlReplies[C] } | { ok: false; error: string }> {
  try {
    return (await post(socket, JSON.stringify(message), signal)) as ControlReply<C>;
  } catch (error) {
    return { ok: false, error: connectionProblem(error as NodeJS.ErrnoException) };
  }
}

function connectionProblem(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') {
    return 'no Doorman is running for this home. Start it with "npm start", or without a desktop with "doorman serve".';
  }
  if (error.code === 'EACCES') return 'the local socket of Doorman belongs to another user.';
  return `Doorman did not answer on its local socket: ${error.message}`;
}

function post(socketPath: string, body: string, signal: AbortSignal | undefined): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const options = {
      socketPath,
      path: CONTROL_ROUTE,
      method: 'POST',
      headers,
      ...(signal ? { signal } : {}),
    };
    const sent = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        try {
          resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')));
        } catch (error) {
          reject(error);
        }
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
