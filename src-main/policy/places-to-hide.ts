/** The secret places of this machine by their absolute paths, for the wall to hide. Not all of them exist. */
import { join } from 'node:path';
import { SECRET_FILES, SECRET_FOLDERS } from './secret-places.ts';

const SYSTEM = [
  ...SECRET_FOLDERS.filter(({ system }) => system).map(({ path }) => `/${path}`),
  ...SECRET_FILES.flatMap(({ inSystem }) => words(inSystem)),
];

const IN_HOME = [
  ...SECRET_FOLDERS.filter(({ system }) => !system).map(({ path }) => path),
  ...SECRET_FILES.flatMap(({ inHome }) => words(inHome)),
];

/** Deeper in an added folder the walk of the wall finds them by the same patterns. */
const IN_FOLDER = SECRET_FILES.flatMap(({ inFolder }) => words(inFolder));

export function placesToHide(home: string, folders: readonly string[]): readonly string[] {
  return [
    ...SYSTEM,
    ...IN_HOME.map((name) => join(home, name)),
    ...folders.flatMap((folder) => IN_FOLDER.map((name) => join(folder, name))),
  ];
}

function words(text: string | undefined): readonly string[] {
  return text?.split(' ') ?? [];
}
