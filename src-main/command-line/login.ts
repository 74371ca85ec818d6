/** `doorman login`: gives a runtime its token, from standard input into the keychain. */
import { visibleText } from '../../src-shared/visible-text.ts';
import {
  type Command,
  type CommandContext,
  type ExitCode,
  readArguments,
  saying,
  usageError,
} from './command.ts';
import { type OpenProfileBook, withBook, withProfile } from './profiles.ts';

const help = `Usage: doorman login PROFILE [--json]

Reads the token of a runtime from standard input and keeps it in the keychain of this system, or where you keep secrets
in its place (docs/serve.md). PROFILE is a name or an id. A token is never an argument, because other programs can read
those. While the desktop runs, this must first be switched on in its window.

Example: doorman login work < token.txt`;

const about = { name: 'login', help };

/** The longest token that is taken. Characters. */
const MAX_TOKEN = 8_000;

/** `readSecret` reads standard input to its end, or from a terminal one line that is not shown. */
export function loginCommand(
  open: OpenProfileBook,
  readSecret: (prompt: string) => Promise<string>,
): Command {
  return {
    ...about,
    async run(args, context) {
      const read = readArguments(args, { json: { type: 'boolean' } });
      if (!read.ok) return usageError(context, about, read.message);
      const [wanted, ...rest] = read.positionals;
      if (wanted === undefined || rest.length > 0)
        return usageError(context, about, 'takes the name of a runtime, and the token on standard input');
      return withBook(open, context, about.name, (book) =>
        withProfile(context, about.name, book, wanted, async ({ profileId, name }) => {
          const token = (await readSecret(`Token for ${visibleText(name)}: `)).trim();
          const problem = problemWith(token);
          if (problem !== undefined) return failed(context, problem);
          const stored = await book.setToken({ profileId, token });
          if (!stored.ok) return failed(context, stored.error);
          saying(context, read.values.json).out(await whereItIs(book.list(), profileId, name));
          return 0;
        }),
      );
    },
  };
}

function problemWith(token: string): string | undefined {
  if (token === '') return 'there was no token on standard input; nothing was changed.';
  return token.length > MAX_TOKEN ? 'what came on standard input is too long for a token.' : undefined;
}

async function whereItIs(
  runtimes: Promise<readonly { profileId: string; tokenForThisRunOnly: boolean }[]>,
  profileId: string,
  name: string,
): Promise<string> {
  const runtime = (await runtimes).find((each) => each.profileId === profileId);
  return runtime?.tokenForThisRunOnly
    ? `The token of ${visibleText(name)} is kept for this run only, because there is no usable keychain.`
    : `The token of ${visibleText(name)} is kept for every start.`;
}

function failed(context: CommandContext, error: string): ExitCode {
  context.error(`doorman login: ${error}`);
  return 1;
}
