/** A real host without a desktop, as `doorman serve` runs it, in a home and a HOME of its own. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { control } from '../../src-main/command-line/client.ts';
import { readJournal } from '../../src-main/journal/read-journal.ts';
import type { StatusReply } from '../../src-shared/control.ts';
import type { JournalEntry } from '../../src-shared/journal-entry.ts';
import { type CallReply, invokeTool } from './invoke-tool.ts';

/** The built command line. */
export const cliFile = fileURLToPath(new URL('../../out/cli.js', import.meta.url));

export interface Scratch {
  readonly root: string;
  /** HOME of the host. */
  readonly home: string;
  readonly doormanHome: string;
  /** The folder that the settings add. */
  readonly site: string;
  remove(): Promise<void>;
}

/**
 * A person's home with one added folder, and the settings and permissions that a test wants. In `base`, where /tmp
 * (which is private behind a wall) would hide too much.
 */
export async function makeScratch(
  settings: object = {},
  permissions?: string,
  base: string = tmpdir(),
): Promise<Scratch> {
  const root = await realpath(await mkdtemp(join(base, 'doorman-')));
  const [home, doormanHome] = [join(root, 'home'), join(root, 'doorman')];
  const site = join(home, 'site');
  await mkdir(site, { recursive: true });
  await mkdir(doormanHome, { mode: 0o700 });
  const text = JSON.stringify({ folders: [site], ...settings });
  await writeFile(join(doormanHome, 'settings.json'), text);
  if (permissions !== undefined) await writeFile(join(doormanHome, 'host.yaml'), permissions);
  return { root, home, doormanHome, site, remove: () => rm(root, { recursive: true, force: true }) };
}

export interface CliEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one command of the command line to its end, with `input` on its standard input. */
export function doorman(
  scratch: Scratch,
  args: readonly string[],
  env: object = {},
  input = '',
): Promise<CliEnd> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [cliFile, ...args],
      { env: environment(scratch, env) },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, stdout, stderr });
      },
    );
    child.stdin?.end(input);
  });
}

function environment(scratch: Scratch, extra: object): NodeJS.ProcessEnv {
  return { ...process.env, HOME: scratch.home, DOORMAN_HOME: scratch.doormanHome, ...extra };
}

export interface ServedHost {
  readonly url: string;
  readonly bearer: string;
  /** The local socket of the command line. */
  readonly socket: string;
  readonly process: ChildProcess;
  /** Calls a tool as a script would; the signal ends the request. */
  call(tool: string, input: unknown, signal?: AbortSignal): Promise<CallReply>;
  status(): Promise<StatusReply>;
  /** Resolves to the id of the oldest waiting call, once there is one. */
  waiting(): Promise<string>;
  journal(): Promise<JournalEntry[]>;
  /** Ends it as a service manager would; resolves to its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export async function serveHost(scratch: Scratch, env: object = {}): Promise<ServedHost> {
  const { child, exited, line } = await startServe(scratch, env);
  const ready = JSON.parse(line) as { url: string; bearer_file: string; socket: string };
  const bearer = (await readFile(ready.bearer_file, 'utf8')).trim();
  const status = () => askStatus(ready.socket);
  await until(async () => (await status()).state.runtimes.some((runtime) => runtime.status.kind === 'open'));
  return {
    url: ready.url,
    bearer,
    socket: ready.socket,
    process: child,
    call: (tool, input, signal) => invokeTool(ready.url, bearer, { tool, input }, signal),
    status,
    async waiting() {
      let id = '';
      await until(async () => {
        id = (await status()).state.waiting[0]?.callId ?? '';
        return id !== '';
      });
      return id;
    },
    journal: () => settledJournal(join(scratch.doormanHome, 'journal'), status),
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return exited;
    },
  };
}

/** Starts it and waits for its ready line. */
async function startServe(scratch: Scratch, env: object) {
  const child = spawn(process.execPath, [cliFile, 'serve'], {
    env: environment(scratch, env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  let errors = '';
  child.stderr.on('data', (part: Buffer) => {
    errors += part.toString();
  });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    void exited.then((code) => reject(new Error(`doorman serve ended with ${code}: ${errors}`)));
  });
  return { child, exited, line };
}

/** With the last line of every call that has ended: it is written a moment after the answer went out. */
async function settledJournal(folder: string, status: () => Promise<StatusReply>): Promise<JournalEntry[]> {
  // A host that is gone has written all that it had to.
  const recent = await status().then(
    ({ state }) => state.recent,
    () => [],
  );
  const ended = recent.filter(({ state }) => state === 'ended');
  let entries: JournalEntry[] = [];
  await until(async () => {
    entries = await readJournal(folder);
    const over = new Set(entries.flatMap((entry) => (entry.step === 'ended' ? [entry.call] : [])));
    return ended.every(({ callId }) => over.has(callId));
  });
  return entries;
}

async function askStatus(socket: string): Promise<StatusReply> {
  const reply = await control<'status'>(socket, { command: 'status' });
  if (!reply.ok) throw new Error(reply.error);
  return reply.value;
}

/** Asks again until the answer is yes; each question is a whole round trip, so nothing spins. */
export async function until(ask: () => Promise<boolean>, limitMs = 15_000): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await ask())) {
    if (Date.now() > end) throw new Error(`not true within ${limitMs} ms: ${ask}`);
  }
}
