/** Which places outside the added folders the narrow walls show to a script, going by what the verdict was told. */
import type { FileLook, ShellScript } from '../../src-shared/shell-script.ts';
import type { Failed } from './define-tool.ts';
import { coveredBy } from './wall-paths.ts';
import { alwaysShown } from './wall-view.ts';

export type Named = { readonly ok: true; readonly named: readonly string[] } | Failed;

/**
 * Names may be listed anywhere, content may not be read everywhere, and a wall cannot show the one without the other.
 * So a place that is only listed is shown to a script that reads nothing in the added folders: there, a link that is
 * pointed elsewhere after the verdict could lead to it. `runsCode`: it may read whatever is shown.
 */
export function namedPlaces(
  script: ShellScript,
  cwd: string,
  folders: readonly string[],
  runsCode = false,
): Named {
  const listed = coveredBy(cwd, folders) || alwaysShown(cwd) ? [] : [cwd];
  if (script.kind === 'invalid' || !script.surroundings) return { ok: true, named: listed };
  const { files, repositories } = script.surroundings;
  const read: string[] = [];
  let readsInside = runsCode || Object.keys(repositories).some((at) => coveredBy(at, folders));
  for (const look of Object.values(files)) {
    const content = look.kind === 'seen' && look.use !== undefined && look.use !== 'name';
    for (const path of placesIn(look)) {
      if (coveredBy(path, folders)) readsInside ||= look.kind === 'seen' && look.use !== 'name';
      else if (!alwaysShown(path)) (content ? read : listed).push(path);
    }
  }
  if (readsInside && listed.some((path) => !coveredBy(path, read))) return LISTS_AND_READS;
  return { ok: true, named: [...listed, ...read] };
}

const LISTS_AND_READS: Failed = {
  ok: false,
  message:
    'not run: it looks at names outside the shared folders and at files inside them, and the wall around it shows ' +
    'only one of the two at a time. Send two commands; the one that reads needs a cwd in a shared folder.',
};

function placesIn(look: FileLook): readonly string[] {
  if (look.kind === 'unseen') return [];
  return look.files.filter(({ type }) => type === 'file' || type === 'folder').map(({ path }) => path);
}
