/** The runtime of our own, started alone: whom it lets in, and where it may listen. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import { isLoopback } from '../src-runtime/loopback.ts';
import { lookupIn, type PrincipalLookup } from '../src-runtime/principal.ts';
import { limitsFrom } from '../src-runtime/runtime-limits.ts';
import { type RunningRuntime, startRuntime } from '../src-runtime/start-runtime.ts';
import { readTokenTable } from '../src-runtime/token-table.ts';
import type { DoormanPaths } from './paths.ts';

export { newToken } from '../src-runtime/token-table.ts';

export interface StandaloneRuntimeOptions {
  readonly host: string;
  readonly port: number;
  readonly tokensFile: string | undefined;
  readonly paths: Pick<DoormanPaths, 'home' | 'bearerFile'>;
  readonly env: NodeJS.ProcessEnv;
  log(line: string): void;
}

export type StandaloneRuntime =
  | { readonly ok: true; readonly url: string; readonly bearerFile?: string; close(): Promise<void> }
  | { readonly ok: false; readonly problem: string };

/**
 * Starts it. With a token file it takes those tokens, wherever it listens; without one it makes a bearer for this run
 * and stays on loopback. The published runtime takes everybody when it has no tokens; this one never does, since any
 * page in a browser of this machine could connect to it.
 */
export async function startStandaloneRuntime(options: StandaloneRuntimeOptions): Promise<StandaloneRuntime> {
  const { host, tokensFile, log } = options;
  if (tokensFile !== undefined) {
    const text = await readText(tokensFile);
    if (text === undefined) return problem(`${tokensFile} cannot be read`);
    const table = readTokenTable(text);
    if (!table.ok) return problem(`${tokensFile} is no token file: ${table.problem}`);
    if (!isLoopback(host))
      log('doorman runtime: tokens and answers travel unencrypted; put a proxy with TLS in front of it');
    return listen(options, table.lookup);
  }
  if (!isLoopback(host))
    return problem(`listening on ${host}, which others can reach, wants --tokens FILE (see --help)`);
  const bearer = randomBytes(32).toString('base64url');
  const started = await listen(options, lookupIn(new Map([[bearer, ONE_PERSON]])));
  return started.ok ? keepBearer(started, bearer, options) : started;
}

const ONE_PERSON = { tenant: 'default', subject: 'default' };

async function listen(options: StandaloneRuntimeOptions, principals: PrincipalLookup) {
  const { host, port, env } = options;
  try {
    const runtime = await startRuntime({ ...limitsFrom(env), host, port, principals });
    return { ok: true as const, ...runtime };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') return problem(`${host}:${port} is in use; choose another with --listen`);
    return problem(`cannot listen on ${host}:${port} (${code ?? 'unknown error'})`);
  }
}

/** The name of the file has the port in it, because several can run at once. */
async function keepBearer(
  runtime: RunningRuntime,
  bearer: string,
  { paths }: StandaloneRuntimeOptions,
): Promise<StandaloneRuntime> {
  const bearerFile = `${paths.bearerFile}-${runtime.port}`;
  await mkdir(paths.home, { recursive: true, mode: 0o700 });
  await writeFileAtomic(bearerFile, `${bearer}\n`, { mode: 0o600 });
  return {
    ok: true,
    url: runtime.url,
    bearerFile,
    async close() {
      await rm(bearerFile, { force: true });
      await runtime.close();
    },
  };
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
}

function problem(text: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem: text };
}
