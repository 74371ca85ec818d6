/** Reads a secret from standard input: all of it, or from a terminal one line that is not shown. */
import type { ReadStream } from 'node:tty';

/** No secret is longer; whoever sends more sends something else. Characters. */
const MAX_LENGTH = 64 * 1024;

const CTRL_C = String.fromCharCode(3);
const CTRL_D = String.fromCharCode(4);
const BACKSPACE = ['\b', String.fromCharCode(127)];
const LAST_KEYS = ['\r', '\n', CTRL_C, CTRL_D];

export interface SecretInput {
  readonly input: NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY' | 'setRawMode'>>;
  /** Writes the prompt and the end of the line to the terminal. */
  write(text: string): void;
}

export async function readSecret({ input, write }: SecretInput, prompt: string): Promise<string> {
  const hidden = input.isTTY === true;
  if (hidden) {
    write(prompt);
    input.setRawMode?.(true);
  }
  input.setEncoding('utf8');
  let text = '';
  try {
    for await (const chunk of input as AsyncIterable<string>) {
      text = hidden ? typed(text, chunk) : text + chunk;
      if (text.length > MAX_LENGTH || (hidden && isLast(text))) break;
    }
  } finally {
    if (hidden) {
      input.setRawMode?.(false);
      write('\n');
    }
  }
  if (!hidden) return text;
  // Ctrl+C takes everything back.
  return text.endsWith(CTRL_C) ? '' : text.slice(0, isLast(text) ? -1 : undefined);
}

function isLast(text: string): boolean {
  return LAST_KEYS.some((key) => text.endsWith(key));
}

/** What stands there after these keys; backspace takes one away, and the first line end is the last key. */
function typed(before: string, keys: string): string {
  let text = before;
  for (const key of keys) {
    if (BACKSPACE.includes(key)) text = text.slice(0, -1);
    else text += key;
    if (LAST_KEYS.includes(key)) break;
  }
  return text;
}
