/** What keys do with a waiting call in a terminal, and what they never do. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandContext } from '../../../../src-main/command-line/command.ts';
import { openTerminalKeys } from '../../../../src-main/command-line/terminal-keys.ts';
import { WatchDesk } from '../../../../src-main/command-line/watch-desk.ts';
import { openLocalSocket } from '../../../../src-main/direct/local-socket.ts';
import { doormanPaths } from '../../../../src-main/paths.ts';
import type { StandingCard } from '../../../../src-shared/approval.ts';
import type { ControlReply, ControlRequest } from '../../../../src-shared/control.ts';
import { approvalCard } from '../../../support/approval-card.ts';

let home: string;
let listening: { close(): Promise<void> };
let heard: ControlRequest[];
let reply: ControlReply;
let said: string[];
let lines: (string | undefined)[];
let now: number;
let desk: WatchDesk;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'desk-'));
  const paths = doormanPaths({ DOORMAN_HOME: home });
  [heard, said, lines, now] = [[], [], [], 1000];
  reply = { ok: true, value: null };
  listening = await openLocalSocket({
    socket: paths.socket,
    folder: paths.socketFolder,
    upgrade: (_request, socket) => socket.destroy(),
    async handle(request) {
      heard.push(request);
      return reply;
    },
  });
  const out = (line: string) => void said.push(line);
  const context: CommandContext = { paths, out, error: out, readerGone: new AbortController().signal };
  const keys = { next: async () => undefined, line: async () => lines.shift(), close() {} };
  desk = new WatchDesk(context, keys, () => now);
});

afterEach(async () => {
  await listening.close();
  await rm(home, { recursive: true });
});

function card(callId: string, more: Partial<StandingCard> = {}): StandingCard {
  const callIds = more.callIds ?? [callId];
  return {
    ...approvalCard({ callId, summary: `do ${callId}` }),
    cardId: callId,
    callIds,
    otherClaims: [],
    ...more,
  };
}

function show(cards: readonly StandingCard[], windowOnly: Record<string, string> = {}): void {
  desk.show({ seq: 1, cards, windowOnly });
  now += 1000;
}

const all = () => said.join('\n');

describe('a waiting call in a terminal', () => {
  it('is denied by one key, with every call that was shown on its card', async () => {
    show([card('c-1', { callIds: ['c-1', 'c-2'] })]);
    expect(all()).toContain('2 equal calls, the oldest first: c-1, c-2');
    await desk.press('d');
    expect(heard).toEqual([
      { command: 'deny', callId: 'c-1' },
      { command: 'deny', callId: 'c-2' },
    ]);
  });

  it('is denied with a reason, and not where none is typed', async () => {
    show([card('c-1')]);
    lines = ['', undefined, ' use staging '];
    for (const key of 'rrr') await desk.press(key);
    expect(heard).toEqual([{ command: 'deny', callId: 'c-1', reason: 'use staging' }]);
  });

  it('is passed by, and comes again after the others', async () => {
    show([card('c-1'), card('c-2')]);
    await desk.press('n');
    await desk.press('n');
    expect(all().match(/^c-\d/gm)).toEqual(['c-1', 'c-2', 'c-1']);
  });

  it('is allowed as it was shown, once it has been in sight', async () => {
    const shown = card('c-1');
    show([shown]);
    now -= 600;
    await desk.press('a');
    expect(heard).toEqual([]);
    now += 600;
    await desk.press('a');
    expect(heard).toEqual([{ command: 'allow', callId: 'c-1', digest: shown.digest }]);
  });

  it('that must be looked at wants a whole word', async () => {
    show([card('c-1', { ask: 'must-look' })]);
    lines = ['y', undefined, 'yes'];
    await desk.press('a');
    await desk.press('a');
    expect(heard).toEqual([]);
    await desk.press('a');
    expect(heard).toMatchObject([{ command: 'allow' }]);
  });

  it('that can be allowed in the window only says so, and its key does nothing', async () => {
    show([card('c-1')], { 'c-1': 'Answer in the approval window.' });
    expect(all()).toContain('Answer in the approval window.');
    expect(all()).not.toContain('[a]llow');
    await desk.press('a');
    expect(heard).toEqual([]);
  });

  it('stays where its answer was not taken, and the reason is said', async () => {
    reply = { ok: false, error: 'The screen is locked.' };
    show([card('c-1')]);
    await desk.press('a');
    expect(said.at(-1)).toContain('The screen is locked.');
    reply = { ok: true, value: null };
    await desk.press('a');
    expect(heard).toHaveLength(2);
  });

  it('is said to wait no longer when somebody else answers it, and keys mean the next one', async () => {
    show([card('c-1'), card('c-2')]);
    show([card('c-2')]);
    expect(all()).toContain('It waits no longer.');
    await desk.press('d');
    expect(heard).toEqual([{ command: 'deny', callId: 'c-2' }]);
    show([]);
    await desk.press('d');
    expect(heard).toHaveLength(1);
    expect(said.at(-1)).toContain('Nothing waits.');
  });

  it('is left alone by other keys; q and Ctrl+C end the watch', async () => {
    show([card('c-1')]);
    for (const key of ['x', 'y', '\r', ' ']) expect(await desk.press(key)).toBe('on');
    expect(heard).toEqual([]);
    expect(await desk.press('q')).toBe('quit');
    expect(await desk.press('\u0003')).toBe('quit');
  });
});

describe('keys of a terminal', () => {
  const terminal = () => {
    const raw: boolean[] = [];
    const input = Object.assign(new PassThrough(), {
      isTTY: true,
      setRawMode: (on: boolean) => void raw.push(on),
    });
    const output = Object.assign(new PassThrough(), { isTTY: true });
    return { raw, input, output };
  };

  it('come one by one; what is pasted, and keys without a letter, are none', async () => {
    const { raw, input, output } = terminal();
    const keys = openTerminalKeys({ input: input as never, output });
    for (const chunk of ['allow', '\u001b[A', 'd']) input.write(chunk);
    expect(await keys?.next()).toBe('d');
    input.end();
    expect(await keys?.next()).toBeUndefined();
    keys?.close();
    expect(raw).toEqual([true, false]);
  });

  it('make a line in the terminal’s own way, without what was pressed before', async () => {
    const { raw, input, output } = terminal();
    const keys = openTerminalKeys({ input: input as never, output });
    const line = keys?.line('Reason: ');
    input.write('use staging\n');
    expect(await line).toBe('use staging');
    expect(raw).toEqual([true, false, true]);
  });

  it('are there only where both ends are a terminal', () => {
    const { input } = terminal();
    expect(openTerminalKeys({ input: input as never, output: new PassThrough() })).toBeUndefined();
    expect(openTerminalKeys({ input: new PassThrough(), output: process.stdout })).toBeUndefined();
  });
});
