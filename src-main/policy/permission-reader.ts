/** Reads the text of permission files without holding the host: each in a worker of its own that can be killed. */
import { Worker } from 'node:worker_threads';
import {
  answerRequest,
  type ChangedText,
  type PermissionChange,
  type PermissionReply,
  type PermissionRequest,
  type ReadPermissions,
} from './permission-file.ts';

export interface PermissionReader {
  /** Never rejects: a text that cannot be read in time comes back as a problem of the file. */
  read(text: string): Promise<ReadPermissions>;
  /** The text with that change, or the problem for which it was left alone. */
  change(text: string, change: PermissionChange): Promise<ChangedText>;
}

/** Far more than 1 MiB of any shape takes (2 s where measured), far less than anybody waits. Milliseconds. */
const LIMIT_MS = 10_000;

/** Texts of which the last reading is kept: the person's file and those of a few trusted projects. */
const KEPT = 8;

/** With no worker file the texts are read where they are; that is for short-lived programs, which hold nobody up. */
export function createPermissionReader(workerFile?: string | URL, limitMs = LIMIT_MS): PermissionReader {
  const ask = (request: PermissionRequest): Promise<PermissionReply> =>
    workerFile === undefined || request.text === ''
      ? Promise.resolve(answerRequest(request))
      : askWorker(workerFile, request, limitMs);
  const kept = new Map<string, Promise<ReadPermissions>>();
  return {
    read(text) {
      const known = kept.get(text);
      if (known) return known;
      const reading = ask({ text }).then(({ read }) => {
        // What failed may have failed for lack of time.
        if (!read.ok) kept.delete(text);
        return read;
      });
      kept.set(text, reading);
      const [oldest] = kept.keys();
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
      return reading;
    },
    async change(text, change) {
      const { read, changed } = await ask({ text, change });
      if (read.ok) return changed ?? { ok: false, message: 'it could not be changed' };
      const { line, column, message } = read;
      return { ok: false, message: `it is broken at line ${line}, column ${column}: ${message}` };
    },
  };
}

function askWorker(
  workerFile: string | URL,
  request: PermissionRequest,
  limitMs: number,
): Promise<PermissionReply> {
  return new Promise((settle) => {
    const worker = new Worker(workerFile, { workerData: request });
    worker.unref();
    const end = (reply: PermissionReply): void => {
      clearTimeout(timer);
      settle(reply);
      void worker.terminate();
    };
    const timer = setTimeout(() => end({ read: failed('it takes too long to read') }), limitMs);
    worker.once('message', end);
    worker.on('error', (error) => end({ read: failed(`it cannot be read: ${error.message}`) }));
    worker.once('exit', () => end({ read: failed('it cannot be read') }));
  });
}

function failed(message: string): Extract<ReadPermissions, { readonly ok: false }> {
  return { ok: false, line: 1, column: 1, message };
}
