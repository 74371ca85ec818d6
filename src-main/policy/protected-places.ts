/** Places where a change works long after the call: start-up files, hooks, program folders, rules of other agents. */
import {
  PROTECTED_IN_FOLDERS,
  PROTECTED_IN_HOME,
  PROTECTED_WHEN_NAMED,
} from '../../src-shared/protected-names.ts';
import { withoutDots } from './path-rules.ts';

/** Case does not make another file on every disk, so it makes none here. */
const PARTS = [...PROTECTED_IN_FOLDERS, ...PROTECTED_IN_HOME, ...PROTECTED_WHEN_NAMED].map(
  (name) => `/${name.toLowerCase()}/`,
);

/** Says why a change at this canonical path needs a person, or nothing. */
export function protectedPlace(path: string, programPath: readonly string[]): string | undefined {
  const text = withoutDots(path);
  if (programPath.some((folder) => text === folder || text.startsWith(`${folder}/`)))
    return 'programs are started from there';
  const within = `${text.toLowerCase()}/`;
  return PARTS.some((part) => within.includes(part))
    ? 'other programs start or obey what is there'
    : undefined;
}
