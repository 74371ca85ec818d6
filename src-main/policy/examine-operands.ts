/** Which paths the words of a command name, and what is done with them. */

import type { ShellCommand } from '../../src-shared/shell-script.ts';
import {
  effectsOf,
  type Finding,
  type Located,
  needsMore,
  type PathUse,
  parsedHas,
  USE_TEXT,
  type Weight,
} from './examination.ts';
import { type Argument, parseArguments } from './option-parser.ts';
import { fromFolder } from './path-rules.ts';
import type { ProgramEntry, Use } from './program-entry.ts';

function pathUse(located: Located, argument: Argument, use: PathUse['use']): PathUse | undefined {
  const open = located.open.find((word) => word.index === argument.index);
  if (open?.kind === 'pipe' || (argument.word === '-' && use !== 'change')) return undefined;
  const word = open?.kind === 'glob' ? (open.pattern ?? '') : argument.word;
  return { path: fromFolder(located.command.cwd, word), use, glob: open?.kind === 'glob' };
}

/** Paths that are values of options. */
export function optionPaths(located: Located): PathUse[] {
  return located.parsed.options.flatMap(({ entry, value }) => {
    if (!value || (entry.use !== 'read' && entry.use !== 'name' && entry.use !== 'change')) return [];
    return pathUse(located, value, entry.use) ?? [];
  });
}

/** A pattern can become several words; then every place it can fill must mean the same. */
function usesDiffer(entry: ProgramEntry, place: number): boolean {
  const uses = entry.operands ?? [];
  const from = uses.slice(Math.min(place, uses.length - 1));
  return entry.most !== undefined || from.some((use) => use !== from[0]);
}

/** Paths that are operands, and what speaks against an operand in its place. */
export function judgeOperands(located: Located): { findings: Finding[]; paths: PathUse[] } {
  const { entry, name } = located.found;
  const findings: Finding[] = [];
  const paths: PathUse[] = [];
  const add = (text: string, weight: Weight = 'beyond', needsMore = false): void =>
    void findings.push({ weight, text, entry: name, needsMore });
  const uses = entry.operands ?? [];
  const shift = parsedHas(located.parsed, entry.firstGiven) ? 1 : 0;
  const deep = isDeep(located);
  const operands = located.parsed.operands.slice(0, entry.wraps);
  operands.forEach((operand, position) => {
    const place = position + shift;
    const use = uses[Math.min(place, uses.length - 1)];
    const open = located.open.find((word) => word.index === operand.index);
    if (open?.many && !entry.anyWords && usesDiffer(entry, place))
      add(`${operand.word} can turn into several words`);
    if (use === undefined || (entry.most !== undefined && place >= entry.most))
      add(`Doorman does not know what ${name} does with ${operand.word}`);
    else if (open?.kind === 'text' && isPath(use))
      add(
        `${operand.word} can name any file, known only once it runs`,
        use === 'change' ? 'hazard' : 'beyond',
      );
    else paths.push(...pathsOf(located, operand, deep && isPath(use) && use !== 'change' ? 'tree' : use));
    if (use !== undefined && USE_TEXT[use])
      add(`${name} ${USE_TEXT[use]}: ${operand.word}`, 'beyond', needsMore(use));
  });
  const named = operands.some((_, position) => isPath(uses[Math.min(position + shift, uses.length - 1)]));
  if (deep && !named) paths.push({ path: located.command.cwd, use: 'tree', glob: false });
  const shapeless = located.open.find((word) => word.many && word.kind === 'text');
  if (shapeless && !entry.anyWords)
    add(`what comes of ${located.argv[shapeless.index]} can be several words`);
  return { findings, paths };
}

function isPath(use: Use | undefined): use is 'read' | 'name' | 'change' | 'place' {
  return use === 'read' || use === 'name' || use === 'change' || use === 'place';
}

/** A word of a program whose words nobody listed: as a whole, behind `=`, or behind a short option it can name a file. */
function placesIn(located: Located, operand: Argument): PathUse[] {
  const { word } = operand;
  const open = located.open.some((one) => one.index === operand.index);
  const parts = open ? [word] : [word, word.slice(word.indexOf('=') + 1), word.replace(/^-[A-Za-z]/, '')];
  return [...new Set(parts)].flatMap((part) => pathUse(located, { ...operand, word: part }, 'read') ?? []);
}

/** What the words of a program that the table does not know name: nothing is known but that they may be files. */
export function judgeUnknownWords(command: ShellCommand): { findings: Finding[]; paths: PathUse[] } {
  const entry: ProgramEntry = { operands: ['place'], style: 'none' };
  const { argv, open = [] } = command;
  const found = { name: argv[0] ?? '', entry, at: 0 };
  return judgeOperands({ command, argv, open, found, parsed: parseArguments(argv, entry, open) });
}

function isDeep(located: Located): boolean {
  return (
    located.parsed.options.some(({ entry }) => entry.effect === 'deep') || effectsOf(located).includes('deep')
  );
}

function pathsOf(located: Located, operand: Argument, use: Use | 'tree'): PathUse[] {
  if (use === 'revision') {
    const { cwd } = located.command;
    const words = [operand.word, operand.word.slice(operand.word.lastIndexOf(':') + 1)];
    return words.map((word) => ({ path: fromFolder(cwd, word), use: 'name', glob: false }));
  }
  if (use === 'place') return placesIn(located, operand);
  const path = use === 'tree' || isPath(use) ? pathUse(located, operand, use) : undefined;
  return path ? [path] : [];
}
