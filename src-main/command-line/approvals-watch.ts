/**
 * `doorman approvals watch`: each waiting call as it comes. At a terminal one key answers the one that is shown; anywhere
 * else a line says what came and what went, and nothing is answered.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { StandingCard } from '../../src-shared/approval.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import { describeCard } from './card-words.ts';
import { control } from './client.ts';
import type { CommandContext, ExitCode } from './command.ts';
import { type Keys, WatchDesk } from './watch-desk.ts';

/** Missing where there is no terminal to press keys at. */
export type OpenKeys = () => Keys | undefined;

/** Changes that come closer together than this are seen as one. Milliseconds. */
const GAP_MS = 50;

export async function watchApprovals(
  context: CommandContext,
  openKeys: OpenKeys,
  json: boolean,
): Promise<ExitCode> {
  const keys = json ? undefined : openKeys();
  const over = new AbortController();
  const end = AbortSignal.any([context.readerGone, over.signal]);
  const look = (after: number) => control<'watch'>(context.paths.socket, { command: 'watch', after }, end);
  try {
    return await (keys ? watchWithKeys(context, look, keys) : watchLines(context, look, json));
  } finally {
    // A look that still waits for something to change would keep the process.
    over.abort();
    keys?.close();
  }
}

type Seen = Awaited<ReturnType<typeof control<'watch'>>>;
type Look = (after: number) => Promise<Seen>;

async function watchLines(context: CommandContext, look: Look, json: boolean): Promise<ExitCode> {
  let before = new Map<string, StandingCard>();
  for (let after = 0; ; await pause(GAP_MS)) {
    const seen = await look(after);
    if (context.readerGone.aborted) return 0;
    if (!seen.ok) return failed(context, seen.error);
    const now = new Map(seen.value.cards.map((card) => [card.callId, card]));
    for (const card of now.values()) {
      if (before.get(card.callId)?.digest !== card.digest) context.out(cameLine(card, json));
    }
    for (const card of before.values()) if (!now.has(card.callId)) context.out(wentLine(card, json));
    before = now;
    after = seen.value.seq;
  }
}

function cameLine(card: StandingCard, json: boolean): string {
  return json ? JSON.stringify({ event: 'waits', card }) : describeCard(card, Date.now());
}

function wentLine({ callId, summary }: StandingCard, json: boolean): string {
  return json
    ? JSON.stringify({ event: 'over', callId })
    : `${visibleText(callId)}  waits no longer: ${visibleText(summary)}`;
}

async function watchWithKeys(context: CommandContext, look: Look, keys: Keys): Promise<ExitCode> {
  const desk = new WatchDesk(context, keys, Date.now);
  let change = look(0);
  let key = keys.next();
  for (;;) {
    const came = await Promise.race([change, key]);
    if (context.readerGone.aborted || came === undefined) return 0;
    if (typeof came === 'string') {
      if ((await desk.press(came)) === 'quit') return 0;
      key = keys.next();
    } else {
      if (!came.ok) return failed(context, came.error);
      desk.show(came.value);
      change = pause(GAP_MS, came.value.seq).then(look);
    }
  }
}

function failed(context: CommandContext, error: string): ExitCode {
  context.error(`doorman approvals: ${error}`);
  return 1;
}
