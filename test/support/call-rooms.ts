/** Rooms for the flow of a call, with a real queue and a tool that leaves traces; a test changes what it is about. */
import { createHash } from 'node:crypto';
import { ApprovalQueue } from '../../src-main/approvals/approval-queue.ts';
import { Refusals } from '../../src-main/approvals/refusals.ts';
import type { CallableTool, CallRooms } from '../../src-main/calls/call-rooms.ts';
import { LiveCalls, originLabel } from '../../src-main/calls/live-calls.ts';
import { maskResult } from '../../src-main/masking/mask-result.ts';
import type { IncomingCall } from '../../src-shared/call.ts';
import { later } from '../../src-shared/clock.ts';
import type { JournalStep } from '../../src-shared/journal-entry.ts';
import type { Verdict } from '../../src-shared/verdict.ts';
import { ManualClock } from './manual-clock.ts';

export const verdicts = {
  allow: { kind: 'allow', wall: 'read-only', reasons: [{ text: 'on the list', source: 'shipped' }] },
  noRule: {
    kind: 'ask',
    ask: 'no-rule',
    wall: 'guarded',
    reasons: [{ text: 'not listed', source: 'builtin' }],
  },
  mustLook: {
    kind: 'ask',
    ask: 'must-look',
    wall: 'guarded',
    reasons: [{ text: 'secret', source: 'table' }],
  },
  deny: { kind: 'deny', reasons: [{ text: 'own files', source: 'builtin' }] },
} satisfies Record<string, Verdict>;

/** A tool that runs a shell text, as far as its effects say, and counts what was done with it. */
export function tracedTool(change: Partial<CallableTool> = {}) {
  const trace = { ran: 0, released: 0, walls: [] as string[] };
  const tool: CallableTool = {
    check: (input) =>
      typeof input === 'object' && input !== null && 'command' in input
        ? { ok: true, value: JSON.parse(JSON.stringify(input)) }
        : { ok: false, problems: ['command: is missing'] },
    resolve: async (input) => {
      const text = String((input as { command: unknown }).command);
      const script = { kind: 'plain' as const, commands: [], reads: [] };
      const effects = [{ kind: 'run' as const, text, cwd: '/', script }];
      return {
        ok: true,
        action: {
          tool: 'shell_run',
          summary: `Run ${text}`,
          headline: [{ text: 'Run ' }, { text, object: true }],
          text,
          effects,
          frozen: { text },
          target: null,
        },
      };
    },
    run: async (_action, context) => {
      trace.ran += 1;
      trace.walls.push(context.wall);
      return { ok: true, result: { kind: 'text', text: 'output' } };
    },
    release: async () => {
      trace.released += 1;
    },
    ...change,
  };
  return { tool, trace };
}

/** Masked as in a host, and not looked at. */
const results: Pick<CallRooms, 'reviewed' | 'mask' | 'maskedIn'> = {
  reviewed: () => false,
  mask: async ({ result, cuts }) => maskResult({ result, cuts, spared: [] }),
  maskedIn: () => {},
};

export function callRooms(change: Partial<CallRooms> = {}) {
  const clock = new ManualClock();
  const steps: JournalStep[] = [];
  const faults: unknown[] = [];
  const asked: (() => void)[] = [];
  const queue = queueFor(clock, asked);
  const refusals = refusalsFor(clock);
  const rooms: CallRooms = {
    clock,
    live: new LiveCalls(() => {}),
    limits: { waiting: 32, live: 64 },
    wallRequired: () => false,
    tool: () => undefined,
    toolNames: () => ['shell_run'],
    gate: () => 'open',
    mode: () => 'confirm',
    asksEachTime: () => false,
    decide: async () => verdicts.noRule,
    granted: () => undefined,
    refusals,
    takeQuestion: () => undefined,
    countAsked: () => ({ same: 1, all: 1 }),
    about: () => ({ writable: [] }),
    ask: (card, deadline, signal, edit) => queue.ask(card, deadline, signal, edit),
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    ...results,
    canBeRule: () => false,
    offers: { open: () => {}, close: () => {}, narrowest: async () => undefined },
    remember: () => {},
    record: (_call, step) => {
      steps.push(step);
      return true;
    },
    recordNow: async (call, step) => rooms.record(call, step),
    logFault: (_call, error) => faults.push(error),
    ...change,
  };
  const out = { clock, queue, refusals, rooms, steps, faults };
  return { ...out, ...person(queue, asked), incoming: incomingAt(clock) };
}

/** `asked` is told of the next change. */
function queueFor(clock: ManualClock, asked: (() => void)[]): ApprovalQueue {
  return new ApprovalQueue({
    clock,
    limit: 32,
    screenLocked: () => false,
    snapshot: () => 1,
    onLate: () => true,
    isOffered: () => false,
    onChange: () => {
      for (const notify of asked.splice(0)) notify();
    },
  });
}

export function refusalsFor(clock: ManualClock) {
  let next = 0;
  const newId = () => {
    next += 1;
    return `no-${next}`;
  };
  return new Refusals({ clock, newId, label: originLabel, onChange: () => {} });
}

function person(queue: ApprovalQueue, asked: (() => void)[]) {
  return {
    /** Resolves to the card once one waits. */
    async nextCard() {
      if (queue.waiting().length === 0) await new Promise<void>((resolve) => asked.push(resolve));
      const [card] = queue.waiting();
      if (!card) throw new Error('the queue changed, but nothing waits');
      return card;
    },
    allow: ({ callId, digest }: { callId: string; digest: string }) =>
      queue.answer({ callId, digest, snapshot: 1, answer: { kind: 'allow' } }, 'window'),
  };
}

function incomingAt(clock: ManualClock) {
  return (input: unknown = { command: 'make' }, ms = 28_000): IncomingCall => ({
    id: 'c-1',
    tool: 'shell_run',
    input,
    origin: { door: 'client-tools', profileId: 'p-1', profileName: 'Test', connectionId: 'one' },
    receivedAt: clock.now(),
    answerBy: later(clock.now(), ms),
  });
}
