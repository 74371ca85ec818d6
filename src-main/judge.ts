/** Joins the judgement with what it needs to know at that moment: folders, rules on disk, the wall in force. */
import type { Action } from '../src-shared/action.ts';
import type { Json } from '../src-shared/json.ts';
import { lastOf } from '../src-shared/last-of.ts';
import type { Verdict } from '../src-shared/verdict.ts';
import type { OpenedRooms } from './open-rooms.ts';
import { decide } from './policy/decide.ts';
import type { PolicyFacts } from './policy/policy-facts.ts';
import type { RuleSource } from './policy/rule.ts';
import type { Projects } from './projects.ts';
import { usablePath } from './tools/user-path.ts';

/** `now` is Unix milliseconds. */
export function createJudge(
  opened: OpenedRooms,
  projects: Projects,
  now: () => number,
): (action: Action, input: Json) => Promise<Verdict> {
  const factsFor = createFacts(opened, projects);
  return async (action, input) => decide({ ...action, input }, await factsFor(action), now());
}

/** What is known at this moment that bears on an action. */
export function createFacts(
  { permissions, settings, places, shell, wall }: OpenedRooms,
  projects: Projects,
): (action: Pick<Action, 'effects'>) => Promise<PolicyFacts> {
  const programPath = lastOf((folders: readonly string[]) => usablePath(shell.path, folders));
  return async (action) => {
    const { rules } = await permissions.current();
    const run = action.effects.find((effect) => effect.kind === 'run');
    // The rules of the trusted project that a command would run in.
    const project = run && (await projects.rulesAt(run.cwd));
    const folders = places.folders();
    return {
      home: places.home,
      folders,
      ownPaths: places.ownPaths,
      programPath: programPath(folders),
      trustedFolders: settings.current().trusted.map(({ path }) => path),
      rules: withProject(rules, project),
      wallAvailable: wall.current().available,
      wallRequired: settings.current().sandbox === 'required',
    };
  };
}

/** After the person's own rules, before the shipped ones. No rule at all counts while the person's file is broken. */
export function withProject(
  rules: readonly RuleSource[],
  project: RuleSource | undefined,
): readonly RuleSource[] {
  return project ? withProjects(rules, [project]) : rules;
}

export function withProjects(
  rules: readonly RuleSource[],
  projects: readonly RuleSource[],
): readonly RuleSource[] {
  if (projects.length === 0 || rules.length === 0) return rules;
  const shipped = rules.findIndex(({ from }) => from === 'shipped');
  return rules.toSpliced(shipped < 0 ? rules.length : shipped, 0, ...projects);
}
