/** `doorman tools`: what agents and direct callers get of this machine, each with its switches. */
import type { ToolView } from '../../src-shared/tool-view.ts';
import { control } from './client.ts';
import {
  type Command,
  type CommandContext,
  type ExitCode,
  readArguments,
  saying,
  usageError,
} from './command.ts';

const help = `Usage: doorman tools [list] [--json]
       doorman tools on | off NAME [--json]
       doorman tools review NAME on | off [--json]

Lists the tools of this machine (with --json also what each takes), switches one on or off for everybody, or has its
results wait for you before they leave. While the desktop runs, what gives agents more must first be switched on in its window.

Example: doorman tools off screen_capture`;

const about = { name: 'tools', help };

export const toolsCommand: Command = {
  ...about,
  async run(args, context) {
    const read = readArguments(args, { json: { type: 'boolean', default: false } });
    if (!read.ok) return usageError(context, about, read.message);
    const [verb = 'list', tool, position, ...more] = read.positionals;
    if (verb === 'list' && tool === undefined) return list(context, read.values.json === true);
    const told = saying(context, read.values.json);
    if ((verb === 'on' || verb === 'off') && tool !== undefined && position === undefined) {
      return order(told, { command: 'tool-set', tool, on: verb === 'on' });
    }
    const reviewed = verb === 'review' && tool !== undefined && more.length === 0;
    if (reviewed && (position === 'on' || position === 'off')) {
      return order(told, { command: 'tool-review', tool, on: position === 'on' });
    }
    return usageError(context, about, `unknown use: ${read.positionals.join(' ')}`);
  },
};

async function list(context: CommandContext, json: boolean): Promise<ExitCode> {
  const reply = await control<'status'>(context.paths.socket, { command: 'status' });
  if (!reply.ok) return failed(context, reply.error);
  const { tools } = reply.value.state;
  if (json) context.out(JSON.stringify(tools));
  else for (const tool of tools) context.out(toolLine(tool));
  return 0;
}

function toolLine({ name, left, reviewed, description }: ToolView): string {
  const marks = [...(left ? [left] : []), ...(reviewed ? ['reviewed'] : [])].join(', ');
  const [first = ''] = description.split('. ');
  return `${name.padEnd(20)} ${marks === '' ? '' : `(${marks}) `}${first.replace(/\.$/, '')}`;
}

type Order = Parameters<typeof control<'tool-set' | 'tool-review'>>[1];

async function order(context: CommandContext, request: Order): Promise<ExitCode> {
  const reply = await control<'tool-set' | 'tool-review'>(context.paths.socket, request);
  if (!reply.ok) return failed(context, reply.error);
  context.out('Done.');
  return 0;
}

function failed(context: CommandContext, error: string): 1 {
  context.error(`doorman tools: ${error}`);
  return 1;
}
