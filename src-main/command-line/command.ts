/** What every command of the command line is: a help text and a run that ends in an exit code. */
import { parseArgs } from 'node:util';
import type { DoormanPaths } from '../paths.ts';

/** 0 done, 1 failed or refused, 2 used wrongly. */
export type ExitCode = 0 | 1 | 2;

export interface Terminal {
  out(line: string): void;
  error(line: string): void;
  /** Aborted once nobody reads the output any more. */
  readonly readerGone: AbortSignal;
}

export interface CommandContext extends Terminal {
  readonly paths: DoormanPaths;
}

export interface Command {
  readonly name: string;
  readonly help: string;
  /** What follows its options is for somebody else, so help is asked for by the first word alone. */
  readonly verbatim?: true;
  run(args: readonly string[], context: CommandContext): Promise<ExitCode>;
}

type Options = NonNullable<Parameters<typeof parseArgs>[0]>['options'];

/** Reads options and operands; an unknown option is a usage error that is returned, not thrown. */
export function readArguments<O extends NonNullable<Options>>(args: readonly string[], options: O) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
    });
    return { ok: true as const, values, positionals };
  } catch (error) {
    return { ok: false as const, message: (error as Error).message };
  }
}

/** For what has nothing to show but that it was done: a sentence, or with `--json` an object that holds it. */
export function saying(context: CommandContext, json: boolean | undefined): CommandContext {
  return json ? { ...context, out: (done) => context.out(JSON.stringify({ done })) } : context;
}

/** Says what was wrong with the use of a command, and how it is used. */
export function usageError(
  context: Pick<Terminal, 'error'>,
  command: Pick<Command, 'name' | 'help'>,
  message: string,
): ExitCode {
  context.error(`doorman ${command.name}: ${message}`);
  context.error(command.help);
  return 2;
}
