import { describe, expect, it } from 'vitest';
import { handleCall } from '../../../../src-main/calls/handle-call.ts';
import { callRooms, tracedTool, verdicts } from '../../../support/call-rooms.ts';

const alive = () => new AbortController().signal;

describe('the flow of a call', () => {
  it('runs what a rule allows without asking, and writes down each step before the next', async () => {
    const { tool, trace } = tracedTool();
    const { rooms, steps, incoming } = callRooms({ tool: () => tool, decide: async () => verdicts.allow });
    const handled = await handleCall(incoming(), alive(), rooms);
    handled.delivered(true);
    expect(handled.outcome).toEqual({ kind: 'done', result: { kind: 'text', text: 'output' } });
    expect(trace).toEqual({ ran: 1, released: 1, walls: ['read-only'] });
    expect(steps.map((step) => step.step)).toEqual(['received', 'decided', 'started', 'ended']);
    expect(steps.at(-1)).toMatchObject({
      outcome: 'done',
      ran: true,
      delivered: true,
      result: { characters: 6 },
    });
  });

  it('waits for the person, and runs after a yes', async () => {
    const { tool, trace } = tracedTool();
    const { rooms, steps, incoming, nextCard, allow } = callRooms({ tool: () => tool });
    const handled = handleCall(incoming(), alive(), rooms);
    const card = await nextCard();
    expect(trace.ran).toBe(0);
    expect(card).toMatchObject({ summary: 'Run make', text: 'make', wall: 'guarded' });
    allow(card);
    expect((await handled).outcome.kind).toBe('done');
    expect(steps.map((step) => step.step)).toEqual(['received', 'decided', 'asked', 'answered', 'started']);
  });

  it('tells the caller what the person said, and does not run it', async () => {
    const { tool, trace } = tracedTool();
    const { rooms, incoming, nextCard, queue } = callRooms({ tool: () => tool });
    const handled = handleCall(incoming(), alive(), rooms);
    const { callId, digest } = await nextCard();
    queue.answer({ callId, digest, snapshot: 1, answer: { kind: 'deny', reason: 'use staging' } }, 'window');
    expect((await handled).outcome).toEqual({ kind: 'denied-by-person', reason: 'use staging' });
    expect(trace).toMatchObject({ ran: 0, released: 1 });
  });

  it('keeps a quarter of the time for running: nobody answering for the rest expires the call', async () => {
    const { tool, trace } = tracedTool();
    const { rooms, clock, incoming, nextCard, allow } = callRooms({ tool: () => tool });
    const handled = handleCall(incoming({ command: 'make' }, 28_000), alive(), rooms);
    const card = await nextCard();
    expect(card.expiresAt).toBe(clock.now().wall + 21_000);
    clock.advance(21_000);
    expect(allow(card).kind).toBe('refused');
    expect((await handled).outcome).toEqual({ kind: 'expired' });
    expect(trace.ran).toBe(0);
  });

  it('does not run a call whose connection dropped between the yes and the start', async () => {
    const { tool, trace } = tracedTool();
    const controller = new AbortController();
    const { rooms, incoming, nextCard, allow } = callRooms({ tool: () => tool });
    const handled = handleCall(incoming(), controller.signal, rooms);
    allow(await nextCard());
    controller.abort('disconnected');
    expect((await handled).outcome).toEqual({ kind: 'withdrawn', why: 'disconnected' });
    expect(trace.ran).toBe(0);
  });

  it('does not run a call whose answer is due by the time it was decided', async () => {
    const { tool, trace } = tracedTool();
    const { rooms, clock, incoming } = callRooms({
      tool: () => tool,
      decide: async () => {
        clock.jumpWall(28_000);
        return verdicts.allow;
      },
    });
    expect((await handleCall(incoming(), alive(), rooms)).outcome).toEqual({ kind: 'expired' });
    expect(trace.ran).toBe(0);
  });

  it('waives only a no-rule ask of an acting call in Auto mode', async () => {
    const { tool, trace } = tracedTool();
    const auto = callRooms({ tool: () => tool, mode: () => 'auto' });
    expect((await handleCall(auto.incoming(), alive(), auto.rooms)).outcome.kind).toBe('done');
    expect(auto.steps).toContainEqual({ step: 'answered', answer: 'waived', by: 'mode' });
    expect(trace.walls).toEqual(['guarded']);

    const looking = tracedTool({
      resolve: async () => {
        const effects = [{ kind: 'look' as const, target: 'display 0' }];
        const action = { tool: 'screen_capture', summary: 'Take a picture', headline: [], text: '', effects };
        return { ok: true, action: { ...action, frozen: 0, target: null } };
      },
    });
    for (const [waiting, verdict] of [
      [tool, verdicts.mustLook],
      [tool, { ...verdicts.noRule, outside: true }],
      [looking.tool, verdicts.noRule],
    ] as const) {
      const rooms = callRooms({ tool: () => waiting, mode: () => 'auto', decide: async () => verdict });
      void handleCall(rooms.incoming(), alive(), rooms.rooms);
      expect(await rooms.nextCard()).toBeDefined();
    }
    expect(trace.ran).toBe(1);
    expect(looking.trace.ran).toBe(0);
  });

  it('shows and records no more reasons than a person reads', async () => {
    const { tool } = tracedTool();
    const reasons = Array.from({ length: 500 }, (_, index) => ({
      text: `part ${index}`,
      source: 'table' as const,
    }));
    const { rooms, incoming, nextCard } = callRooms({
      tool: () => tool,
      decide: async () => ({ ...verdicts.mustLook, reasons }),
    });
    void handleCall(incoming(), alive(), rooms);
    const card = await nextCard();
    expect(card.reasons).toHaveLength(21);
    expect(card.reasons.at(-1)?.text).toBe('and 480 more of this kind');
  });

  it('offers no grant for what must be looked at', async () => {
    const { tool } = tracedTool();
    const { rooms, incoming, nextCard } = callRooms({
      tool: () => tool,
      decide: async () => verdicts.mustLook,
      canBeRule: (_action, { kind }) => kind === 'allow',
      granted: () => 'allowed by you for 15 minutes',
    });
    void handleCall(incoming(), alive(), rooms);
    const card = await nextCard();
    expect(card.scopes).toEqual([]);
  });

  it('asks in the way that nothing waives when the judgement throws', async () => {
    const { tool, trace } = tracedTool();
    const { rooms, faults, incoming, nextCard } = callRooms({
      tool: () => tool,
      mode: () => 'auto',
      decide: () => Promise.reject(new Error('boom')),
    });
    void handleCall(incoming(), alive(), rooms);
    expect((await nextCard()).ask).toBe('must-look');
    expect(faults).toHaveLength(1);
    expect(trace.ran).toBe(0);
  });

  it.each(['received', 'decided', 'asked', 'answered', 'started'])(
    'runs nothing when the step "%s" cannot be written',
    async (failing) => {
      const { tool, trace } = tracedTool();
      const { rooms, incoming, nextCard, allow } = callRooms({
        tool: () => tool,
        record: (_call, step) => step.step !== failing,
      });
      const handled = handleCall(incoming(), alive(), rooms);
      if (failing === 'answered' || failing === 'started') allow(await nextCard());
      expect((await handled).outcome).toEqual({ kind: 'not-recorded' });
      expect(trace.ran).toBe(0);
    },
  );

  it.each(['paused', 'stopped', 'shutting-down'] as const)('refuses every call while %s', async (gate) => {
    const { tool, trace } = tracedTool();
    const { rooms, incoming } = callRooms({
      tool: () => tool,
      gate: () => gate,
      decide: async () => verdicts.allow,
    });
    expect((await handleCall(incoming(), alive(), rooms)).outcome).toEqual({ kind: gate });
    expect(trace.ran).toBe(0);
  });

  it('answers bad input and unknown tools with what to do', async () => {
    const { tool } = tracedTool();
    const known = callRooms({ tool: () => tool });
    expect((await handleCall(known.incoming({ cmd: 'x' }), alive(), known.rooms)).outcome).toEqual({
      kind: 'bad-input',
      problems: ['command: is missing'],
    });
    const unknown = callRooms();
    expect((await handleCall(unknown.incoming(), alive(), unknown.rooms)).outcome).toEqual({
      kind: 'unknown-tool',
      available: ['shell_run'],
    });
  });

  it('refuses input that is nested to exhaust the stack, and goes on', async () => {
    const { tool, trace } = tracedTool();
    const { rooms, steps, faults, incoming } = callRooms({
      tool: () => tool,
      decide: async () => verdicts.allow,
    });
    const deep = JSON.parse(`${'['.repeat(400_000)}${']'.repeat(400_000)}`);
    const handled = await handleCall(incoming({ command: deep }), alive(), rooms);
    handled.delivered(true);
    expect(handled.outcome.kind).toBe('bad-input');
    expect(steps[0]).toMatchObject({ step: 'received', input: '(nested too deep to be kept)' });
    expect(faults).toEqual([]);
    expect(trace.ran).toBe(0);
  });

  it('answers in time even when a tool is wedged, and says that it ran out of time', async () => {
    let markStarted = () => {};
    const started = new Promise<void>((resolve) => {
      markStarted = resolve;
    });
    const run = () => {
      markStarted();
      return new Promise<never>(() => {});
    };
    const { tool } = tracedTool({ run });
    const { rooms, clock, steps, incoming } = callRooms({
      tool: () => tool,
      decide: async () => verdicts.allow,
    });
    const handled = handleCall(incoming(), alive(), rooms);
    await started;
    clock.advance(28_000);
    clock.advance(1_000);
    const { outcome, delivered } = await handled;
    delivered(false);
    expect(outcome).toEqual({ kind: 'out-of-time' });
    expect(steps.at(-1)).toMatchObject({
      step: 'ended',
      outcome: 'out-of-time',
      ran: true,
      delivered: false,
    });
    expect(clock.pending).toBe(0);
  });

  it('ends a call alone when its tool throws, and logs the fault', async () => {
    const { tool } = tracedTool({ run: () => Promise.reject(new Error('bug')) });
    const { rooms, faults, incoming } = callRooms({ tool: () => tool, decide: async () => verdicts.allow });
    expect((await handleCall(incoming(), alive(), rooms)).outcome).toEqual({ kind: 'internal-error' });
    expect(faults).toHaveLength(1);
  });

  it('runs at once what a grant covers, and records that the grant spoke', async () => {
    const { tool, trace } = tracedTool();
    const { rooms, steps, incoming } = callRooms({
      tool: () => tool,
      granted: () => 'allowed by you for 15 minutes',
    });
    expect((await handleCall(incoming(), alive(), rooms)).outcome.kind).toBe('done');
    expect(trace.walls).toEqual(['guarded']);
    expect(steps).toContainEqual(
      expect.objectContaining({
        step: 'decided',
        verdict: 'allow',
        reasons: [expect.objectContaining({ source: 'grant' })],
      }),
    );
  });

  it('runs without the wall only when the answer says so', async () => {
    const { tool, trace } = tracedTool();
    const { rooms, incoming, nextCard, queue } = callRooms({ tool: () => tool });
    const handled = handleCall(incoming(), alive(), rooms);
    const { callId, digest } = await nextCard();
    queue.answer({ callId, digest, snapshot: 1, answer: { kind: 'allow', withoutWall: true } }, 'window');
    await handled;
    expect(trace.walls).toEqual(['none']);
  });
});

describe('Stop', () => {
  it('ends what waits and what runs, and resolves when all of it is over', async () => {
    const { tool } = tracedTool({
      run: (_action, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ ok: false, message: 'killed' }));
        }),
    });
    const { rooms, incoming, nextCard } = callRooms({ tool: () => tool });
    const waiting = handleCall({ ...incoming(), id: 'c-1' }, alive(), rooms);
    await nextCard();
    const running = handleCall({ ...incoming(), id: 'c-2' }, alive(), {
      ...rooms,
      decide: async () => verdicts.allow,
    });
    await expect.poll(() => rooms.live.views().map((view) => view.state)).toContain('running');
    await rooms.live.abortAll('stopped');
    expect((await waiting).outcome).toEqual({ kind: 'stopped' });
    expect((await running).outcome).toEqual({ kind: 'stopped' });
    expect(rooms.live.views().map((view) => view.outcome)).toEqual(['stopped', 'stopped']);
  });
});
