/** `doorman check`: what the rules say of a command, and why, without running it. */
import { createInterface } from 'node:readline';
import { type Checked, type Checker, checkSchema } from '../../src-shared/check.ts';
import type { ShellScript } from '../../src-shared/shell-script.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import { type Command, type CommandContext, type ExitCode, readArguments, usageError } from './command.ts';

const help = `Usage: doorman check [--rules FILE] [--cwd DIR] [--json] -- COMMAND...
       doorman check --json < CASES

Says whether a command may run with nobody looking, how it was read, and which rule or table entry decided.
Nothing runs and nobody is asked. Exit code: 0 allow, 1 ask, 2 deny (or wrong use).
--rules FILE  judges under the rules of this permission file in place of your own
--cwd DIR     the folder it would run in (default: this one)
--json        prints JSON; without a COMMAND it reads one JSON case a line from standard input

Example: doorman check -- 'git log -3 && rm -rf build'`;

const about = { name: 'check', help };
const options = {
  rules: { type: 'string' },
  cwd: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** `openChecker` builds what judges; it is closed when the command ends. */
export function checkCommand(openChecker: (context: CommandContext) => Promise<Checker>): Command {
  return {
    ...about,
    async run(args, context) {
      const read = readArguments(args, options);
      if (!read.ok) return usageError(context, about, read.message);
      const { rules, cwd, json } = read.values;
      const words = read.positionals;
      if (words.length === 0 && !json) return usageError(context, about, 'needs a COMMAND, after --');
      const checker = await openChecker(context);
      try {
        if (words.length === 0) return await checkLines(checker, context);
        const checked = await checker.here(words.join(' '), cwd ?? process.cwd(), rules);
        return say(checked, json === true, context);
      } finally {
        await checker.close();
      }
    },
  };
}

const EXIT: Record<Checked['verdict'], ExitCode> = { allow: 0, ask: 1, deny: 2, error: 1 };

function say(
  checked: Checked | { readonly problem: string },
  json: boolean,
  context: CommandContext,
): ExitCode {
  if ('problem' in checked) {
    context.error(`doorman check: ${checked.problem}`);
    return 2;
  }
  if (json) context.out(JSON.stringify(checked));
  else for (const line of lines(checked)) context.out(line);
  return EXIT[checked.verdict];
}

function lines({ verdict, kind, reasons, script, wall, workspaces = [] }: Checked): readonly string[] {
  return [
    kind === undefined ? verdict : `${verdict} (${kind === 'must-look' ? 'must be looked at' : 'no rule'})`,
    ...(script ? parseLines(script) : []),
    ...(wall ? [`  wall     ${[wall, ...workspaces.map((path) => visibleText(path))].join(', for ')}`] : []),
    ...reasons.map((reason) => {
      const part = reason.part === undefined ? '' : `${visibleText(reason.part)}: `;
      const rule = reason.rule === undefined ? '' : ` [${visibleText(reason.rule)}, ${reason.source}]`;
      return `  because  ${part}${visibleText(reason.text)}${rule}`;
    }),
  ];
}

function parseLines(script: ShellScript): readonly string[] {
  if (script.kind === 'invalid') return [`  invalid  ${visibleText(script.why)}`];
  return [
    ...script.commands.map((command) => `  command  ${visibleText(JSON.stringify(command.argv))}`),
    ...script.reads.map((path) => `  reads    ${visibleText(path)}`),
    ...(script.kind === 'unclear'
      ? script.unclear.map(({ construct, part }) => `  unclear  ${construct}: ${visibleText(part)}`)
      : []),
  ];
}

/** Cases that are judged at the same time: most of the time goes into looking at files. */
const AT_ONCE = 32;

/** One case a line in, one verdict a line out, in the same order. A line that is no case is told, and fails the whole. */
async function checkLines(checker: Checker, context: CommandContext): Promise<ExitCode> {
  let exit: ExitCode = 0;
  const underWay: Promise<string | undefined>[] = [];
  let said: string[] = [];
  const flush = () => {
    if (said.length > 0) context.out(said.join('\n'));
    said = [];
  };
  const takeNext = async () => {
    const answer = await underWay.shift();
    if (answer === undefined) exit = 2;
    else said.push(answer);
    if (said.length >= AT_ONCE) flush();
  };
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    underWay.push(checkLine(line, checker, context));
    if (underWay.length >= AT_ONCE) await takeNext();
  }
  while (underWay.length > 0) await takeNext();
  flush();
  return exit;
}

async function checkLine(
  line: string,
  checker: Checker,
  context: CommandContext,
): Promise<string | undefined> {
  const parsed = checkSchema.safeParse(parseJson(line));
  if (!parsed.success) {
    context.error(`doorman check: not a case: ${line.slice(0, 200)}`);
    return undefined;
  }
  const check = parsed.data;
  const checked = await ('command' in check ? checker.command(check) : checker.path(check));
  const { verdict, kind, reasons } = checked;
  return JSON.stringify({ id: check.id, verdict, kind, reasons });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
