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
  const pressed: string[] = [];
  let waiting: ((chunk: string | undefined) => void) | undefined;
  let ended = false;
  const take = (chunk: string | undefined) => {
    const tell = waiting;
    waiting = undefined;
    tell?.(chunk);
  };
  const onData = (chunk: string) => {
    if (waiting) take(chunk);
    else pressed.push(chunk);
  };
  const onEnd = () => {
    ended = true;
    take(undefined);
  };
  const read = () =>
    new Promise<string | undefined>((resolve) => {
      const first = pressed.shift();
      if (first !== undefined || ended) resolve(first);
      else waiting = resolve;
    });
  setRawMode(true);
  input.setEncoding('utf8');
  input.on('data', onData).on('end', onEnd);
  return {
    async next() {
      for (;;) {
        const chunk = await read();
        // Several characters at once were pasted, or are a key that has no letter.
        if (chunk === undefined || [...chunk].length === 1) return chunk;
      }
    },
    async line(prompt) {
      output.write(prompt);
      // The terminal itself lets the line be mended; what was pressed before belongs to no line.
      pressed.length = 0;
      setRawMode(false);
      try {
        return (await read())?.replace(LINE_END, '');
      } finally {
        setRawMode(true);
      }
    },
    close() {
      input.off('data', onData).off('end', onEnd);
      setRawMode(false);
      input.pause();
    },
  };
}
