/** A script in the approval page that tries for a yes without end, as one would that took the page over. */
import type { Page } from '@playwright/test';
import type { AppState } from '../../../src-shared/app-state.ts';
import type { AnswerReceipt, ArmReply } from '../../../src-shared/approval.ts';
import { APPROVAL_CHANNELS } from '../../../src-shared/ipc-channels.ts';

/**
 * `patient` reports what the page itself would report, over and over, and waits for any press to ride on. `following`
 * reports the button wherever the pointer is. `restless` calls every channel with every argument that it can think of.
 */
export type Manner = 'patient' | 'following' | 'restless';

export interface HostileScript {
  /** Resolves when the script has tried all it knows after this moment. */
  tried(): Promise<void>;
  /** What main said to its reports and answers so far, each once. */
  heard(): Promise<readonly string[]>;
  /** How many of its answers were taken. */
  accepted(): Promise<number>;
  stop(): Promise<void>;
}

interface Heard {
  rounds: number;
  accepted: number;
  words: Set<string>;
  stopped: boolean;
}

export async function runHostileScript(page: Page, manner: Manner): Promise<HostileScript> {
  await page.evaluate(script, { manner, channels: APPROVAL_CHANNELS });
  const read = <T>(what: (heard: Heard) => T) =>
    page.evaluate(`(${what.toString()})(globalThis.hostile)`) as Promise<T>;
  return {
    async tried() {
      const before = await read(({ rounds }) => rounds);
      await page.waitForFunction(
        (past) => (globalThis as unknown as { hostile: Heard }).hostile.rounds > past + 1,
        before,
      );
    },
    heard: () => read(({ words }) => [...words]),
    accepted: () => read(({ accepted }) => accepted),
    stop: () =>
      page.evaluate(
        () => void Object.assign((globalThis as unknown as { hostile: Heard }).hostile, { stopped: true }),
      ),
  };
}

/** Runs in the page: it knows nothing of this file. */
function script({ manner, channels }: { manner: Manner; channels: readonly string[] }): void {
  const heard: Heard = { rounds: 0, accepted: 0, words: new Set(), stopped: false };
  const { doorman } = globalThis as unknown as {
    doorman: { call(channel: string, argument: unknown): Promise<unknown> };
  };
  Object.assign(globalThis, { hostile: heard });
  const pointer = { x: 0, y: 0 };
  for (const sign of ['pointermove', 'pointerdown', 'pointerup'] as const) {
    window.addEventListener(
      sign,
      ({ clientX, clientY }) => Object.assign(pointer, { x: clientX, y: clientY }),
      true,
    );
  }
  const call = (channel: string, argument: unknown) => doorman.call(channel, argument).catch(() => undefined);
  const note = (reply: AnswerReceipt | ArmReply | undefined) => {
    if (reply?.kind === 'accepted') heard.accepted += 1;
    if (reply !== undefined)
      heard.words.add('why' in reply ? reply.why : 'for' in reply ? `waits for ${reply.for}` : reply.kind);
  };
  const answers = [
    { kind: 'allow' },
    { kind: 'allow', grant: 'run' },
    { kind: 'allow', grant: 'minutes' },
    { kind: 'allow', withoutWall: true },
  ];
  const placeOfAllow = () => {
    const {
      x = 0,
      y = 0,
      width = 1,
      height = 1,
    } = document.querySelector('.answers .button-allow')?.getBoundingClientRect() ?? {};
    return { x, y, width, height };
  };
  const aroundPointer = () => ({
    x: Math.max(0, pointer.x - 20),
    y: Math.max(0, pointer.y - 10),
    width: 40,
    height: 20,
  });
  const wholeWindow = () => ({ x: 0, y: 0, width: innerWidth, height: innerHeight });

  const tryCard = async (view: AppState['waiting'][number], seq: number) => {
    const { cardId, callId, digest } = view;
    const calls = [{ callId, digest }];
    await call('approval:shown', { cardId, digest });
    const places = {
      patient: [placeOfAllow],
      following: [aroundPointer],
      restless: [aroundPointer, wholeWindow, placeOfAllow],
    }[manner];
    // One answer to one card, since each report for another one starts anew.
    for (const answer of manner === 'restless' ? answers : answers.slice(0, 1)) {
      for (const place of places) {
        note((await call('approval:arm', { calls, answer, place: place(), shortcut: true })) as ArmReply);
        note((await call('approval:answer', { callId, digest, snapshot: seq, answer })) as AnswerReceipt);
        const several = await call('approval:answer-several', { calls, snapshot: seq, answer });
        for (const reply of (several ?? []) as AnswerReceipt[]) note(reply);
      }
    }
    return { cardId, callId, digest, seq };
  };
  /** Whatever might be taken for more than it is; what only takes away from agents is nobody's loss. */
  const tryEverything = async (known: { cardId: string; callId: string; digest: string; seq: number }) => {
    const { callId, digest, seq } = known;
    const yes = { kind: 'allow' };
    const guesses = [
      undefined,
      null,
      true,
      callId,
      digest,
      known,
      yes,
      { callId, digest },
      { callId, digest, snapshot: seq + 1, answer: yes },
      { callId, digest, snapshot: 0, answer: yes },
      {
        calls: [
          { callId, digest },
          { callId, digest },
        ],
        snapshot: seq,
        answer: yes,
      },
      { callId, digest, snapshot: seq, answer: { kind: 'send' } },
      { callId, digest, snapshot: seq, answer: { kind: 'reply', choices: [0], text: 'yes' } },
      { callId, digest, snapshot: seq, answer: { kind: 'allow', grant: 'always', rule: 'Bash(*)' } },
    ];
    for (const channel of channels.filter((name) => !['call:stop', 'job:stop', 'run:pause'].includes(name)))
      for (const guess of guesses) {
        const reply = await call(channel, guess);
        for (const one of Array.isArray(reply) ? reply : [reply])
          if ((one as AnswerReceipt | undefined)?.kind === 'accepted') heard.accepted += 1;
      }
  };
  const round = async () => {
    const { seq, waiting } = (await doorman.call('state:get', undefined)) as AppState;
    for (const view of manner === 'restless' ? waiting : waiting.slice(0, 1)) {
      const known = await tryCard(view, seq);
      if (manner === 'restless') await tryEverything(known);
    }
    for (const button of document.querySelectorAll<HTMLElement>('.button-allow')) button.click();
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }));
    heard.rounds += 1;
  };
  const run = async () => {
    while (!heard.stopped) await round();
  };
  void run();
}
