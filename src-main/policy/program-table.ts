/** The program table: every family of programs that the judgement knows, under the bare name of each program. */

import type { ProgramFamily } from './program-entry.ts';
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
