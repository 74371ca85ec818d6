/** Finds the command that is meant, tells how it is used, or runs it. */
import type { Command, CommandContext, ExitCode } from './command.ts';

/** @param args what follows the name of the program */
export async function runCommandLine(
  commands: readonly Command[],
  args: readonly string[],
  context: CommandContext,
): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    context.out(usage(commands));
    return name === undefined ? 2 : 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) {
    context.error(`doorman: unknown command ${JSON.stringify(name)}\n${usage(commands)}`);
    return 2;
  }
  const own = command.verbatim ? rest.slice(0, 1) : rest;
  if (own.includes('--help') || own.includes('-h')) {
    context.out(command.help);
    return 0;
  }
  return command.run(rest, context);
}

function usage(commands: readonly Command[]): string {
  return `Usage: doorman COMMAND [ARGUMENTS]

Commands: ${commands.map((command) => command.name).join(', ')}
"doorman COMMAND --help" tells how each is used. DOORMAN_HOME names another home folder.`;
}
