/** `doorman call` and `doorman tool`: one command or one tool, run at once if it is on the whitelist. */
import { type CallOptions, callArguments } from './call-arguments.ts';
import { type Command, type CommandContext, type ExitCode, usageError } from './command.ts';
import { type ExecReply, printReply } from './exec-reply.ts';

const callHelp = `Usage: doorman call [--to ADDRESS|URL] [--relay URL] [--out FILE] [--timeout SECONDS] [--json] COMMAND...

Runs a shell command if the whitelist of the machine names it; nobody is asked. Everything after the options is the
command: one word is taken as it is (quote a chain or a pipe), several are put together as words. Without --to it is
this machine, over its local socket; with it, another one that has accepted the key of this home. A picture is saved
to --out, or to ./screenshot.png.

Exit codes: 0 it ran and did not fail, 1 it failed or was refused, 2 wrong use.

Example: doorman call git status
         doorman call 'ls -la | wc -l'`;

const toolHelp = `Usage: doorman tool [--to ADDRESS|URL] [--relay URL] [--out FILE] [--timeout SECONDS] [--json] NAME ['{JSON}']

Runs any tool with its input as JSON, under its own name or that of the published system, if the whitelist allows it.
"doorman tools" lists them.

Example: doorman tool fs_read_file '{"path":"notes.md"}'`;

/** What is called; never rejects. */
export interface CalledMachine {
  call(tool: string, args: never, options: { readonly timeout: number }): Promise<ExecReply>;
  close(): void;
}

export type OpenMachine = (
  context: CommandContext,
  target: Pick<CallOptions, 'to' | 'relay'>,
) => Promise<CalledMachine>;

export function callCommand(open: OpenMachine): Command {
  const about = { name: 'call', help: callHelp, verbatim: true as const };
  return {
    ...about,
    async run(args, context) {
      const read = callArguments(args);
      if (!read.ok) return usageError(context, about, read.message);
      if (read.rest.length === 0) return usageError(context, about, 'which command?');
      return run(context, 'call', open, read.options, 'bash', { command: commandText(read.rest) });
    },
  };
}

export function toolCommand(open: OpenMachine): Command {
  const about = { name: 'tool', help: toolHelp, verbatim: true as const };
  return {
    ...about,
    async run(args, context) {
      const read = callArguments(args);
      if (!read.ok) return usageError(context, about, read.message);
      const [name, text = '{}', ...more] = read.rest;
      if (name === undefined || more.length > 0)
        return usageError(context, about, 'takes a name and its input');
      const input = objectOf(text);
      if (input === undefined) return usageError(context, about, 'the input must be one JSON object');
      return run(context, 'tool', open, read.options, name, input);
    },
  };
}

async function run(
  context: CommandContext,
  name: string,
  open: OpenMachine,
  options: CallOptions,
  tool: string,
  input: object,
): Promise<ExitCode> {
  let machine: CalledMachine;
  try {
    machine = await open(context, options);
  } catch (error) {
    context.error(`doorman ${name}: ${(error as Error).message}`);
    return 1;
  }
  const reply = await machine.call(tool, input as never, { timeout: options.timeoutMs });
  machine.close();
  return printReply(context, name, reply, options);
}

/** One word as it is; several so that the shell there reads the same words. */
function commandText(words: readonly string[]): string {
  const [only] = words;
  if (only !== undefined && words.length === 1) return only;
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}

function objectOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
