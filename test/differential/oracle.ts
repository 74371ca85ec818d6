/** Holds what a shell text did against what its verdict said; knows the rules by their words alone. */
import { accessSync, constants, realpathSync } from 'node:fs';
import { basename } from 'node:path';
import type { OpenWord, ShellCommand } from '../../src-shared/shell-script.ts';
import type { Judgement } from './engine-under-test.ts';
import { PROGRAM_PATH, type ScratchMachine } from './scratch-machine.ts';
import { type TracedCall, textsIn } from './trace-lines.ts';
import type { TracedText } from './traced-run.ts';

export interface Violation {
  readonly kind:
    | 'program'
    | 'words'
    | 'rule'
    | 'write'
    | 'read'
    | 'network'
    | 'machine'
    | 'syntax'
    | 'wall'
    | 'endless';
  readonly detail: string;
}

/** What a program may start by itself, by its place; it needs no rule. */
const STARTS: Readonly<Record<string, RegExp>> = {
  git: /^\/usr\/(bin\/git|lib(exec)?\/git-core\/git(-[a-z-]+)?)$/,
};

/** Words of the shell that need no rule; a wrapper can start them as programs. */
const FREE = new Set(['true', 'false', 'test', '[', 'pwd', 'cd', ':', 'exit', 'command', 'type', 'time']);

const WRITES = /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND|O_TMPFILE/;

/** Programs that open what they are given, but only to have it mounted. */
const NAMES_ONLY = new Set(['df']);

const OPENS = new Set(['open', 'openat', 'openat2', 'creat']);
const FORKS = new Set(['clone', 'clone3', 'fork', 'vfork']);
const MACHINE = new Set([
  'mount',
  'umount2',
  'clock_settime',
  'settimeofday',
  'sethostname',
  'swapoff',
  'reboot',
]);

/** All that went against the verdict. `keys` are the keys of all rules in force. */
export function holdAgainst(
  traced: TracedText,
  judgement: Judgement,
  keys: readonly string[],
  machine: ScratchMachine,
): Violation[] {
  const found: Violation[] = [];
  const { verdict } = judgement;
  if (verdict.kind === 'allow' && verdict.wall !== 'read-only')
    found.push({ kind: 'wall', detail: `all rules are about reading, yet the wall is ${verdict.wall}` });
  if (traced.endless) found.push({ kind: 'endless', detail: 'it had to be ended' });
  if (/^bash: (-c: )?line \d+: (syntax error|unexpected EOF)/m.test(traced.errors))
    found.push({ kind: 'syntax', detail: traced.errors.trim() });
  const programs = new Map<number, string>();
  const rules = keys.flatMap(readKey);
  // What comes before is the copy of the driver that is about to become this shell.
  const first = traced.calls.findIndex((call) => call.pid === traced.pid && call.name === 'execve');
  programs.set(traced.pid, 'bash');
  for (const call of traced.calls.slice(first + 1)) {
    const program = programs.get(call.pid) ?? 'bash';
    if (FORKS.has(call.name) && call.result !== undefined) programs.set(call.result, program);
    else if (call.name === 'execve' || call.name === 'execveat') {
      if (call.result !== 0) continue;
      found.push(...judgeStart(call, program, judgement, rules));
      programs.set(call.pid, basename(textsIn(call.args)[0] ?? ''));
    } else found.push(...judgeCall(call, program, machine));
  }
  return found;
}

interface KeyWords {
  readonly words: readonly string[];
  readonly open: boolean;
}

/** The rules of this test hold no quotes, so that their words are what stands between blanks. */
function readKey(key: string): KeyWords[] {
  const text = /^Bash\((.*)\)$/.exec(key)?.[1];
  if (text === undefined) return [];
  const open = text.endsWith(' *');
  return [{ words: (open ? text.slice(0, -2) : text).split(' '), open }];
}

function ruleCovers(rule: KeyWords, argv: readonly string[]): boolean {
  if (!rule.open && rule.words.length !== argv.length) return false;
  return rule.words.every((word, index) => (index === 0 ? basename(argv[0] ?? '') : argv[index]) === word);
}

function judgeStart(
  call: TracedCall,
  starter: string,
  judgement: Judgement,
  rules: readonly KeyWords[],
): Violation[] {
  const [file = '', ...argv] = textsIn(call.args);
  const shown = `${starter} started ${file} as ${JSON.stringify(argv)}`;
  const shell = starter === 'bash';
  if (!shell && STARTS[starter]?.test(file)) return [];
  const named = shell ? [...judgement.commands, ...judgement.inner] : judgement.inner;
  const fitting = named.filter((command) => command.argv[0] === argv[0] && !isOpen(command, 0));
  if (fitting.length === 0 || !isProgram(file, argv[0] ?? ''))
    return [{ kind: 'program', detail: `${shown}, which the verdict does not name` }];
  if (!fitting.some((command) => fits(command, argv)))
    return [
      { kind: 'words', detail: `${shown}; judged were ${JSON.stringify(fitting.map((one) => one.argv))}` },
    ];
  if (!FREE.has(argv[0] ?? '') && !rules.some((rule) => ruleCovers(rule, argv)))
    return [{ kind: 'rule', detail: `${shown}, which no rule names` }];
  return [];
}

function isOpen(command: ShellCommand, index: number): boolean {
  return command.open?.some((word) => word.index === index) === true;
}

/** True when the fixed PATH gives this very file for the name; `env -i` finds it under another path. */
function isProgram(file: string, name: string): boolean {
  const candidates = name.includes('/') ? [name] : PROGRAM_PATH.map((folder) => `${folder}/${name}`);
  const first = candidates.find(isExecutable);
  return first !== undefined && realpathSync(first) === realpathSync(file);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** True when the vector can have come of the judged one: equal words, and open ones by how they begin. */
function fits(command: ShellCommand, argv: readonly string[], at = 0, from = 0): boolean {
  const word = command.argv[at];
  if (word === undefined) return from === argv.length;
  const open = command.open?.find((one) => one.index === at);
  const next = argv[from];
  if (!open) return next === word && fits(command, argv, at + 1, from + 1);
  const rest = (used: number): boolean => fits(command, argv, at + 1, from + used);
  if (next !== undefined && begins(next, open) && rest(1)) return true;
  if (!open.many) return false;
  const most = argv.length - from;
  return Array.from({ length: most + 1 }, (_, used) => used).some(
    (used) => rest(used) && (used === 0 || begins(next ?? '', open)),
  );
}

/** For a path that `find` fills in, the engine knows only that it is no option. */
function begins(word: string, open: OpenWord): boolean {
  return open.start === './' ? !word.startsWith('-') : word.startsWith(open.start);
}

function judgeCall(call: TracedCall, program: string, machine: ScratchMachine): Violation[] {
  const shown = `${call.name}(${call.args}) = ${call.result}`;
  if (FORKS.has(call.name)) return [];
  if (MACHINE.has(call.name)) return [{ kind: 'machine', detail: shown }];
  if (call.name === 'connect' || call.name === 'bind')
    return reachesOut(call) ? [{ kind: 'network', detail: shown }] : [];
  const path = textsIn(call.args)[0] ?? '';
  const flags = call.args.slice(call.args.lastIndexOf('"'));
  if (OPENS.has(call.name) && call.name !== 'creat' && !WRITES.test(flags))
    return !NAMES_ONLY.has(program) && readsOutside(call, machine) ? [{ kind: 'read', detail: shown }] : [];
  const harmless =
    isOwnTemporary(path, program, machine) ||
    (OPENS.has(call.name) && (path === '/dev/null' || (path === '/dev/tty' && call.result === -1)));
  return harmless ? [] : [{ kind: 'write', detail: shown }];
}

/** The cache of names (`nscd`) is asked by the C library itself; a socket where nobody listens reaches nobody. */
function reachesOut(call: TracedCall): boolean {
  if (/sa_family=AF_(INET|INET6)\b/.test(call.args)) return true;
  return call.result === 0 && !/sun_path="[^"]*\/nscd\/socket"/.test(call.args);
}

/** Programs that keep what they are fed in a file of their own, in the folder for such files, and remove it again. */
const TEMPORARY: Readonly<Record<string, string>> = { bash: 'sh-thd', tac: 'tac', sort: 'sort' };

function isOwnTemporary(path: string, program: string, machine: ScratchMachine): boolean {
  const start = TEMPORARY[program];
  return start !== undefined && path.startsWith(`${machine.root}/tmp/${start}`) && !path.includes('..');
}

/** Content of the person's that lies outside the added folder; folders are only looked into for names. */
function readsOutside(call: TracedCall, machine: ScratchMachine): boolean {
  const { opened, args } = call;
  if (opened === undefined || /O_DIRECTORY|O_PATH/.test(args)) return false;
  return (
    opened.startsWith(`${machine.root}/`) &&
    !`${opened}/`.startsWith(`${machine.work}/`) &&
    opened !== machine.home
  );
}
