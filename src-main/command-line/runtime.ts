/** `doorman runtime`: the small agent runtime alone, for whoever wants to call tools of clients from scripts. */
import { type Command, type CommandContext, type ExitCode, readArguments, usageError } from './command.ts';

const help = `Usage: doorman runtime [--listen HOST:PORT] [--tokens FILE] [--json]
       doorman runtime --new-token [--json]

Runs the small agent runtime by itself, without a Doorman: clients offer tools at /v1/client-tools, scripts
list and call them at /v1/tools and /v1/invoke. Prints one JSON line once it is ready. End it with Ctrl+C
or SIGTERM.

  --listen     where to listen; LOOMCYCLE_LISTEN_ADDR or 127.0.0.1:8787 if left out. Port 0 finds a free one.
  --tokens     a file with the tokens to take: {"tokens": [{"sha256": "…", "subject": "me"}]}. Left out
               (and no file in DOORMAN_RUNTIME_TOKENS), it makes a bearer for this run and keeps it in a
               file that only you can read; it then listens on loopback only.
  --new-token  prints a random token, and the "sha256" by which a token file knows it

Limits: LOOMCYCLE_CLIENT_TOOL_TIMEOUT_MS, _MAX_BYTES, _MAX_CONNS, LOOMCYCLE_SSE_KEEPALIVE_MS.

Example: doorman runtime --listen 127.0.0.1:9000 --tokens tokens.json`;

const about = { name: 'runtime', help };

export interface RuntimeStart {
  readonly host: string;
  readonly port: number;
  readonly tokensFile: string | undefined;
}

export type RuntimeStarted =
  | { readonly ok: true; readonly url: string; readonly bearerFile?: string; close(): Promise<void> }
  | { readonly ok: false; readonly problem: string };

export interface RuntimeCommandParts {
  start(start: RuntimeStart, context: CommandContext): Promise<RuntimeStarted>;
  newToken(): Promise<{ token: string; sha256: string }>;
  /** What counts where the arguments do not say. */
  readonly listen: string | undefined;
  readonly tokensFile: string | undefined;
  /** Resolves when the process is told to end. */
  ended(): Promise<void>;
}

export function runtimeCommand(parts: RuntimeCommandParts): Command {
  return {
    ...about,
    async run(args, context) {
      const read = readArguments(args, {
        listen: { type: 'string' },
        tokens: { type: 'string' },
        'new-token': { type: 'boolean' },
        // What it says is JSON anyway.
        json: { type: 'boolean' },
      });
      if (!read.ok) return usageError(context, about, read.message);
      if (read.positionals.length > 0) return usageError(context, about, 'takes no operands');
      if (read.values['new-token']) {
        context.out(JSON.stringify(await parts.newToken()));
        return 0;
      }
      const address = readAddress(read.values.listen ?? parts.listen ?? '127.0.0.1:8787');
      if (!address) return usageError(context, about, 'the address to listen on must be HOST:PORT');
      return serve({ ...address, tokensFile: read.values.tokens ?? parts.tokensFile }, parts, context);
    },
  };
}

async function serve(
  start: RuntimeStart,
  parts: RuntimeCommandParts,
  context: CommandContext,
): Promise<ExitCode> {
  const ended = parts.ended();
  const started = await parts.start(start, context);
  if (!started.ok) {
    context.error(`doorman runtime: ${started.problem}`);
    return 1;
  }
  context.out(JSON.stringify({ url: started.url, bearer_file: started.bearerFile, pid: process.pid }));
  await ended;
  await started.close();
  return 0;
}

/** `HOST:PORT`, `[IPv6]:PORT`, or `:PORT` for every address of the machine. */
function readAddress(text: string): { host: string; port: number } | undefined {
  const [, host, port] = /^(\[[0-9a-f:.]+\]|[^[\]:]*):(\d{1,5})$/i.exec(text) ?? [];
  if (host === undefined || Number(port) > 65_535) return undefined;
  return { host: host.replace(/^\[|\]$/g, '') || '0.0.0.0', port: Number(port) };
}
