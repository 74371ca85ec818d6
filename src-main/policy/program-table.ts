/** The program table: every family of programs that the judgement knows, under the bare name of each program. */

import type { ProgramEntry, ProgramFamily } from './program-entry.ts';
import { CODE_PROGRAMS } from './programs-code.ts';
import { FILE_PROGRAMS } from './programs-files.ts';
import { GIT_PROGRAMS } from './programs-git.ts';
import { NETWORK_PROGRAMS } from './programs-network.ts';
import { SHELL_PROGRAMS } from './programs-shell.ts';
import { SYSTEM_PROGRAMS } from './programs-system.ts';
import { TEXT_PROGRAMS } from './programs-text.ts';

export const PROGRAMS: ProgramFamily = {
  ...TEXT_PROGRAMS,
  ...SYSTEM_PROGRAMS,
  ...FILE_PROGRAMS,
  ...SHELL_PROGRAMS,
  ...GIT_PROGRAMS,
  ...CODE_PROGRAMS,
  ...NETWORK_PROGRAMS,
};

const OTHER_NAMES: Readonly<Record<string, string>> = {
  nodejs: 'node',
  pypy: 'python',
  ash: 'sh',
  rbash: 'bash',
};

/** The entry of a program; what runs code is also known by a name with a version (`python3.11`) or by another usual one. */
export function programEntry(name: string): ProgramEntry | undefined {
  if (Object.hasOwn(PROGRAMS, name)) return PROGRAMS[name];
  const bare = name.replace(/-?\d+(\.\d+)*$/, '');
  const known = Object.hasOwn(OTHER_NAMES, bare) ? (OTHER_NAMES[bare] ?? bare) : bare;
  const entry = Object.hasOwn(PROGRAMS, known) ? PROGRAMS[known] : undefined;
  return entry?.nature === 'code' ? entry : undefined;
}
