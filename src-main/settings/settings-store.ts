/** The settings file: read and checked once at start, written whole. A broken file is reported and left as it is. */
import { readFile } from 'node:fs/promises';
import { findNodeAtLocation, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser';
import writeFileAtomic from 'write-file-atomic';
import { defaultSettings, type Settings, settingsSchema } from '../../src-shared/settings.ts';

export interface SettingsStore {
  current(): Settings;
  /** For the person: what is wrong with the file, with line and column. Changes are then not saved. */
  readonly problem: string | undefined;
  /** Applies a change and writes the file. Resolves to a problem for the person, or to nothing. */
  update(change: (settings: Settings) => Settings): Promise<string | undefined>;
  /** Resolves when every change made so far is on disk, or could not be written. */
  saved(): Promise<unknown>;
}

/** What counts while the file cannot be read: whether Stop was in force is unknown, so it is. */
const failClosed: Settings = { ...defaultSettings, stopped: true };

/** Opens the settings in `file`; a missing file means the defaults. */
export async function openSettings(file: string): Promise<SettingsStore> {
  const read = await readSettings(file);
  let settings = read.ok ? read.settings : failClosed;
  const problem = read.ok ? undefined : read.problem;
  let writing: Promise<unknown> = Promise.resolve();

  return {
    current: () => settings,
    problem,
    async update(change) {
      settings = change(settings);
      if (problem) return `It holds for this run only, because the settings file is broken. ${problem}`;
      const text = `${JSON.stringify(settings, null, 2)}\n`;
      const write = writing.then(() => writeFileAtomic(file, text, { mode: 0o600 }));
      writing = write.catch(() => undefined);
      return write.then(
        () => undefined,
        (error: Error) => `It holds for this run only: ${file} cannot be written (${error.message}).`,
      );
    },
    saved: () => writing,
  };
}

type Read = { ok: true; settings: Settings } | { ok: false; problem: string };

async function readSettings(file: string): Promise<Read> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { ok: true, settings: defaultSettings };
    return { ok: false, problem: `${file} cannot be read: ${(error as Error).message}` };
  }
  return parseSettings(text, file);
}

/** Parses the text of a settings file; a problem names the file, the line and the column. */
export function parseSettings(text: string, file: string): Read {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  const first = errors[0];
  if (first) {
    const what = printParseErrorCode(first.error);
    return { ok: false, problem: `${file}, ${place(text, first.offset)}: ${what}. Mend it and start again.` };
  }
  const checked = settingsSchema.safeParse(value);
  if (checked.success) return { ok: true, settings: checked.data };
  const issue = checked.error.issues[0];
  const path = issue?.path.join('.') || 'the whole file';
  const at = place(text, offsetOf(text, issue?.path ?? []));
  return { ok: false, problem: `${file}, ${at}: ${path}: ${issue?.message}. Mend it and start again.` };
}

function offsetOf(text: string, path: readonly PropertyKey[]): number {
  const root = parseTree(text);
  const keys = path.filter((key) => typeof key !== 'symbol');
  for (let length = keys.length; root && length > 0; length -= 1) {
    const node = findNodeAtLocation(root, keys.slice(0, length));
    if (node) return node.offset;
  }
  return 0;
}

function place(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
