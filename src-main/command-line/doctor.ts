/** `doorman doctor`: what this machine and this home are like for Doorman, and what to do where something is amiss. */
import type { StatusReply } from '../../src-shared/control.ts';
import type { DoctorReport, Finding } from '../../src-shared/doctor.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import { control } from './client.ts';
import { type Command, type CommandContext, readArguments, usageError } from './command.ts';

const help = `Usage: doorman doctor [--json]

Looks at what Doorman needs on this machine: its home and files, the keychain, the wall (each kind is built, and
what it must stop is tried), programs, the display. Where a host runs, it says what that has in force, too.
Exit code: 0 no problem (warnings may be there), 1 at least one problem, 2 wrong use.

Example: doorman doctor --json`;

const about = { name: 'doctor', help };

/** A host that is in order answers at once. Milliseconds. */
const HOST_LIMIT_MS = 5000;

/** `examine` looks at everything; it gets what the running host says, if one runs. */
export function doctorCommand(
  examine: (context: CommandContext, status: StatusReply | undefined) => Promise<DoctorReport>,
): Command {
  return {
    ...about,
    async run(args, context) {
      const read = readArguments(args, { json: { type: 'boolean', default: false } });
      if (!read.ok) return usageError(context, about, read.message);
      if (read.positionals.length > 0) return usageError(context, about, 'takes no operands');
      const limit = AbortSignal.timeout(HOST_LIMIT_MS);
      const status = await control<'status'>(context.paths.socket, { command: 'status' }, limit);
      const report = await examine(context, status.ok ? status.value : undefined);
      if (read.values.json) context.out(JSON.stringify(report, undefined, 2));
      else for (const line of lines(report)) context.out(line);
      return report.level === 'problem' ? 1 : 0;
    },
  };
}

const LEVEL_WIDTH = 'problem'.length;

function lines({ level, findings }: DoctorReport): readonly string[] {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const count = (wanted: Finding['level']) => findings.filter((finding) => finding.level === wanted).length;
  const summary =
    level === 'ok' ? 'All is well.' : `Problems: ${count('problem')}, warnings: ${count('warning')}.`;
  return [...findings.flatMap((finding) => findingLines(finding, width)), summary];
}

function findingLines({ level, name, text, todo }: Finding, width: number): readonly string[] {
  const margin = ' '.repeat(LEVEL_WIDTH + width + 4);
  return [
    `${level.padEnd(LEVEL_WIDTH)}  ${name.padEnd(width)}  ${visibleText(text)}`,
    ...(todo === undefined ? [] : [`${margin}> ${visibleText(todo)}`]),
  ];
}
