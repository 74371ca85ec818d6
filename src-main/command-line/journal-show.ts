/** `doorman journal show`: the steps of each call, gathered and told in order. */
import { type AnyStep, anyStepSchema, type JournalReader } from '../../src-shared/journal-reader.ts';
import type { CommandContext, ExitCode } from './command.ts';
import { storyText } from './journal-story.ts';

export interface ShowOptions {
  readonly json: boolean;
  readonly call: string | undefined;
  readonly since: string | undefined;
}

/** More calls than that are not shown at once; the newest are. */
const MOST_CALLS = 10_000;

const DAY_MS = 24 * 60 * 60 * 1000;

export async function showJournal(
  reader: JournalReader,
  { json, call, since }: ShowOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const from = parseSince(since ?? (call === undefined ? '1d' : undefined), Date.now());
  if (from === 'unknown') {
    context.error(`doorman journal: --since ${since} is neither a span such as 12h nor a date.`);
    return 2;
  }
  const calls = await gather(reader, call, from);
  if (calls.size === 0) {
    context.error(
      `doorman journal: no call ${call === undefined ? `since ${from}` : `begins with ${call}`}.`,
    );
    return 1;
  }
  for (const [id, steps] of calls) {
    if (json) context.out(JSON.stringify({ call: id, steps }));
    else context.out(storyText(id, steps));
  }
  if (calls.size >= MOST_CALLS) context.error('doorman journal: there are more; take a later --since.');
  return 0;
}

/** In the order in which they came. */
async function gather(
  reader: JournalReader,
  call: string | undefined,
  from: string | undefined,
): Promise<ReadonlyMap<string, readonly AnyStep[]>> {
  const calls = new Map<string, AnyStep[]>();
  const which = {
    ...(from === undefined ? {} : { sinceDay: from.slice(0, 10) }),
    ...(call === undefined ? {} : { containing: `"call":"${call}` }),
  };
  for await (const raw of reader.steps(which)) {
    const step = anyStepSchema.safeParse(raw).data;
    if (!step || (call !== undefined && !step.call.startsWith(call))) continue;
    const known = calls.get(step.call);
    if (known) known.push(step);
    else if (from === undefined || step.at >= from) calls.set(step.call, [step]);
    const [oldest] = calls.keys();
    if (calls.size > MOST_CALLS && oldest !== undefined) calls.delete(oldest);
  }
  return calls;
}

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: DAY_MS };

/** As ISO 8601 in UTC, like the times of the journal. */
function parseSince(text: string | undefined, now: number): string | 'unknown' | undefined {
  if (text === undefined) return undefined;
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const time = count === undefined ? Date.parse(text) : now - Number(count) * (UNIT_MS[unit] ?? 0);
  return Number.isNaN(time) ? 'unknown' : new Date(time).toISOString();
}
