/** `doorman grants`: see what is allowed for longer than once, and end it. */
import type { GrantView } from '../../src-shared/grant-view.ts';
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

const help = `Usage: doorman grants [list] [--json]
       doorman grants end ID [--json]

Shows what you allowed for longer than once: for a run, for 15 minutes, for the next time, and the lines that your
answers added to the permission file. Ending one makes the same ask again; what runs already goes on. ID may be
shortened as long as it stays unique.

Example: doorman grants end g-3f2a`;

const about = { name: 'grants', help };

export const grantsCommand: Command = {
  ...about,
  async run(args, context) {
    const read = readArguments(args, { json: { type: 'boolean', default: false } });
    if (!read.ok) return usageError(context, about, read.message);
    const [verb = 'list', id, ...rest] = read.positionals;
    if (verb === 'list' && id === undefined) return list(context, read.values.json === true);
    if (verb !== 'end' || rest.length > 0) {
      return usageError(context, about, `unknown use: ${read.positionals.join(' ')}`);
    }
    if (id === undefined) return usageError(context, about, 'end needs the ID of a grant');
    return end(saying(context, read.values.json), id);
  },
};

async function list(context: CommandContext, json: boolean): Promise<ExitCode> {
  const reply = await control<'grants'>(context.paths.socket, { command: 'grants' });
  if (!reply.ok) return failed(context, reply.error);
  if (json) context.out(JSON.stringify(reply.value));
  else if (reply.value.length === 0) context.out('Nothing is allowed for longer than once.');
  else for (const grant of reply.value) context.out(grantLines(grant, Date.now()));
  return 0;
}

async function end(context: CommandContext, id: string): Promise<ExitCode> {
  const all = await control<'grants'>(context.paths.socket, { command: 'grants' });
  if (!all.ok) return failed(context, all.error);
  const picked = pickById(all.value, (one) => one.id, id, ['grant', 'grants']);
  if (!picked.ok) return failed(context, picked.problem);
  const grant = picked.item;
  const reply = await control<'end-grant'>(context.paths.socket, { command: 'end-grant', grant: grant.id });
  if (!reply.ok) return failed(context, reply.error);
  context.out(`Ended, it asks again: ${visibleText(grant.covers)}`);
  return 0;
}

function failed(context: CommandContext, error: string): ExitCode {
  context.error(`doorman grants: ${error}`);
  return 1;
}

const KINDS = {
  run: 'for its run',
  minutes: 'for 15 minutes',
  next: 'for the next time it is asked',
  always: 'always, a line of the permission file',
} satisfies Record<GrantView['kind'], string>;

/** One grant as a person reads it in a terminal; nothing in it can move the cursor or hide. `now` is Unix milliseconds. */
function grantLines({ id, kind, covers, from, until }: GrantView, now: number): string {
  const left = until === undefined ? '' : `, ${Math.max(0, Math.ceil((until - now) / 60_000))} min left`;
  const asked = from === undefined ? '' : `; asked by ${visibleText(from)}`;
  return [`${id}  ${visibleText(covers)}`, `  ${KINDS[kind]}${left}${asked}`].join('\n');
}
