/** Reads shell texts in a worker with a hard time limit, then looks up the files they name. Fails closed. */
import { Worker } from 'node:worker_threads';
import type { ShellScript } from '../../src-shared/shell-script.ts';
import { unreadableText } from './shell-characters.ts';
import { SYNTAX } from './shell-construct-names.ts';
import type { ParserMessage } from './shell-parser-worker.ts';
import type { ShellPlace } from './shell-reading.ts';
import { lookAround } from './shell-survey.ts';

/** Longer texts are not read but asked about; nobody reviews 16 KiB of shell in a glance anyway. */
const MOST_BYTES = 16 * 1024;
/** Loading the grammar takes about 100 ms; a machine that needs longer than this has other troubles. */
const START_LIMIT_MS = 15_000;

export interface ShellParserOptions {
  /** The built worker file. */
  readonly workerFile: string | URL;
  /** Milliseconds after which a worker that still reads one text is killed. */
  readonly limitMs: number;
  /** Folders in which a bare program name is looked up; without it an absolute program path never equals a name. */
  readonly programPath?: readonly string[];
  /** Whether bash itself can parse the text (`bash -n`). Without it a text that the grammar rejects is only unclear. */
  readonly bashAccepts?: (text: string) => Promise<boolean>;
}

export interface ShellParser {
  /** Never rejects: whatever goes wrong comes out as `unclear`, which a person must look at. */
  parse(text: string, place: ShellPlace): Promise<ShellScript>;
  close(): Promise<void>;
}

interface Waiting {
  readonly id: number;
  readonly text: string;
  readonly place: ShellPlace;
  readonly settle: (script: ShellScript) => void;
}

function unclear(construct: string, text: string): ShellScript {
  return {
    kind: 'unclear',
    commands: [],
    reads: [],
    writes: [],
    unclear: [{ construct, part: text.slice(0, 200) }],
  };
}

/** Starts nothing yet: the worker is started by the first text, and again after each kill. */
export function createShellParser(options: ShellParserOptions): ShellParser {
  const line = createWorkerLine(options);
  async function read(text: string, place: ShellPlace): Promise<ShellScript> {
    const problem = unreadableText(text);
    if (problem?.kind === 'invalid') return problem;
    if (Buffer.byteLength(text) > MOST_BYTES) return unclear('a text of over 16 KiB', text);
    const script = await line.ask(text, place);
    if (
      script.kind === 'unclear' &&
      options.bashAccepts &&
      script.unclear.some((part) => part.construct === SYNTAX)
    ) {
      if (!(await options.bashAccepts(text))) return { kind: 'invalid', why: 'bash cannot parse it' };
    }
    if (script.kind === 'invalid') return script;
    const seen = { ...script, surroundings: await lookAround(script, options.programPath ?? []) };
    if (!problem) return seen;
    const known =
      seen.kind === 'unclear' ? seen : { ...seen, kind: 'unclear' as const, writes: [], unclear: [] };
    return { ...known, unclear: [problem.part, ...known.unclear] };
  }
  return {
    parse: (text, place) =>
      read(text, place).catch((error: unknown) => unclear(`the reader failed (${String(error)})`, text)),
    close: line.close,
  };
}

interface WorkerLine {
  ask(text: string, place: ShellPlace): Promise<ShellScript>;
  close(): Promise<void>;
}

/** One worker, one text at a time, the rest in line. */
function createWorkerLine(options: ShellParserOptions): WorkerLine {
  const line: Waiting[] = [];
  let worker: Worker | undefined;
  let ready = false;
  let timer: NodeJS.Timeout | undefined;
  let nextId = 1;
  let closed = false;

  function drop(why: string): void {
    clearTimeout(timer);
    const ended = worker;
    worker = undefined;
    ready = false;
    ended?.removeAllListeners();
    ended?.on('error', () => {});
    void ended?.terminate();
    const current = line.shift();
    current?.settle(unclear(why, current.text));
    serve();
  }

  function start(): void {
    const started = new Worker(options.workerFile, { stdin: false });
    worker = started;
    started.unref();
    timer = setTimeout(() => drop('the reader did not start'), START_LIMIT_MS);
    started.on('message', (message: ParserMessage) =>
      message.kind === 'ready' ? onReady() : onRead(message),
    );
    started.on('error', () => drop('the reader broke on it'));
    started.on('exit', () => drop('the reader broke on it'));
  }

  function onReady(): void {
    clearTimeout(timer);
    ready = true;
    serve();
  }

  function onRead(message: Extract<ParserMessage, { kind: 'read' }>): void {
    const current = line[0];
    if (current?.id !== message.id) return;
    clearTimeout(timer);
    line.shift();
    current.settle(message.script);
    serve();
  }

  function serve(): void {
    const current = line[0];
    if (!current || closed) return;
    if (!worker) start();
    if (!worker || !ready) return;
    timer = setTimeout(() => drop(`it took over ${options.limitMs} ms to read`), options.limitMs);
    worker.postMessage({ id: current.id, text: current.text, place: current.place });
  }

  return {
    ask: (text, place) =>
      new Promise((settle) => {
        if (closed) return settle(unclear('the reader is closed', text));
        line.push({ id: nextId++, text, place, settle });
        if (line.length === 1) serve();
      }),
    close: async () => {
      closed = true;
      clearTimeout(timer);
      for (const one of line.splice(0)) one.settle(unclear('the reader is closed', one.text));
      worker?.removeAllListeners();
      await worker?.terminate();
    },
  };
}
