/** The newest steps of a journal, and then each new one as it is written, from file to file. */
import { watch } from 'node:fs';
import { join } from 'node:path';
import type { EndSignal } from '../../src-shared/end-signal.ts';
import type { JournalEntry } from '../../src-shared/journal-entry.ts';
import { listFiles } from './file-names.ts';
import { parseLine } from './read-journal.ts';
import { readLines } from './read-lines.ts';

/** Where the system tells of no change in a folder, it is looked at so often. Milliseconds. */
const LOOK_MS = 1_000;

/** Up to where has been read. */
interface Place {
  readonly file: string;
  /** Bytes. */
  readonly end: number;
}

/** Yields the last `last` steps that are there, then new ones until the signal ends it. Rejects when a file cannot be read. */
export async function* followEntries(
  folder: string,
  { last, signal }: { readonly last: number; readonly signal: EndSignal },
): AsyncGenerator<JournalEntry> {
  const changes = watchFolder(folder, signal);
  try {
    const { steps, place } = await newest(folder, last);
    yield* steps;
    for (let at = place; !signal.aborted; ) {
      const seen = changes.count;
      const read = await readOn(folder, at);
      yield* read.steps;
      at = read.place;
      if (read.steps.length === 0 && seen === changes.count) await changes.next();
    }
  } finally {
    changes.close();
  }
}

async function newest(folder: string, last: number) {
  const names = await allFiles(folder);
  let steps: readonly JournalEntry[] = [];
  let place: Place | undefined;
  for (const file of names.toReversed()) {
    const read = await readFrom(folder, { file, end: 0 });
    place ??= read.place;
    steps = [...read.steps, ...steps];
    if (steps.length >= last) break;
  }
  return { steps: last === 0 ? [] : steps.slice(-last), place };
}

/** What is new where reading stopped and in the files after that. A file is only left once the next one is there. */
async function readOn(folder: string, from: Place | undefined) {
  const names = await allFiles(folder);
  const [first] = names;
  let place = from ?? (first === undefined ? undefined : { file: first, end: 0 });
  if (place === undefined) return { steps: [], place };
  const later = names.filter((name) => place !== undefined && name > place.file);
  // One that was retired meanwhile has nothing more to say.
  const current = names.includes(place.file) ? await readFrom(folder, place) : { steps: [], place };
  const steps = [...current.steps];
  place = current.place;
  for (const file of later) {
    const read = await readFrom(folder, { file, end: 0 });
    steps.push(...read.steps);
    place = read.place;
  }
  return { steps, place };
}

async function readFrom(folder: string, { file, end }: Place) {
  const steps: JournalEntry[] = [];
  let place = { file, end };
  for await (const slice of readLines(join(folder, file), end)) {
    for (const line of slice.lines) {
      const step = parseLine(line.toString('utf8'));
      if (step) steps.push(step);
    }
    place = { file, end: slice.end };
  }
  return { steps, place };
}

/** Only those of the chain are still written to; their names sort as they were opened. */
async function allFiles(folder: string): Promise<readonly string[]> {
  return (await listFiles(folder)).chained;
}

function watchFolder(folder: string, signal: EndSignal) {
  let count = 0;
  let tell = () => {};
  const changed = () => {
    count += 1;
    tell();
  };
  let watcher: { close(): void } | undefined;
  const listen = () => {
    try {
      watcher ??= watch(folder, changed).on('error', () => {});
    } catch {
      // It is not there yet, or the system watches no more folders: then the timer alone looks.
    }
  };
  listen();
  const timer = setInterval(() => {
    listen();
    changed();
  }, LOOK_MS);
  signal.addEventListener('abort', changed, { once: true });
  return {
    /** How often anything changed. */
    get count() {
      return count;
    },
    next: () =>
      new Promise<void>((resolve) => {
        tell = resolve;
      }),
    close() {
      clearInterval(timer);
      watcher?.close();
      signal.removeEventListener('abort', changed);
    },
  };
}
