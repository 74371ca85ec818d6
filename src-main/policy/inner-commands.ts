/** The commands that a program starts from its own words: wrappers, `xargs`, the actions of `find`. */
import type { OpenWord, ShellCommand } from '../../src-shared/shell-script.ts';
import { type Located, parsedHas } from './examination.ts';

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;

/** Where, among the words of a wrapper, the command begins that it starts. */
export function innerStart(located: Located): number | undefined {
  const { wraps, wrapsNot, assigns } = located.found.entry;
  if (wraps === undefined || parsedHas(located.parsed, wrapsNot)) return undefined;
  const rest = located.parsed.operands.slice(wraps);
  return (assigns ? rest.find((operand) => !ASSIGNMENT.test(operand.word)) : rest[0])?.index;
}

/** Every command that the words of this one start. */
export function innerCommands(located: Located): ShellCommand[] {
  const { appends, execs } = located.found.entry;
  if (execs) return execs.flatMap((option) => execCommands(located, option));
  const start = innerStart(located);
  if (start === undefined) return [];
  const inner = cut(located, start, located.argv.length);
  if (!appends) return [inner];
  const more: OpenWord = { index: inner.argv.length, kind: 'text', start: '', many: true };
  return [{ ...inner, argv: [...inner.argv, '(what it reads)'], open: [...(inner.open ?? []), more] }];
}

function cut(located: Located, from: number, to: number): ShellCommand {
  const open = located.open
    .filter((word) => word.index >= from && word.index < to)
    .map((word) => ({ ...word, index: word.index - from }));
  return { ...located.command, argv: located.argv.slice(from, to), open };
}

/** The words behind `-exec` up to `;` or `+`, with every `{}` standing for a file that is not known yet. */
function execCommands(located: Located, option: string): ShellCommand[] {
  const { argv } = located;
  return argv.flatMap((word, at) => {
    if (word !== option) return [];
    const end = argv.findIndex(
      (other, index) => index > at && (other === ';' || (other === '+' && argv[index - 1] === '{}')),
    );
    const inner = cut(located, at + 1, end < 0 ? argv.length : end);
    if (inner.argv.length === 0) return [];
    const many = argv[end] === '+';
    const files = inner.argv.flatMap((part, index): OpenWord[] =>
      part.includes('{}')
        ? [{ index, kind: 'text', start: part.slice(0, part.indexOf('{}')) || './', many }]
        : [],
    );
    return [{ ...inner, open: [...(inner.open ?? []), ...files] }];
  });
}
