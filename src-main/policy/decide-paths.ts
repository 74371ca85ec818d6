/** The judgement on the paths that a command names: by how they are written, and by where they really lead. */
import type { FileFact, FileLook } from '../../src-shared/shell-script.ts';
import { inFolders } from './decide-files.ts';
import type { Effort } from './effort.ts';
import type { PathUse } from './examination.ts';
import { deny, mustLook, type Opinion, strictest } from './opinion.ts';
import { insideAny, isInside } from './path-rules.ts';
import type { PolicyFacts } from './policy-facts.ts';
import { protectedPlace } from './protected-places.ts';
import { refusedPlace, secretPlace } from './sensitive.ts';

/** The part of the text that is judged, and the trusted folder that it runs in. */
export interface JudgedPart {
  readonly part: string;
  readonly workspace?: string;
}

/** Judges one use of a path by what was found there. Each file that is judged counts as effort. */
export function judgePath(
  use: PathUse,
  judged: JudgedPart,
  look: FileLook | undefined,
  facts: PolicyFacts & { readonly effort: Effort },
): Opinion {
  const { part } = judged;
  if (!look) return mustLook('nobody has looked at the file it names', part);
  if (look.kind === 'unseen') return mustLook(look.why, part);
  facts.effort.files -= look.files.length;
  if (facts.effort.files < 0) return mustLook('it names more files than can be judged one by one', part);
  return strictest([
    judgeSpelling(use, part, facts),
    ...look.files.map((file) => judgeTarget(file, use, judged, facts)),
  ]);
}

/** The name as written counts beside the file it leads to now: either can be the secret. */
function judgeSpelling(use: PathUse, part: string, facts: PolicyFacts): Opinion {
  const why = refusedPlace(use.path, facts.ownPaths);
  if (why && use.use !== 'name') return deny(why, part);
  const secret = secretPlace(use.path);
  return secret ? mustLook(`it touches ${secret}`, part) : { kind: 'allow', reasons: [] };
}

function judgeTarget(file: FileFact, use: PathUse, judged: JudgedPart, facts: PolicyFacts): Opinion {
  const { part } = judged;
  const refused = refusedPlace(file.path, facts.ownPaths);
  if (refused) return deny(refused, part);
  const secret = secretPlace(file.path) ?? file.secretContent;
  if (secret) return mustLook(`it leads to ${secret}`, part);
  if (use.use === 'name' || file.path === '/dev/null') return { kind: 'allow', reasons: [] };
  if (file.type === 'special') return mustLook('it is a device, a pipe or a socket, not a file', part);
  if (use.use === 'read' || use.use === 'tree')
    return inFolders(file.path, facts) ?? outside(file.path, part);
  return judgeChange(file, judged, facts);
}

/** For content that is read at this canonical path, which is in none of the added folders. */
export function outside(path: string, part: string): Opinion {
  return {
    kind: 'ask',
    ask: 'no-rule',
    outside: true,
    reasons: [{ text: `it reads ${path}, outside the added folders`, source: 'folders', part }],
  };
}

function judgeChange(file: FileFact, { part, workspace }: JudgedPart, facts: PolicyFacts): Opinion {
  const place = protectedPlace(file.path, facts.programPath);
  if (place) return mustLook(`it changes ${file.path}: ${place}`, part);
  if (facts.folders.includes(file.path))
    return mustLook(`it changes the added folder ${file.path} as a whole`, part);
  if (!insideAny(file.path, facts.folders))
    return mustLook(`it changes ${file.path}, outside the added folders`, part);
  if (workspace !== undefined && isInside(file.path, workspace)) return { kind: 'allow', reasons: [] };
  return { kind: 'allow', reasons: [], needs: [{ wall: 'guarded', part }] };
}
