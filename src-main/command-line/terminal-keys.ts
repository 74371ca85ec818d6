/** Single keys and typed lines from a terminal, which is given back as it was. */
import type { ReadStream } from 'node:tty';
import type { Keys } from './watch-desk.ts';

const LINE_END = /[\r\n]+$/;

interface KeyStreams {
  readonly input: NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY' | 'setRawMode'>>;
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/** Undefined where either end is no terminal. */
export function openTerminalKeys({ input, output }: KeyStreams): Keys | undefined {
  if (input.isTTY !== true || output.isTTY !== true || !input.setRawMode) return undefined;
  const setRawMode = input.setRawMode.bind(input);
  const chunks = readChunks(input);
  setRawMode(true);
  return {
    async next() {
      for (;;) {
        const chunk = await chunks.next();
        // Several characters at once were pasted, or are a key that has no letter.
        if (chunk === undefined || [...chunk].length === 1) return chunk;
      }
    },
    async line(prompt) {
      output.write(prompt);
      // The terminal itself lets the line be mended; what was pressed before belongs to no line.
      chunks.forget();
      setRawMode(false);
      try {
        return (await chunks.next())?.replace(LINE_END, '');
      } finally {
        setRawMode(true);
      }
    },
    close() {
      chunks.close();
      setRawMode(false);
    },
  };
}

/** What comes in, as it comes; undefined at the end. */
function readChunks(input: NodeJS.ReadableStream) {
  const before: string[] = [];
  let waiting: ((chunk: string | undefined) => void) | undefined;
  let ended = false;
  const take = (chunk: string | undefined) => {
    const tell = waiting;
    waiting = undefined;
    if (tell) tell(chunk);
    else if (chunk !== undefined) before.push(chunk);
  };
  const onEnd = () => {
    ended = true;
    take(undefined);
  };
  input.setEncoding('utf8');
  input.on('data', take).on('end', onEnd);
  return {
    next: () =>
      new Promise<string | undefined>((resolve) => {
        if (before.length > 0 || ended) resolve(before.shift());
        else waiting = resolve;
      }),
    forget: () => void before.splice(0),
    close() {
      input.off('data', take).off('end', onEnd);
      input.pause();
    },
  };
}
