/** Reads shell texts in a worker with a hard time limit, then looks up the files they name. Fails closed. */
import type { ShellScript } from '../../src-shared/shell-script.ts';
import { unreadableText } from './shell-characters.ts';
import { SYNTAX } from './shell-construct-names.ts';
import { type ShellPlace, unclear } from './shell-reading.ts';
import { lookAround } from './shell-survey.ts';
import { ShellWorkerLine, type Turn } from './shell-worker-line.ts';

/** Longer texts are not read but asked about; nobody reviews 16 KiB of shell in a glance anyway. */
const MOST_BYTES = 16 * 1024;

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
  parse(text: string, place: ShellPlace, turn?: Turn): Promise<ShellScript>;
  close(): Promise<void>;
}

/** Starts nothing yet: the worker is started by the first text, and again after each kill. */
export function createShellParser(options: ShellParserOptions): ShellParser {
  const line = new ShellWorkerLine(options);
  async function read(text: string, place: ShellPlace, turn: Turn | undefined): Promise<ShellScript> {
    const problem = unreadableText(text);
    if (problem?.kind === 'invalid') return problem;
    if (Buffer.byteLength(text) > MOST_BYTES) return unclear('a text of over 16 KiB', text);
    const script = await line.read(text, place, turn);
    if (
      script.kind === 'unclear' &&
      options.bashAccepts &&
      script.unclear.some((part) => part.construct === SYNTAX)
    ) {
      if (!(await options.bashAccepts(text))) return { kind: 'invalid', why: 'bash cannot parse it' };
    }
    if (script.kind === 'invalid') return script;
    const seen = { ...script, surroundings: await lookAround(script, options.programPath ?? [], place) };
    if (!problem) return seen;
    const known =
      seen.kind === 'unclear' ? seen : { ...seen, kind: 'unclear' as const, writes: [], unclear: [] };
    return { ...known, unclear: [problem.part, ...known.unclear] };
  }
  return {
    parse: (text, place, turn) =>
      read(text, place, turn).catch((error: unknown) =>
        unclear(`the reader failed (${String(error)})`, text),
      ),
    close: () => line.close(),
  };
}
