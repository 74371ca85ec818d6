/** An HTTP request that is turned away: what it is told, and the two ways to tell it. */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

export interface Refusal {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A refusal in plain text, as Go's http.Error of the published runtime writes one. */
export function textRefusal(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Refusal {
  return {
    status,
    body: `${text}\n`,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
  };
}

/** A refusal that programs read: a stable code beside the words. */
export function jsonRefusal(status: number, code: string, error: string): Refusal {
  return { status, body: JSON.stringify({ code, error }), headers: { 'Content-Type': 'application/json' } };
}

/** Tells it to a request that asked for no upgrade. */
export function answerRefusal(response: ServerResponse, { status, body, headers }: Refusal): void {
  response.writeHead(status, headers).end(body);
}

/** Tells it to a request that asked for an upgrade, and hangs up. */
export function hangUp(socket: Duplex, { status, body, headers }: Refusal): void {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
