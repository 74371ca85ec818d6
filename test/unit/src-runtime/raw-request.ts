/** HTTP requests to a runtime with headers of the test's choice. */
import { request } from 'node:http';

const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';
export const upgradeHeaders = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': KEY,
};

export interface Reply {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

/** A raw request, for headers that a WebSocket library would not send. */
export function ask(
  url: string,
  headers: Record<string, string | string[]>,
  { method = 'GET', path = '/v1/client-tools' } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}${path}`, { method, headers });
    asked.on('error', reject);
    asked.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: '' });
    });
    asked.on('response', async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(chunks).toString(),
      });
    });
    asked.end();
  });
}
