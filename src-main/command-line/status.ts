/** `doorman status`: what the running host of this home is doing. */

import type { StatusReply } from '../../src-shared/control.ts';
import { overallState } from '../../src-shared/overall-state.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import { control } from './client.ts';
import { type Command, readArguments, usageError } from './command.ts';
import { describeRuntime } from './runtime-words.ts';

const help = `Usage: doorman status [--json]

Says whether a host runs for this home, what it is connected to, and what waits.

Example: doorman status --json`;

const about = { name: 'status', help };

export const statusCommand: Command = {
  ...about,
  async run(args, context) {
    const read = readArguments(args, { json: { type: 'boolean', default: false } });
    if (!read.ok) return usageError(context, about, read.message);
    if (read.positionals.length > 0) return usageError(context, about, 'takes no operands');
    const reply = await control<'status'>(context.paths.socket, { command: 'status' });
    if (!reply.ok) {
      context.error(`doorman status: ${reply.error}`);
      return 1;
    }
    context.out(read.values.json ? JSON.stringify(reply.value) : describeStatus(reply.value));
    return 0;
  },
};

function describeStatus({ kind, pid, home, embeddedRuntime, state }: StatusReply): string {
  return [
    `${overallState(state)} (${kind}, process ${pid}, home ${home})`,
    `mode ${state.mode}, ${state.waitingCount} waiting`,
    ...state.runtimes.map((runtime) => describeRuntime(runtime, Date.now())),
    ...(embeddedRuntime
      ? [`embedded runtime ${embeddedRuntime.url}, bearer in ${embeddedRuntime.bearerFile}`]
      : []),
    ...state.notices.map((notice) => `${notice.level}: ${visibleText(notice.text)}`),
  ].join('\n');
}
