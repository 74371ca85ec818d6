/** Where a command writes its lines. A reader that has had enough, as `head` has, is no fault. */
import type { Terminal } from './command.ts';

interface Streams {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/** What is written after the reader has gone is lost, and the command goes on to its end: a lock may be its to return. */
export function openTerminal({ stdout, stderr }: Streams): Terminal {
  return { out: lineWriter(stdout), error: lineWriter(stderr) };
}

function lineWriter(stream: NodeJS.WritableStream): (line: string) => void {
  let gone = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    gone = true;
  });
  return (line) => {
    if (!gone) stream.write(`${line}\n`);
  };
}
