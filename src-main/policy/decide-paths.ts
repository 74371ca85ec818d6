/** The judgement on the paths that a command names: by how they are written, and by where they really lead. */
import type { FileFact, FileLook } from '../../src-shared/shell-script.ts';
import { inFolders } from './decide-files.ts';
import type { Effort } from './effort.ts';
import type { PathUse } from './examination.ts';
import { danger, deny, mustLook, type Opinion, strictest } from './opinion.ts';
import { insideAny, isInside, withoutDots } from './path-rules.ts';
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
  if (!look) return mustLook('Doorman could not check the file that it names', part);
  if (look.kind === 'unseen') return mustLook(look.why, part);
  facts.effort.files -= look.files.length;
  if (facts.effort.files < 0) return mustLook('names more files than Doorman can check one by one', part);
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
  return secret ? danger(`names ${secret}`, part) : { kind: 'allow', reasons: [] };
}

function judgeTarget(file: FileFact, use: PathUse, judged: JudgedPart, facts: PolicyFacts): Opinion {
  const { part } = judged;
  const refused = refusedPlace(file.path, facts.ownPaths);
  if (refused) return deny(refused, part);
  const secret = secretPlace(file.path) ?? file.secretContent;
  if (secret)
    return danger(file.path === withoutDots(use.path) ? `names ${secret}` : `leads to ${secret}`, part);
  if (use.use === 'name' || file.path === '/dev/null') return { kind: 'allow', reasons: [] };
  if (file.type === 'special') return mustLook('is no file, but a device or a way to another program', part);
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
    reasons: [
      {
        text: `reads ${path}, outside the folders that you added`,
        source: 'folders',
        part,
        weight: 'unlisted',
      },
    ],
  };
}

function judgeChange(file: FileFact, { part, workspace }: JudgedPart, facts: PolicyFacts): Opinion {
  const place = protectedPlace(file.path, facts.programPath);
  if (place) return danger(`changes ${file.path}: ${place}`, part);
  if (facts.folders.includes(file.path))
    return danger(`changes the whole folder ${file.path} that you added`, part);
  if (!insideAny(file.path, facts.folders))
    return danger(`changes ${file.path}, outside the folders that you added`, part);
  if (workspace !== undefined && isInside(file.path, workspace)) return { kind: 'allow', reasons: [] };
  return { kind: 'allow', reasons: [], needs: [{ wall: 'guarded', part }] };
}
