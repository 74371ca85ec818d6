/** `doorman mode`: what waits for the person, and what runs without. */
import { modeSchema } from '../../src-shared/settings.ts';
import { control } from './client.ts';
import { type Command, readArguments, usageError } from './command.ts';

const help = `Usage: doorman mode [confirm|auto] [--json]

Shows or sets the mode. confirm: whatever no rule allows waits for you. auto: harmless commands that no rule names run
behind the guarded wall; all else waits. While the desktop runs, auto must first be switched on in its window.

Example: doorman mode confirm`;

const about = { name: 'mode', help };

export const modeCommand: Command = {
  ...about,
  async run(args, context) {
    const read = readArguments(args, { json: { type: 'boolean', default: false } });
    if (!read.ok) return usageError(context, about, read.message);
    const [wanted, ...more] = read.positionals;
    const mode = modeSchema.safeParse(wanted);
    if (more.length > 0 || (wanted !== undefined && !mode.success)) {
      return usageError(context, about, `unknown mode: ${read.positionals.join(' ')}`);
    }
    const { socket } = context.paths;
    const set = mode.success
      ? await control<'mode-set'>(socket, { command: 'mode-set', mode: mode.data })
      : { ok: true as const };
    const reply = set.ok ? await control<'status'>(socket, { command: 'status' }) : set;
    if (!reply.ok) {
      context.error(`doorman mode: ${reply.error}`);
      return 1;
    }
    const now = reply.value.state.mode;
    context.out(read.values.json ? JSON.stringify({ mode: now }) : now);
    return 0;
  },
};
