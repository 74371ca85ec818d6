/** Whether a request is a proper WebSocket handshake (RFC 6455, 4.2.1), with the published runtime's words if not. */
import type { IncomingMessage } from 'node:http';
import { headerLines } from './header-lines.ts';
import { type Refusal, textRefusal } from './refusal.ts';

/** What is wrong with the handshake, looked at in the published order; undefined for a proper one. */
export function handshakeProblem(request: IncomingMessage): Refusal | undefined {
  const { connection, upgrade, 'sec-websocket-version': version = '' } = request.headers;
  const asks = { Connection: 'Upgrade', Upgrade: 'websocket' };
  if (!hasToken(connection, 'upgrade'))
    return violation(426, `Connection header ${quoted(connection)} does not contain Upgrade`, asks);
  if (!hasToken(upgrade, 'websocket'))
    return violation(426, `Upgrade header ${quoted(upgrade)} does not contain websocket`, asks);
  if (request.method !== 'GET')
    return violation(405, `handshake request method is not GET but ${quoted(request.method)}`);
  if (version !== '13')
    return textRefusal(
      400,
      `unsupported WebSocket protocol version (only 13 is supported): ${quoted(version)}`,
      { 'Sec-WebSocket-Version': '13' },
    );
  return keyProblem(headerLines(request, 'sec-websocket-key'));
}

function keyProblem([key, ...others]: readonly string[]): Refusal | undefined {
  if (key === undefined) return violation(400, 'missing Sec-WebSocket-Key');
  if (others.length > 0) return violation(400, 'multiple Sec-WebSocket-Key headers');
  if (/^[+/0-9A-Za-z]{22}==$/.test(key.trim())) return undefined;
  return violation(
    400,
    `invalid Sec-WebSocket-Key ${quoted(key.trim())}, must be a 16 byte base64 encoded string`,
  );
}

function violation(status: number, text: string, headers?: Readonly<Record<string, string>>): Refusal {
  return textRefusal(status, `WebSocket protocol violation: ${text}`, headers);
}

function hasToken(header: string | undefined, token: string): boolean {
  return (header ?? '').split(',').some((entry) => entry.trim().toLowerCase() === token);
}

function quoted(text = ''): string {
  return JSON.stringify(text);
}
