/** The shape of the program table: what a program's options and operands can do, in a short notation that stays data. */

/** The danger of whatever takes commands as text. */
export const RUNS_UNSEEN = 'runs whatever it is given, and Doorman does not look into that';

/** What a word that a program is given means to it. */
export type Use =
  | 'text' /* nothing outside: a format, a number, an address that only gets printed */
  | 'read' /* the content of this file can come out */
  | 'name' /* only names, sizes and times below this path come out */
  | 'place' /* perhaps a file, perhaps an option with one: judged as a file that is read */
  | 'revision' /* names a version, and after a colon or by itself perhaps a file of it */
  | 'change' /* this path is created, changed or removed, as the program is meant to */
  | 'write' /* a file is written that a reader of the rule would not expect */
  | 'run' /* a program or a piece of code is started */
  | 'net' /* a machine is contacted */
  | 'list' /* a file that says which further files are read */
  | 'config'; /* settings that can change what the program does */

/** What an option does by its presence. */
export type Effect =
  | 'write'
  | 'run'
  | 'net'
  | 'env'
  | 'endless'
  | 'terminal'
  | 'config'
  | 'list'
  | 'delete'
  | 'hazard'
  /** A folder among the operands (or the current one, without any) is read with all that is in it. */
  | 'deep';

export interface OptionEntry {
  readonly name: string;
  /** `pair`: a name and then a value, in the two words that follow. */
  readonly value: 'none' | 'required' | 'attached' | 'pair';
  readonly use: Use;
  readonly effect?: Effect;
}

/** How a program is meant to be used; a rule that names the program grants this much. */
export type Nature = 'read' | 'change' | 'code' | 'network' | 'terminal' | 'system';

/** A further look at quirks that options and positions cannot express; gives what the words do beyond reading. */
export type Quirk = (words: {
  readonly operands: readonly string[];
  /** All words behind the name of the entry, as they stand. */
  readonly words: readonly string[];
  readonly has: (...names: string[]) => boolean;
  /** All values given to any of these options, in the order given. */
  readonly values: (...names: string[]) => readonly string[];
}) => readonly Effect[];

export interface ProgramEntry {
  /** Options in the notation of `readOptions`. */
  readonly options?: string;
  /** Uses of operands by position; the last one repeats. Without it any operand is unexpected. */
  readonly operands?: readonly Use[];
  /** Operands beyond this many are unexpected. */
  readonly most?: number;
  /** With any of these options the first operand (a pattern, a program) is not there. */
  readonly firstGiven?: readonly string[];
  readonly nature?: Nature;
  /** `words`: one dash begins a whole word (find); `none`: nothing is an option (echo). */
  readonly style?: 'words' | 'none';
  /** All options of the program are listed, so that an abbreviation can be judged. */
  readonly complete?: true;
  /** `-5` is a count. */
  readonly counts?: true;
  /** No word whatever can make it do anything else. */
  readonly anyWords?: true;
  /** Needs no rule of its own. */
  readonly free?: true;
  /** Starts the operands from this one on as a command of its own. */
  readonly wraps?: number;
  /** With any of these options it starts nothing. */
  readonly wrapsNot?: readonly string[];
  /** What it reads becomes further words of that command. */
  readonly appends?: true;
  /** Options that are followed by a command, up to `;` or `+`. */
  readonly execs?: readonly string[];
  /** Operands of the form NAME=value in front of that command set its environment. */
  readonly assigns?: true;
  /** Options end at the first operand. */
  readonly stops?: true;
  /** Without an operand it reads its standard input as a program. */
  readonly stdinIsCode?: true;
  /** Without any operand it waits for a terminal or for ever. */
  readonly bare?: Exclude<Effect, 'deep'>;
  /** What it does in any case. */
  readonly always?: readonly Effect[];
  /** Runs the code of the project it is started in. */
  readonly projectCode?: true;
  /** Reports on all processes of the machine, of which a wall shows none: what it prints is collected outside. */
  readonly listsProcesses?: true;
  readonly subcommands?: Readonly<Record<string, ProgramEntry>>;
  readonly quirk?: Quirk;
  /** What its hazards are, in words that go on from its name; missing: those of all hazards. */
  readonly danger?: string;
  /** No tool may do it, whatever the rules say; the text says why. */
  readonly refused?: string;
}

export type ProgramFamily = Readonly<Record<string, ProgramEntry>>;

const NOTATION = /^(--?[^\s:?!]+|\+)(?:(::|[:?])([a-z]*))?(?:!([a-z]+))?$/;

const VALUES = { '::': 'pair', ':': 'required', '?': 'attached' } as const;

function readOne(token: string, style: ProgramEntry['style']): OptionEntry[] {
  const match = NOTATION.exec(token);
  if (!match) throw new Error(`The program table holds a malformed option: ${token}`);
  const [, name = '', mark, use, effect] = match;
  const entry = {
    value: mark === undefined ? ('none' as const) : VALUES[mark as keyof typeof VALUES],
    use: (use || 'text') as Use,
    ...(effect ? { effect: effect as Effect } : {}),
  };
  if (name.startsWith('--') || name === '+' || style === 'words') return [{ name, ...entry }];
  return [...name.slice(1)].map((letter) => ({ name: `-${letter}`, ...entry }));
}

const cache = new Map<string, ReadonlyMap<string, OptionEntry>>();

/**
 * Reads the options of an entry. One token an option, or several short ones: `-abc` are three flags, `-n:` takes a
 * value (the next word too), `--color?` only an attached one, `--arg::` a name and a value, `-o:write` says what the
 * value is, `-i!write` what the option itself does.
 */
export function readOptions(entry: ProgramEntry): ReadonlyMap<string, OptionEntry> {
  const key = `${entry.style ?? ''} ${entry.options ?? ''}`;
  const known = cache.get(key);
  if (known) return known;
  const tokens = (entry.options ?? '').split(/\s+/).filter((token) => token !== '');
  const options = new Map(
    tokens.flatMap((token) => readOne(token, entry.style)).map((one) => [one.name, one]),
  );
  cache.set(key, options);
  return options;
}
