/** `doorman serve`: the host without a desktop, until it is told to end. */
import type { ComposedHost, ComposeResult } from '../host.ts';
import { type Command, type CommandContext, type ExitCode, readArguments, usageError } from './command.ts';
import { createLog, LOG_FORMS, type Log, logHost } from './serve-log.ts';

const help = `Usage: doorman serve [--log lines|json] [--json]

Runs the host without a desktop. Prints one JSON line once it is ready, with the address of the embedded
runtime and the file that holds its bearer; decide with "doorman approvals". Logs go to standard error, as
lines or, with "--log json" or --json, a JSON object each. End it with Ctrl+C or SIGTERM. docs/serve.md has a unit
for systemd, and what to do where there is no keychain.

Example: doorman serve --log json`;

const about = { name: 'serve', help };
const options = { log: { type: 'string' }, json: { type: 'boolean', default: false } } as const;

/** `startHost` builds the host; `ended` resolves when the process is told to end. */
export function serveCommand(
  startHost: (context: CommandContext) => Promise<ComposeResult>,
  ended: () => Promise<void>,
): Command {
  return {
    ...about,
    async run(args, context) {
      const read = readArguments(args, options);
      if (!read.ok) return usageError(context, about, read.message);
      if (read.positionals.length > 0) return usageError(context, about, 'takes no operands');
      const wanted = read.values.log ?? (read.values.json ? 'json' : 'lines');
      const form = LOG_FORMS.find((each) => each === wanted);
      if (form === undefined) return usageError(context, about, '--log takes lines or json');
      return serve(context, createLog(form, context.error, Date.now), startHost, ended);
    },
  };
}

async function serve(
  context: CommandContext,
  log: Log,
  startHost: (context: CommandContext) => Promise<ComposeResult>,
  ended: () => Promise<void>,
): Promise<ExitCode> {
  const stop = ended();
  const composed = await startHost({ ...context, error: (line) => log('error', line) });
  if (!composed.ok) {
    log('error', `doorman serve: ${composed.problem}`);
    return 1;
  }
  const logNoMore = logHost(composed.host, log);
  context.out(readyLine(composed, context));
  await stop;
  logNoMore();
  log('info', 'told to end: what waits is refused, what runs is ended');
  await composed.host.shutdown();
  log('info', 'ended');
  return 0;
}

function readyLine(composed: ComposedHost, context: CommandContext): string {
  return JSON.stringify({
    url: composed.embeddedUrl,
    bearer_file: context.paths.bearerFile,
    socket: context.paths.socket,
    home: context.paths.home,
    pid: process.pid,
  });
}
