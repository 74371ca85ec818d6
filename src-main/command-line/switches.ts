/** `doorman pause`, `resume` and `stop`: the switches of a running host. */
import { control } from './client.ts';
import { type Command, readArguments, usageError } from './command.ts';

type Switch = 'pause' | 'resume' | 'stop';

const texts: Record<Switch, { help: string; done: string }> = {
  pause: {
    help: 'Usage: doorman pause\n\nRefuses every call until you resume; what runs goes on.\n\nExample: doorman pause',
    done: 'Paused: every call is refused until you resume.',
  },
  resume: {
    help: 'Usage: doorman resume\n\nTakes calls again. While the desktop runs, this must first be switched on in its window,\nand a Stop can only be lifted there.\n\nExample: doorman resume',
    done: 'Calls are taken again.',
  },
  stop: {
    help: 'Usage: doorman stop\n\nRefuses what waits, ends what runs, and stays in force over restarts until you lift it.\n\nExample: doorman stop',
    done: 'Stopped: nothing runs, and nothing will until you lift it.',
  },
};

function switchCommand(name: Switch): Command {
  const about = { name, help: texts[name].help };
  return {
    ...about,
    async run(args, context) {
      const read = readArguments(args, {});
      if (!read.ok) return usageError(context, about, read.message);
      if (read.positionals.length > 0) return usageError(context, about, 'takes no operands');
      const reply = await control<Switch>(context.paths.socket, { command: name });
      if (!reply.ok) {
        context.error(`doorman ${name}: ${reply.error}`);
        return 1;
      }
      context.out(texts[name].done);
      return 0;
    },
  };
}

export const pauseCommand = switchCommand('pause');
export const resumeCommand = switchCommand('resume');
export const stopCommand = switchCommand('stop');
