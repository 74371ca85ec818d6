/** Reads why a server refused the upgrade, without letting it keep this end waiting. */
import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../src-shared/clock.ts';

/** Refusals are one short line; more of a body is not looked at. Bytes. */
const MAX_BODY_BYTES = 4_096;
/** How long that line may take. Milliseconds. */
const BODY_WAIT_MS = 2_000;

/** Hands over the `code` of a JSON body (undefined where there is none), once. */
export function readRefusalCode(
  response: IncomingMessage,
  clock: Clock,
  done: (code: string | undefined) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let over = false;
  const finish = () => {
    if (over) return;
    over = true;
    stopTimer();
    done(codeIn(Buffer.concat(chunks).toString()));
  };
  const stopTimer = clock.after(BODY_WAIT_MS, finish);
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    else finish();
  });
  for (const event of ['end', 'error', 'close']) response.on(event, finish);
}

function codeIn(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || !('code' in body)) return undefined;
    return typeof body.code === 'string' ? body.code : undefined;
  } catch {
    return undefined;
  }
}
