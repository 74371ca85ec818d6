/** Faults that are planted in copies of the engine, to see that the differential test would find them. */

interface Change {
  readonly from: string;
  readonly to: string;
}

export interface Fault {
  readonly name: string;
  /** The source that it is planted in, from the root of the repository. */
  readonly file: string;
  readonly changes: readonly Change[];
}

export const FAULTS: readonly Fault[] = [
  {
    name: 'commands inside a substitution are dropped',
    file: 'src-main/policy/shell-ranges.ts',
    changes: [
      {
        from: 'const after = walk(child, cwds, inside);',
        to: 'void walk; void inside; const after = { ok: cwds, fail: cwds };',
      },
    ],
  },
  {
    name: 'words of a rule match as prefixes',
    file: 'src-main/policy/patterns.ts',
    changes: [
      {
        from: 'argv[index] === word && literal[index] === true',
        to: 'argv[index]?.startsWith(word) && literal[index] === true',
      },
    ],
  },
  {
    name: 'abbreviations of long options are forgotten',
    file: 'src-main/policy/option-parser.ts',
    changes: [
      {
        from: 'function takeLong(progress: Progress, word: string, index: number): void {',
        to: `function takeLong(progress: Progress, word: string, index: number): void {
          if (!progress.table.has(word.split('=')[0] ?? '')) return;`,
      },
    ],
  },
];

/** The source with the fault in it. Throws where the source has changed so much that the fault fits no longer. */
export function plant(fault: Fault, source: string): string {
  return fault.changes.reduce((text, { from, to }) => {
    const pieces = text.split(from);
    if (pieces.length !== 2)
      throw new Error(`the fault "${fault.name}" fits ${fault.file} ${pieces.length - 1} times: ${from}`);
    return pieces.join(to);
  }, source);
}
