/** The programs that tools start, and where they are looked up. */
import type { Finding } from '../../src-shared/doctor.ts';
import { ok, problem, warning } from './finding.ts';

const PATH = { id: 'path', name: 'Program folders' };

export interface UserPath {
  /** Folders that count, in order. */
  readonly entries: readonly string[];
  readonly dropped: readonly { readonly entry: string; readonly why: string }[];
  /** False where the login shell did not say its PATH in time, and Doorman's own stood in. */
  readonly fromShell: boolean;
}

/** `shell` is the login shell. */
export function checkPath({ entries, dropped, fromShell }: UserPath, shell: string): Finding {
  const kept = entries.length === 0 ? 'No folder is left' : entries.join(', ');
  const left = dropped.map(({ entry, why }) => `${JSON.stringify(entry)} (${why})`).join(', ');
  const text = `${kept}.${left === '' ? '' : ` Left out: ${left}.`}`;
  if (entries.length === 0) return problem(PATH, text, `Look at what ${shell} sets as PATH when you log in.`);
  if (!fromShell) {
    const todo = `Find out what keeps "${shell} -l" from ending.`;
    return warning(
      PATH,
      `${shell} did not say its PATH in time, so this process's own counts: ${text}`,
      todo,
    );
  }
  return ok(PATH, text);
}

export interface ProgramUse {
  readonly id: string;
  /** As it is called. */
  readonly program: string;
  /** What does not work without it. */
  readonly without: string;
  readonly level: 'warning' | 'problem';
}

/** `said` is what it printed when asked for its version, or nothing where it could not be started. */
export function checkProgram({ id, program, without, level }: ProgramUse, said: string | undefined): Finding {
  const subject = { id: `program.${id}`, name: program };
  if (said !== undefined) return ok(subject, said.split('\n', 1)[0] ?? '');
  const make = level === 'problem' ? problem : warning;
  return make(subject, `It cannot be started: ${without}.`, `Install ${program}.`);
}
