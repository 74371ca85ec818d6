/** `doorman completions`: what a shell needs to complete the commands. */
import { type Command, readArguments, usageError } from './command.ts';

const help = `Usage: doorman completions bash | zsh | fish [--json]

Prints a script that completes the commands of doorman and what may follow each.

Example: doorman completions bash > ~/.local/share/bash-completion/completions/doorman`;

const about = { name: 'completions', help };

type Words = ReadonlyMap<string, readonly string[]>;

/** @param commands all others; what may follow each is read from the first words of its help */
export function completionsCommand(commands: () => readonly Pick<Command, 'name' | 'help'>[]): Command {
  return {
    ...about,
    async run(args, context) {
      const read = readArguments(args, { json: { type: 'boolean' } });
      if (!read.ok) return usageError(context, about, read.message);
      const [shell, ...more] = read.positionals;
      const script = shell === undefined || more.length > 0 ? undefined : scripts[shell];
      if (script === undefined) return usageError(context, about, 'takes bash, zsh or fish');
      const words = commands().map(({ name, help: text }) => [name, wordsOf(name, text)] as const);
      const made = script(new Map(words));
      context.out(read.values.json ? JSON.stringify({ shell, script: made }) : made);
      return 0;
    },
  };
}

/** The verbs and options that the usage lines of a help text name. */
function wordsOf(name: string, text: string): readonly string[] {
  const [usage = ''] = text.split('\n\n');
  const verbs = usage.split('\n').flatMap((line) => {
    const after = line.split(`doorman ${name} `)[1] ?? '';
    return /^\[?([a-z]+(?: ?\| ?[a-z]+)*)/.exec(after)?.[1]?.split(/ ?\| ?/) ?? [];
  });
  return [...new Set([...verbs, ...(usage.match(/--[a-z-]+/g) ?? []), '--help'])];
}

const scripts: Readonly<Record<string, (words: Words) => string>> = {
  bash: (words) => `_doorman() {
  local word=\${COMP_WORDS[COMP_CWORD]}
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${[...words.keys()].join(' ')}' -- "$word"))
    return
  fi
  case \${COMP_WORDS[1]} in
${[...words].map(([name, follow]) => `    ${name}) COMPREPLY=($(compgen -W '${follow.join(' ')}' -- "$word")) ;;`).join('\n')}
  esac
}
complete -o default -F _doorman doorman`,
  zsh: (words) => `#compdef doorman
if (( CURRENT == 2 )); then
  compadd -- ${[...words.keys()].join(' ')}
else
  case $words[2] in
${[...words].map(([name, follow]) => `    ${name}) compadd -- ${follow.join(' ')} ;;`).join('\n')}
  esac
  _files
fi`,
  fish: (words) =>
    [
      `complete -c doorman -n __fish_use_subcommand -f -a '${[...words.keys()].join(' ')}'`,
      ...[...words].map(
        ([name, follow]) =>
          `complete -c doorman -n '__fish_seen_subcommand_from ${name}' -a '${follow.join(' ')}'`,
      ),
    ].join('\n'),
};
