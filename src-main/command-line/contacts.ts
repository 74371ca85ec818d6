/** `doorman contacts`: who may run tools directly with a key, who waits to be let in, and the signed door itself. */
import type { DirectView } from '../../src-shared/contact.ts';
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

const help = `Usage: doorman contacts [list] [--json]
       doorman contacts accept ADDRESS --name NAME [--tool NAME]... [--json]
       doorman contacts revoke ADDRESS [--block] [--json]
       doorman contacts invite --name NAME [--tool NAME]... [--json]
       doorman contacts open | close [--json]

Shows the callers that are accepted, refused or waiting; lets one in, for all tools or for those named; ends one at
once; makes a code that lets its bearer in once; opens or closes the door for callers with a key. While the desktop
runs, what lets somebody in must first be switched on in its window.

Example: doorman contacts invite --name laptop --tool fs_read_file`;

const about = { name: 'contacts', help };

interface Options {
  readonly json?: boolean | undefined;
  readonly block?: boolean | undefined;
  readonly name?: string | undefined;
  readonly tool?: string[] | undefined;
}

export const contactsCommand: Command = {
  ...about,
  async run(args, context) {
    const read = readArguments(args, {
      json: { type: 'boolean' },
      block: { type: 'boolean' },
      name: { type: 'string' },
      tool: { type: 'string', multiple: true },
    });
    if (!read.ok) return usageError(context, about, read.message);
    const [verb = 'list', ...operands] = read.positionals;
    return act(context, verb, operands, read.values);
  },
};

async function act(
  context: CommandContext,
  verb: string,
  operands: readonly string[],
  options: Options,
): Promise<ExitCode> {
  const wrong = (message: string) => usageError(context, about, message);
  const [address, ...more] = operands;
  const limit = options.tool ? { tools: options.tool } : {};
  const named = verb === 'accept' || verb === 'invite';
  if (named && !options.name) return wrong(`${verb} needs --name`);
  if (verb === 'accept' || verb === 'revoke') {
    if (address === undefined || more.length > 0) return wrong(`${verb} takes one ADDRESS`);
  } else if (operands.length > 0) return wrong(`${verb} takes no operands`);
  switch (verb) {
    case 'list':
      return list(context, options.json === true);
    case 'accept':
      return order(saying(context, options.json), {
        command: 'caller-accept',
        contact: { address: address ?? '', name: options.name ?? '', ...limit },
      });
    case 'revoke':
      return order(saying(context, options.json), {
        command: 'caller-refuse',
        caller: { address: address ?? '', block: options.block === true },
      });
    case 'invite':
      return invite(context, { name: options.name ?? '', ...limit }, options.json === true);
    case 'open':
    case 'close':
      return order(saying(context, options.json), { command: 'listen', on: verb === 'open' });
    default:
      return wrong(`unknown use: ${verb}`);
  }
}

async function list(context: CommandContext, json: boolean): Promise<ExitCode> {
  const reply = await control<'contacts'>(context.paths.socket, { command: 'contacts' });
  if (!reply.ok) return failed(context, reply.error);
  context.out(json ? JSON.stringify(reply.value) : viewText(reply.value));
  return 0;
}

type Order = Parameters<typeof control<'caller-accept' | 'caller-refuse' | 'listen'>>[1];

async function order(context: CommandContext, request: Order): Promise<ExitCode> {
  const reply = await control<'caller-accept' | 'caller-refuse' | 'listen'>(context.paths.socket, request);
  if (!reply.ok) return failed(context, reply.error);
  context.out('Done.');
  return 0;
}

async function invite(
  context: CommandContext,
  made: { readonly name: string; readonly tools?: string[] },
  json: boolean,
): Promise<ExitCode> {
  const reply = await control<'caller-invite'>(context.paths.socket, {
    command: 'caller-invite',
    invite: made,
  });
  if (!reply.ok) return failed(context, reply.error);
  context.out(json ? JSON.stringify(reply.value) : reply.value.code);
  return 0;
}

function viewText(view: DirectView): string {
  const door = view.url === undefined ? (view.problem ?? 'closed') : `open at ${view.url}`;
  return [
    `door for callers with a key: ${visibleText(door)}`,
    ...(view.address === undefined ? [] : [`address of this machine: ${view.address}`]),
    ...view.contacts.map(({ address, name, tools }) => {
      const which = tools === undefined ? 'every tool' : tools.join(', ') || 'no tool';
      return `accepted ${address} ${visibleText(name)}: ${visibleText(which)}`;
    }),
    ...view.strangers.map(({ address, from }) => `waits    ${address} from ${visibleText(from)}`),
    ...view.blocked.map((address) => `refused  ${address}`),
  ].join('\n');
}

function failed(context: CommandContext, error: string): 1 {
  context.error(`doorman contacts: ${error}`);
  return 1;
}
