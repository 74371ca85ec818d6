/** `doorman serve`: the host without a desktop, until it is told to end. */
import type { ComposedHost, ComposeResult } from '../host.ts';
import { type Command, type CommandContext, readArguments, usageError } from './command.ts';

const help = `Usage: doorman serve

Runs the host without a desktop. Prints one JSON line once it is ready, with the address of the embedded
runtime and the file that holds its bearer; decide with "doorman approvals". Logs go to standard error.
End it with Ctrl+C or SIGTERM.

Example: doorman serve`;

const about = { name: 'serve', help };

/** `startHost` builds the host; `ended` resolves when the process is told to end. */
export function serveCommand(
  startHost: (context: CommandContext) => Promise<ComposeResult>,
  ended: () => Promise<void>,
): Command {
  return {
    ...about,
    async run(args, context) {
      const read = readArguments(args, {});
      if (!read.ok) return usageError(context, about, read.message);
      if (read.positionals.length > 0) return usageError(context, about, 'takes no operands');
      const stop = ended();
      const composed = await startHost(context);
      if (!composed.ok) {
        context.error(`doorman serve: ${composed.problem}`);
        return 1;
      }
      context.out(readyLine(composed, context));
      await stop;
      await composed.host.shutdown();
      return 0;
    },
  };
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
