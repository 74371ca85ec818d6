/** Finds the lists of processes that a script wants, and which of them can be collected outside of every wall. */
import type { ProcessList } from '../../src-shared/shell-script.ts';
import type { Examination, NameOf } from './examination.ts';

/**
 * Only words that the table knows, none of them open, none a file, and nothing that speaks against them: what the
 * environment of processes holds is never collected. Each list is named once.
 */
export function processListsIn(examined: readonly Examination[], nameOf: NameOf): readonly ProcessList[] {
  const lists = new Map<string, ProcessList>();
  for (const one of examined) {
    const list = one.listsProcesses ? processList(one, nameOf) : undefined;
    if (list) lists.set(JSON.stringify(list), list);
  }
  return [...lists.values()];
}

function processList({ command, findings, paths }: Examination, nameOf: NameOf): ProcessList | undefined {
  const [word = '', ...args] = command.argv;
  const program = nameOf(word);
  // It is some other program of that name, which Doorman does not start.
  if (program.includes('/')) return undefined;
  const known = findings.length === 0 && paths.length === 0 && (command.open ?? []).length === 0;
  return known ? { program, args } : { program };
}
