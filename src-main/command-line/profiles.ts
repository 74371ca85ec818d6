/** `doorman profiles`: the runtimes that this machine connects to, with or without a running host. */
import type { RuntimeView } from '../../src-shared/app-state.ts';
import { addRuntimeSchema, type SetRuntime, setRuntimeSchema } from '../../src-shared/ipc-contract.ts';
import { hostInTheClear } from '../../src-shared/plain-address.ts';
import type { OpenedProfileBook, ProfileBook } from '../../src-shared/profile-book.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import {
  type Command,
  type CommandContext,
  type ExitCode,
  readArguments,
  saying,
  usageError,
} from './command.ts';
import { describeRuntime } from './runtime-words.ts';

const help = `Usage: doorman profiles [list] [--json]
       doorman profiles add NAME URL [OPTIONS] [--json]
       doorman profiles set PROFILE OPTIONS [--json]
       doorman profiles remove PROFILE [--json]
       doorman profiles test PROFILE [--json]

Lists, adds, changes, removes or tests the runtimes that this machine connects to. PROFILE is a name or an id. A test does the
whole handshake and says what works. Give a new runtime its token with "doorman login NAME". While the desktop runs,
adding and changing from here must first be switched on in its window.

  --machine NAME     a short name that goes in front of every tool name, for several machines under one token
  --timeout SECONDS  how long the runtime waits for an answer; 30 if left out
  --mode MODE        confirm or auto for the calls of this runtime; left out, the mode of all counts
  --bearer WAY       how the token travels: header (the default), or subprotocol where a proxy eats the header
  --ca-file FILE     a PEM file of authorities that may vouch for this runtime beside the public ones
  --allow-plain      let everything travel unencrypted to this http address of another machine

With set, an empty NAME or FILE takes away what there was, and --mode all goes back to the mode of all. Another address
is another runtime: remove it and add the other.

Example: doorman profiles add work https://runtime.example --machine studio`;

const about = { name: 'profiles', help };

const options = {
  json: { type: 'boolean', default: false },
  machine: { type: 'string' },
  timeout: { type: 'string' },
  mode: { type: 'string' },
  bearer: { type: 'string' },
  'ca-file': { type: 'string' },
  'allow-plain': { type: 'boolean', default: false },
} as const;

type Values = Extract<ReturnType<typeof readArguments<typeof options>>, { ok: true }>['values'];

/** Opens the runtimes of the home, by its host where one runs. */
export type OpenProfileBook = (context: CommandContext) => Promise<OpenedProfileBook>;

export function profilesCommand(open: OpenProfileBook): Command {
  return {
    ...about,
    async run(args, context) {
      const read = readArguments(args, options);
      if (!read.ok) return usageError(context, about, read.message);
      const [verb = 'list', ...operands] = read.positionals;
      const wanted = { list: 0, add: 2, set: 1, remove: 1, test: 1 }[verb];
      if (wanted === undefined) return usageError(context, about, `unknown use: ${verb}`);
      if (operands.length !== wanted) return usageError(context, about, `${verb} takes ${wanted} operands`);
      const runtime = verb === 'add' ? runtimeFrom(operands, read.values) : undefined;
      if (runtime?.ok === false) return usageError(context, about, runtime.problem);
      const changes = verb === 'set' ? changesFrom(read.values) : undefined;
      if (changes?.ok === false) return usageError(context, about, changes.problem);
      return withBook(open, context, about.name, (book) => {
        const told = saying(context, read.values.json);
        if (runtime) return add(told, book, runtime.runtime);
        if (verb === 'list') return list(context, book, read.values.json);
        return withProfile(context, about.name, book, operands[0] ?? '', (profile) => {
          if (changes) return set(told, book, profile, changes.changes);
          return verb === 'test'
            ? test(context, book, profile, read.values.json)
            : remove(told, book, profile);
        });
      });
    },
  };
}

/** Runs `act` with the runtimes of the home, and lets go of them afterwards. */
export async function withBook(
  open: OpenProfileBook,
  context: CommandContext,
  command: string,
  act: (book: ProfileBook) => Promise<ExitCode>,
): Promise<ExitCode> {
  const opened = await open(context);
  if (!opened.ok) return failed(context, command, opened.problem);
  try {
    return await act(opened.book);
  } finally {
    await opened.book.close();
  }
}

/** Finds the one runtime that is meant: by its id, or by its name in any case. */
export async function withProfile(
  context: CommandContext,
  command: string,
  book: ProfileBook,
  wanted: string,
  act: (profile: RuntimeView) => Promise<ExitCode>,
): Promise<ExitCode> {
  const all = await book.list();
  const named = all.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const found =
    all.find(({ profileId }) => profileId === wanted) ?? (named.length === 1 ? named[0] : undefined);
  if (found) return act(found);
  const why = named.length > 1 ? 'several runtimes have that name; give the id' : 'no runtime has that name';
  return failed(context, command, `${visibleText(wanted)}: ${why}. "doorman profiles" lists them.`);
}

function failed(context: CommandContext, command: string, error: string): ExitCode {
  context.error(`doorman ${command}: ${error}`);
  return 1;
}

function runtimeFrom([name, url]: readonly string[], values: Values) {
  const parsed = addRuntimeSchema.safeParse({
    name,
    url,
    token: '',
    machine: values.machine,
    invokeTimeoutMs: values.timeout === undefined ? undefined : Number(values.timeout) * 1000,
    mode: values.mode,
    bearerBy: values.bearer,
    caFile: values['ca-file'],
  });
  if (!parsed.success) {
    return { ok: false as const, problem: firstIssue(parsed.error.issues) };
  }
  const clear = hostInTheClear(new URL(parsed.data.url));
  if (clear === undefined || values['allow-plain']) return { ok: true as const, runtime: parsed.data };
  return {
    ok: false as const,
    problem: `nothing on the way to ${clear} would be encrypted, the token neither. Use an https address, or add --allow-plain.`,
  };
}

type Changes = Omit<SetRuntime, 'profileId'>;

function changesFrom(values: Values) {
  const { machine, timeout, mode, bearer, 'ca-file': caFile } = values;
  const parsed = setRuntimeSchema.omit({ profileId: true }).safeParse({
    ...(machine === undefined ? {} : { machine: machine || null }),
    ...(timeout === undefined ? {} : { invokeTimeoutMs: Number(timeout) * 1000 }),
    ...(mode === undefined ? {} : { mode: mode === 'all' ? null : mode }),
    ...(bearer === undefined ? {} : { bearerBy: bearer }),
    ...(caFile === undefined ? {} : { caFile: caFile || null }),
  });
  if (!parsed.success) return { ok: false as const, problem: firstIssue(parsed.error.issues) };
  if (Object.keys(parsed.data).length > 0) return { ok: true as const, changes: parsed.data };
  return { ok: false as const, problem: 'set needs at least one option that says what is to change' };
}

function firstIssue([issue]: readonly { readonly path: PropertyKey[]; readonly message: string }[]): string {
  return `${issue?.path.join('.')}: ${issue?.message}`;
}

async function list(context: CommandContext, book: ProfileBook, json: boolean): Promise<ExitCode> {
  const runtimes = await book.list();
  if (json) context.out(JSON.stringify(runtimes));
  else if (runtimes.length === 0) context.out('No runtime was added yet.');
  else for (const runtime of runtimes) context.out(describeRuntime(runtime, Date.now()));
  return 0;
}

async function add(
  context: CommandContext,
  book: ProfileBook,
  runtime: Parameters<ProfileBook['add']>[0],
): Promise<ExitCode> {
  const added = await book.add(runtime);
  if (!added.ok) return failed(context, about.name, added.error);
  const name = visibleText(runtime.name);
  const operand = /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
  context.out(`Added ${name}. Give it its token: doorman login ${operand}`);
  return 0;
}

async function set(
  context: CommandContext,
  book: ProfileBook,
  { profileId, name }: RuntimeView,
  changes: Changes,
): Promise<ExitCode> {
  const changed = await book.set({ profileId, ...changes });
  if (!changed.ok) return failed(context, about.name, changed.error);
  context.out(`Changed ${visibleText(name)}.`);
  return 0;
}

async function remove(context: CommandContext, book: ProfileBook, profile: RuntimeView): Promise<ExitCode> {
  const removed = await book.remove(profile.profileId);
  if (!removed.ok) return failed(context, about.name, removed.error);
  context.out(`Removed ${visibleText(profile.name)} and its token.`);
  return 0;
}

async function test(
  context: CommandContext,
  book: ProfileBook,
  profile: RuntimeView,
  json: boolean,
): Promise<ExitCode> {
  const tested = await book.test(profile.profileId);
  if (!tested.ok) return failed(context, about.name, tested.error);
  const { runtime, roundTripMs } = tested.report;
  if (json) context.out(JSON.stringify(tested.report));
  else context.out(describeRuntime(runtime, Date.now()));
  if (!json && roundTripMs !== undefined) context.out(`  a sign of life took ${Math.round(roundTripMs)} ms`);
  return roundTripMs === undefined ? 1 : 0;
}
