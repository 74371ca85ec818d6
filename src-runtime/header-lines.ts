/** The lines of a request's header as they came, which Node would join or drop. */
import type { IncomingMessage } from 'node:http';

/** @param name in lower case */
export function headerLines({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}
