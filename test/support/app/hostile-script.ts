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

type Yes = { readonly kind: 'allow'; readonly grant?: 'run' | 'minutes'; readonly withoutWall?: true };
type Card = AppState['waiting'][number];

/** What the script keeps in the page. Each part of it is put there by itself, as none knows anything of this file. */
interface Hostile {
  rounds: number;
  accepted: number;
  words: Set<string>;
  stopped: boolean;
  call(channel: string, argument: unknown): Promise<unknown>;
  note(reply: unknown): void;
  places(manner: Manner): readonly { x: number; y: number; width: number; height: number }[];
  tryYes(card: Card, seq: number, answer: Yes, manner: Manner): Promise<void>;
  tryEverything(card: Card, seq: number, channels: readonly string[]): Promise<void>;
}

type Globals = { hostile: Hostile; doorman: { call(channel: string, argument: unknown): Promise<unknown> } };

export async function runHostileScript(page: Page, manner: Manner): Promise<HostileScript> {
  for (const part of [listen, knowPlaces, knowAnswers]) await page.evaluate(part);
  await page.evaluate(run, { manner, channels: APPROVAL_CHANNELS });
  const read = <T>(what: (hostile: Hostile) => T) =>
    page.evaluate(`(${what.toString()})(globalThis.hostile)`) as Promise<T>;
  return {
    async tried() {
      const before = await read(({ rounds }) => rounds);
      await page.waitForFunction(
        (past) => (globalThis as unknown as Globals).hostile.rounds > past + 1,
        before,
      );
    },
    heard: () => read(({ words }) => [...words]),
    accepted: () => read(({ accepted }) => accepted),
    stop: () => read((hostile) => Object.assign(hostile, { stopped: true }).rounds).then(() => {}),
  };
}

function listen(): void {
  const globals = globalThis as unknown as Globals;
  const call = (channel: string, argument: unknown) =>
    globals.doorman.call(channel, argument).catch(() => undefined);
  const note = (replies: unknown) => {
    for (const reply of [replies].flat() as (ArmReply | AnswerReceipt | undefined)[]) {
      if (reply?.kind === 'accepted') globals.hostile.accepted += 1;
      if (reply?.kind === 'armed') globals.hostile.words.add('armed');
      if (reply && 'why' in reply) globals.hostile.words.add(String(reply.why));
    }
  };
  Object.assign(globals, {
    hostile: { rounds: 0, accepted: 0, words: new Set(), stopped: false, call, note },
  });
}

function knowPlaces(): void {
  const { hostile } = globalThis as unknown as Globals;
  const pointer = { x: 0, y: 0 };
  for (const sign of ['pointermove', 'pointerdown', 'pointerup'] as const) {
    const follow = ({ clientX, clientY }: PointerEvent) => Object.assign(pointer, { x: clientX, y: clientY });
    window.addEventListener(sign, follow, true);
  }
  hostile.places = (manner) => {
    const box = document.querySelector('.answers .button-allow')?.getBoundingClientRect();
    const { x = 0, y = 0, width = 1, height = 1 } = box ?? {};
    const ofAllow = { x, y, width, height };
    const around = { x: Math.max(0, pointer.x - 20), y: Math.max(0, pointer.y - 10), width: 40, height: 20 };
    const all = { x: 0, y: 0, width: innerWidth, height: innerHeight };
    return { patient: [ofAllow], following: [around], restless: [around, all, ofAllow] }[manner];
  };
}

function knowAnswers(): void {
  const { hostile } = globalThis as unknown as Globals;
  const { call, note } = hostile;
  hostile.tryYes = async ({ cardId, callId, digest }, snapshot, answer, manner) => {
    const calls = [{ callId, digest }];
    await call('approval:shown', { cardId, digest });
    for (const place of hostile.places(manner)) {
      note(await call('approval:arm', { calls, answer, place, shortcut: true }));
      note(await call('approval:answer', { callId, digest, snapshot, answer }));
      note(await call('approval:answer-several', { calls, snapshot, answer }));
    }
  };
  hostile.tryEverything = async ({ cardId, callId, digest }, seq, channels) => {
    const one = { callId, digest };
    const allow = { kind: 'allow' };
    const guesses = [
      ...[undefined, null, true, callId, digest, allow, one, { cardId, digest }],
      { ...one, snapshot: seq + 1, answer: allow },
      { ...one, snapshot: 0, answer: allow },
      { calls: [one, one], snapshot: seq, answer: allow },
      { ...one, snapshot: seq, answer: { kind: 'send' } },
      { ...one, snapshot: seq, answer: { kind: 'reply', choices: [0], text: 'yes' } },
      { ...one, snapshot: seq, answer: { kind: 'allow', grant: 'always', rule: 'Bash(*)' } },
    ];
    for (const channel of channels) for (const guess of guesses) note(await call(channel, guess));
  };
}

function run({ manner, channels }: { manner: Manner; channels: readonly string[] }): void {
  const { hostile } = globalThis as unknown as Globals;
  const once: Yes = { kind: 'allow' };
  const others: Yes[] = [
    { kind: 'allow', grant: 'run' },
    { kind: 'allow', grant: 'minutes' },
    { kind: 'allow', withoutWall: true },
  ];
  // What only takes away from agents is nobody's loss.
  const calls = channels.filter((name) => !['call:stop', 'job:stop', 'run:pause'].includes(name));
  const round = async () => {
    const { seq, waiting } = (await hostile.call('state:get', undefined)) as AppState;
    const restless = manner === 'restless';
    // Otherwise one answer to one card, since each report for another starts anew.
    for (const card of restless ? waiting : waiting.slice(0, 1)) {
      for (const answer of restless ? [once, ...others] : [once])
        await hostile.tryYes(card, seq, answer, manner);
      if (restless) await hostile.tryEverything(card, seq, calls);
    }
    for (const button of document.querySelectorAll<HTMLElement>('.button-allow')) button.click();
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }));
    hostile.rounds += 1;
  };
  const go = async () => {
    while (!hostile.stopped) await round();
  };
  void go();
}
