/** Where a command writes its lines. A reader that has had enough, as `head` has, is no fault. */
import type { Terminal } from './command.ts';

interface Streams {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/** What is written after the reader has gone is lost, and the command goes on to its end: a lock may be its to return. */
export function openTerminal({ stdout, stderr }: Streams): Terminal {
  const readerGone = new AbortController();
  return {
    out: lineWriter(stdout, () => readerGone.abort()),
    error: lineWriter(stderr, () => {}),
    readerGone: readerGone.signal,
  };
}

function lineWriter(stream: NodeJS.WritableStream, onGone: () => void): (line: string) => void {
  let gone = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    gone = true;
    onGone();
  });
  return (line) => {
    if (!gone) stream.write(`${line}\n`);
  };
}
