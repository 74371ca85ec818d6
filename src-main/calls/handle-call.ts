/**
 * The whole flow of one call, top to bottom: received, admitted, resolved, decided, asked, started, ended.
 * Every door uses it, and nothing else starts a tool.
 */
import { type DecidedWall, isActing } from '../../src-shared/action.ts';
import type { Call, IncomingCall, Origin } from '../../src-shared/call.ts';
import { hasPassed, remaining } from '../../src-shared/clock.ts';
import type { EndSignal } from '../../src-shared/end-signal.ts';
import type { Json } from '../../src-shared/json.ts';
import type { HandledCall, Outcome } from '../../src-shared/outcome.ts';
import { actionDigest } from './action-digest.ts';
import { admitCall, recordableInput } from './admit-call.ts';
import { askPerson, refusedBefore } from './ask-person.ts';
import type { CallRooms } from './call-rooms.ts';
import { runDeadline } from './deadlines.ts';
import { editNote, type InHand } from './edit-input.ts';
import { endedEarly, orAborted } from './ended-early.ts';
import { endedStep, foundIn } from './ended-step.ts';
import { decidedStep, isWaived, judge, wallOf } from './judge-action.ts';
import { letLeave, maskReply } from './let-leave.ts';
import type { LiveCall } from './live-calls.ts';
import { resolveAction, type Step } from './resolve-action.ts';
import { runTool } from './run-tool.ts';

/** The calls that one direct caller may have under way, none of whose calls waits for a person. */
const DIRECT_LIMIT = 256;

/** How far a call came. */
interface Progress {
  ran: boolean;
  /** What ran in place of the agent's input, where the person edited that. */
  edited?: Json;
}

/** Takes one call from a door to its outcome. Never rejects: a fault of ours ends this call alone. */
export async function handleCall(
  incoming: IncomingCall,
  doorSignal: EndSignal,
  rooms: CallRooms,
): Promise<HandledCall> {
  const live = rooms.live.begin(incoming, doorSignal);
  const progress: Progress = { ran: false };
  const timeLeft = Math.max(0, remaining(incoming.answerBy, rooms.clock.now()));
  const stopTimer = rooms.clock.after(timeLeft, () => live.abort('out-of-time'));
  let outcome: Outcome;
  try {
    outcome = await flow(incoming, live, progress, rooms);
  } catch (error) {
    rooms.logFault(incoming.id, error);
    outcome = { kind: 'internal-error' };
  }
  stopTimer();
  if (outcome.kind === 'out-of-time' && !progress.ran) outcome = { kind: 'expired' };
  if (outcome.kind === 'run-paused') outcome = { ...outcome, ...runName(incoming.origin) };
  const { edited } = progress;
  if (edited !== undefined) {
    outcome = { ...outcome, inputEdited: await editNote(edited, incoming, live, rooms) };
  }
  const durationMs = rooms.clock.now().mono - incoming.receivedAt.mono;
  live.end({ outcome: outcome.kind, durationMs, ...foundIn(outcome) });
  return {
    outcome,
    ran: progress.ran,
    delivered: (reached) => {
      const how = { tool: incoming.tool, ran: progress.ran, durationMs, delivered: reached };
      void rooms.recordNow(incoming.id, endedStep(outcome, how, rooms.sha256));
    },
  };
}

function runName(origin: Origin): { readonly run?: string } {
  return origin.door === 'client-tools' && origin.runId !== undefined ? { run: origin.runId } : {};
}

async function flow(
  incoming: IncomingCall,
  live: LiveCall,
  progress: Progress,
  rooms: CallRooms,
): Promise<Outcome> {
  if (!recordReceived(incoming, rooms)) return { kind: 'not-recorded' };
  const early = endedEarly(live.signal, rooms.gate(incoming.origin));
  if (early) return early;
  const limit = incoming.origin.door === 'client-tools' ? rooms.limits.live : DIRECT_LIMIT;
  if (rooms.live.countFrom(incoming.origin) > limit) return { kind: 'too-many-waiting', limit };
  const admitted = admitCall(incoming, rooms);
  if (!admitted.ok) return admitted.outcome;
  const { call, tool } = admitted;
  const resolved = await resolveAction(tool, call, live, rooms);
  if ('over' in resolved) return resolved.over;
  const inHand: InHand = { tool, call, action: resolved.go };
  try {
    live.update({ summary: inHand.action.summary });
    const decided = await decideAction(inHand, live, rooms);
    if ('over' in decided) return await maskReply(decided.over, { ...inHand, live }, rooms);
    return await start(inHand, decided.go, live, progress, rooms);
  } finally {
    const released = tool.release(inHand.action);
    if (released) await released;
  }
}

function recordReceived(incoming: IncomingCall, rooms: CallRooms): boolean {
  return rooms.record(incoming.id, {
    step: 'received',
    tool: incoming.tool,
    origin: incoming.origin,
    input: recordableInput(incoming.input),
  });
}

/** From the frozen action to the wall it may run behind, or to a refusal. */
async function decideAction(inHand: InHand, live: LiveCall, rooms: CallRooms): Promise<Step<DecidedWall>> {
  const { action, call } = inHand;
  const digest = actionDigest(action, rooms.sha256);
  const judged = await orAborted(judge(action, call, rooms), live.signal);
  if ('aborted' in judged) return { over: judged.aborted };
  const verdict = judged.value;
  const recorded = rooms.record(call.id, decidedStep(action, digest, verdict));
  if (!recorded) return { over: { kind: 'not-recorded' } };
  if (verdict.kind === 'deny') return { over: { kind: 'denied-by-rule', reasons: verdict.reasons } };
  if (verdict.kind === 'allow') {
    live.update({ answeredBy: 'rule' });
    return { go: wallOf(verdict) };
  }
  if (call.origin.door !== 'client-tools' && verdict.ask !== 'question') {
    const rule = rooms.canBeRule(action, verdict) && (await rooms.offers.narrowest(action, call.input));
    return { over: { kind: 'not-listed', reasons: verdict.reasons, ...(rule ? { rule } : {}) } };
  }
  const refused = refusedBefore(action, call, live, rooms);
  if (refused) return { over: refused };
  if (rooms.mode(call.origin) === 'auto' && isWaived(verdict, action)) {
    live.update({ answeredBy: 'mode' });
    const waived = rooms.record(call.id, { step: 'answered', answer: 'waived', by: 'mode' });
    return waived ? { go: wallOf(verdict) } : { over: { kind: 'not-recorded' } };
  }
  return askPerson({ inHand, digest, verdict }, live, rooms);
}

/** The last look before anything happens: still wanted, still in time, on record. Then it runs. */
async function start(
  { tool, action, call, edited }: InHand,
  wall: DecidedWall,
  live: LiveCall,
  progress: Progress,
  rooms: CallRooms,
): Promise<Outcome> {
  const early = tooLate(call, live, rooms);
  if (early) return early;
  if (!(await rooms.recordNow(call.id, { step: 'started', ...wall }))) return { kind: 'not-recorded' };
  // The moment that the writing took may have been the last one.
  const late = tooLate(call, live, rooms);
  if (late) return late;
  progress.ran = true;
  if (edited !== undefined) progress.edited = edited;
  live.update({ state: 'running', ...(isActing(action) ? { wall: wall.wall } : {}) });
  const runBy = runDeadline(call, rooms.reviewed(call.tool, call.origin));
  const ran = await runTool(tool, action, { wall, call, runBy }, live.signal, rooms.clock);
  return letLeave(ran, { tool, action, call, live }, rooms);
}

function tooLate(call: Call, live: LiveCall, rooms: CallRooms): Outcome | undefined {
  const early = endedEarly(live.signal, rooms.gate(call.origin));
  if (early) return early;
  return hasPassed(call.answerBy, rooms.clock.now()) ? { kind: 'expired' } : undefined;
}
