/** The judgement on a frozen action, as it counts for one call, and how it stands on record. */
import { type Action, type DecidedWall, isActing } from '../../src-shared/action.ts';
import type { Call } from '../../src-shared/call.ts';
import type { JournalStep } from '../../src-shared/journal-entry.ts';
import type { Verdict } from '../../src-shared/verdict.ts';
import { meaningDigest, pictureFacts } from './action-digest.ts';
import type { CallRooms } from './call-rooms.ts';

/** By the rules, and by what the person granted for this very action. */
export async function judge(action: Action, call: Call, rooms: CallRooms): Promise<Verdict> {
  const verdict = await judgeByRules(action, call, rooms);
  if (verdict.kind !== 'ask' || verdict.ask !== 'no-rule') return verdict;
  const grant = rooms.granted(meaningDigest(action, rooms.sha256), call.origin);
  if (!grant) return verdict;
  return { kind: 'allow', wall: verdict.wall, reasons: [{ text: grant, source: 'grant' }] };
}

/** A judgement that throws is no judgement: the person must look. */
export async function judgeByRules(action: Action, call: Call, rooms: CallRooms): Promise<Verdict> {
  try {
    const verdict = withFewReasons(await rooms.decide(action, call.input));
    return rooms.asksEachTime(call.tool, call.origin) ? eachTime(verdict, call.tool) : verdict;
  } catch (error) {
    rooms.logFault(call.id, error);
    const text = 'The rules could not be applied, because of a fault in Doorman.';
    return { kind: 'ask', ask: 'must-look', wall: 'guarded', reasons: [{ text, source: 'builtin' }] };
  }
}

/** What rules would allow, or a mode or a new rule could, waits all the same. */
function eachTime(verdict: Verdict, tool: string): Verdict {
  if (verdict.kind === 'deny' || (verdict.kind === 'ask' && verdict.ask !== 'no-rule')) return verdict;
  if (verdict.kind === 'ask') return { ...verdict, eachTime: true };
  const text = `you want to be asked about each call of ${tool}`;
  const reasons = [{ text, source: 'builtin', weight: 'unlisted' } as const];
  // A wall that writes in workspaces is for what runs unasked in them; a yes has its own.
  const wall = verdict.wall === 'workspace-write' ? 'guarded' : verdict.wall;
  return { kind: 'ask', ask: 'no-rule', eachTime: true, reasons, wall };
}

/** What Auto mode lets run: what is understood and harmless, changes or starts something, and reads in the folders. */
export function isWaived(
  verdict: Extract<Verdict, { kind: 'ask' }>,
  action: Pick<Action, 'effects'>,
): boolean {
  return (
    verdict.ask === 'no-rule' && verdict.outside !== true && verdict.eachTime !== true && isActing(action)
  );
}

export function decidedStep(action: Action, digest: string, verdict: Verdict): JournalStep {
  return {
    step: 'decided',
    summary: action.summary,
    text: action.text,
    digest,
    verdict: verdict.kind,
    reasons: verdict.reasons,
    ...(verdict.kind === 'deny' ? {} : wallOf(verdict)),
    ...(verdict.kind === 'ask' ? { ask: verdict.ask } : {}),
    ...(action.picture ? { picture: pictureFacts(action.picture) } : {}),
  };
}

export function wallOf(verdict: Exclude<Verdict, { kind: 'deny' }>): DecidedWall {
  const workspaces = verdict.kind === 'allow' ? verdict.workspaces : undefined;
  return { wall: verdict.wall, ...(workspaces ? { workspaces } : {}) };
}

/** As many as a person reads; a text of a thousand parts must not become a card of a thousand lines. */
const MOST_REASONS = 20;

function withFewReasons(verdict: Verdict): Verdict {
  const left = verdict.reasons.length - MOST_REASONS;
  if (left <= 0) return verdict;
  const more = { text: `and ${left} more of this kind`, source: 'builtin' as const };
  return { ...verdict, reasons: [...verdict.reasons.slice(0, MOST_REASONS), more] };
}
