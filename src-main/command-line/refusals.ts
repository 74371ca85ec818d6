/** `doorman refusals`: see what was refused and is refused again unasked, and forgive it. */
import type { RefusalView } from '../../src-shared/app-state.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import { control } from './client.ts';
import {
  type Command,
  type CommandContext,
  type ExitCode,
  readArguments,
  saying,
  usageError,
} from './command.ts';
import { pickById } from './pick-by-id.ts';

const help = `Usage: doorman refusals [list] [--json]
       doorman refusals forgive ID [--json]

Shows what you refused last: the same, asked for again in the same run, is refused without asking you. Forgiving one lets
it be asked again. ID may be shortened as long as it stays unique. While the desktop runs, forgiving from here must
first be switched on in its window.

Example: doorman refusals forgive no-3f2a`;

const about = { name: 'refusals', help };

export const refusalsCommand: Command = {
  ...about,
  async run(args, context) {
    const read = readArguments(args, { json: { type: 'boolean', default: false } });
    if (!read.ok) return usageError(context, about, read.message);
    const [verb = 'list', id, ...rest] = read.positionals;
    if (verb === 'list' && id === undefined) return list(context, read.values.json === true);
    if (verb !== 'forgive' || rest.length > 0) {
      return usageError(context, about, `unknown use: ${read.positionals.join(' ')}`);
    }
    if (id === undefined) return usageError(context, about, 'forgive needs the ID of a refusal');
    return forgive(saying(context, read.values.json), id);
  },
};

async function list(context: CommandContext, json: boolean): Promise<ExitCode> {
  const reply = await control<'refusals'>(context.paths.socket, { command: 'refusals' });
  if (!reply.ok) return failed(context, reply.error);
  if (json) context.out(JSON.stringify(reply.value));
  else if (reply.value.length === 0) context.out('Nothing is refused again unasked.');
  else for (const refusal of reply.value) context.out(refusalLines(refusal));
  return 0;
}

async function forgive(context: CommandContext, id: string): Promise<ExitCode> {
  const all = await control<'refusals'>(context.paths.socket, { command: 'refusals' });
  if (!all.ok) return failed(context, all.error);
  const picked = pickById(all.value, (one) => one.id, id, ['refusal', 'refusals']);
  if (!picked.ok) return failed(context, picked.problem);
  const refusal = picked.item;
  const reply = await control<'forgive'>(context.paths.socket, {
    command: 'forgive',
    refusalId: refusal.id,
  });
  if (!reply.ok) return failed(context, reply.error);
  context.out(`Forgiven, it may be asked again: ${visibleText(refusal.summary)}`);
  return 0;
}

function failed(context: CommandContext, error: string): ExitCode {
  context.error(`doorman refusals: ${error}`);
  return 1;
}

function refusalLines({ id, summary, from, times, lastAt }: RefusalView): string {
  const often = times === 1 ? 'once' : `${times} times`;
  return [
    `${id}  ${visibleText(summary)}`,
    `  refused ${often}, last at ${new Date(lastAt).toISOString()}; asked by ${visibleText(from)}`,
  ].join('\n');
}
