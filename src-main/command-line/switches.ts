/** `doorman pause`, `resume` and `stop`: the switches of a running host. */
import { visibleText } from '../../src-shared/visible-text.ts';
import { control } from './client.ts';
import { type Command, readArguments, saying, usageError } from './command.ts';

type Switch = 'pause' | 'resume' | 'stop';

const texts: Record<Switch, { help: string; done: string }> = {
  pause: {
    help: 'Usage: doorman pause [--run ID] [--json]\n\nRefuses every call, or those of one run, until you resume; what runs goes on. A run is named by its\nown id, or by the one that "doorman status --json" gives it.\n\nExample: doorman pause',
    done: 'Paused: every call is refused until you resume.',
  },
  resume: {
    help: 'Usage: doorman resume [--run ID] [--json]\n\nTakes calls again, or those of one run. While the desktop runs, this must first be switched on in its window,\nand a Stop can only be lifted there.\n\nExample: doorman resume',
    done: 'Calls are taken again.',
  },
  stop: {
    help: 'Usage: doorman stop [--json]\n\nRefuses what waits, ends what runs, and stays in force over restarts until you lift it.\n\nExample: doorman stop',
    done: 'Stopped: nothing runs, and nothing will until you lift it.',
  },
};

const RUN_DONE: Record<Switch, string> = {
  pause: 'its calls are refused until you resume it.',
  resume: 'its calls are taken again.',
  stop: '',
};

const json = { type: 'boolean' } as const;

function switchCommand(name: Switch): Command {
  const about = { name, help: texts[name].help };
  return {
    ...about,
    async run(args, context) {
      const read = readArguments(args, name === 'stop' ? { json } : { json, run: { type: 'string' } });
      if (!read.ok) return usageError(context, about, read.message);
      if (read.positionals.length > 0) return usageError(context, about, 'takes no operands');
      const { run } = read.values as { readonly run?: string };
      const told = saying(context, read.values.json);
      const socket = context.paths.socket;
      const reply =
        name === 'stop' || run === undefined
          ? await control<Switch>(socket, { command: name })
          : await control<'pause-run' | 'resume-run'>(socket, { command: `${name}-run`, run });
      if (!reply.ok) {
        context.error(`doorman ${name}: ${reply.error}`);
        return 1;
      }
      told.out(run === undefined ? texts[name].done : `${visibleText(run)}: ${RUN_DONE[name]}`);
      return 0;
    },
  };
}

export const pauseCommand = switchCommand('pause');
export const resumeCommand = switchCommand('resume');
export const stopCommand = switchCommand('stop');
