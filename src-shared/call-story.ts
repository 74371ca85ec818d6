/** The story of one call out of its lines in the journal, step by step, for the command line and the window alike. */
import type { AnyStep } from './journal-reader.ts';
import type { StoryWords } from './story-words.ts';
import { visibleText } from './visible-text.ts';

export interface StoryLine {
  /** Safe to draw in one line: what came from outside has no hidden characters left. */
  readonly words: string;
  /** What `words` introduces, as it stands in the journal: an input, a command. It may hide characters. */
  readonly exact?: string;
}

export interface StoryStep {
  /** As the journal calls it. */
  readonly step: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Since the first step. Milliseconds. */
  readonly afterMs: number;
  readonly lines: readonly StoryLine[];
}

/** Everything that is on record, in its order. Steps of a newer Doorman are told as they stand there. */
export function callStory(steps: readonly AnyStep[], words: StoryWords): readonly StoryStep[] {
  const tell = teller(words);
  const begins = Date.parse(steps[0]?.at ?? '');
  return steps.map((step) => {
    const afterMs = Date.parse(step.at) - begins;
    return { step: step.step, at: step.at, afterMs: Number.isNaN(afterMs) ? 0 : afterMs, lines: tell(step) };
  });
}

type Fields = Readonly<Record<string, unknown>>;
type Lines = readonly StoryLine[];

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function textOf(value: unknown, unknown: string): string {
  if (value === undefined) return unknown;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const line = (words: string, exact?: string): Lines => [exact === undefined ? { words } : { words, exact }];

function seconds(ms: unknown): string | undefined {
  return typeof ms === 'number' ? (ms / 1000).toFixed(1) : undefined;
}

function time(ms: unknown, unknown: string): string {
  return typeof ms === 'number' && Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : unknown;
}

function teller(words: StoryWords): (step: AnyStep) => Lines {
  const exact = (value: unknown) => textOf(value, words.unknown);
  const word = (value: unknown) => visibleText(exact(value));
  const named = (names: Readonly<Record<string, string>>, value: unknown) =>
    (typeof value === 'string' && Object.hasOwn(names, value) ? names[value] : undefined) ?? word(value);
  const by = ({ by: who }: Fields) => named(words.by, who);
  const found = (counts: unknown) =>
    Array.isArray(counts)
      ? counts
          .map(fields)
          .map(({ what, count }) => `${word(count)} × ${word(what)}`)
          .join(', ')
      : word(counts);
  const tools = { words, exact, word, named, by, found };
  return (step) => tellStep(step, tools);
}

interface Tools {
  readonly words: StoryWords;
  exact(value: unknown): string;
  /** What came from a line, in one line of text. */
  word(value: unknown): string;
  named(names: Readonly<Record<string, string>>, value: unknown): string;
  /** Who said it, through which door. */
  by(step: Fields): string;
  /** Kinds of credentials and their counts. */
  found(counts: unknown): string;
}

function tellStep(step: AnyStep, tools: Tools): Lines {
  const { words, exact, word, by } = tools;
  switch (step.step) {
    case 'received':
      return line(words.askedBy(whoAsked(fields(step.origin), tools)), exact(step.input ?? step.cut));
    case 'decided':
      return decided(step, tools);
    case 'asked':
      return line(words.asked(time(step.expiresAt, words.unknown)));
    case 'edited':
      return line(words.edited(by(step)), exact(step.input ?? step.cut));
    case 'answered':
      return line(answered(step, tools));
    case 'answered-late':
      return line(words.late(answered(step, tools)));
    case 'grant-ended':
      return line(words.grantEnded(word(step.rule ?? step.summary), by(step)));
    case 'forgiven':
      return line(words.forgiven(by(step)));
    case 'started':
      return line(words.ran(wall(step, tools)));
    case 'remarked':
      return Array.isArray(step.remarks) ? step.remarks.map((remark) => ({ words: word(remark) })) : [];
    case 'ended':
      return ended(step, tools);
    default:
      return tellAfterwards(step, tools);
  }
}

/** What concerns a result or a job. */
function tellAfterwards(step: AnyStep, tools: Tools): Lines {
  const { words, word, named, by, found } = tools;
  switch (step.step) {
    case 'picture-edited':
      return line(pictureEdited(step, tools));
    case 'review':
      return line(words.review(time(step.expiresAt, words.unknown)));
    case 'reviewed':
      return line(
        words.reviewed(named(words.hows, step.how), by(step)) +
          (step.reason === undefined ? '' : words.why(word(step.reason))),
      );
    case 'whole-next':
      return line(words.wholeNext(found(step.masked)));
    case 'job-kept':
      return line(words.jobKept(word(step.job), by(step)));
    case 'job-ended':
      return line(jobEnded(step, tools));
    default: {
      // Written by a newer Doorman, or by other rooms.
      const { at: _at, call: _call, seq: _seq, mac: _mac, ...rest } = step;
      return line(word(rest));
    }
  }
}

function whoAsked(origin: Fields, { words, word }: Tools): string {
  if (origin.door === 'local') return words.local(word(origin.caller));
  if (origin.door === 'direct') return words.direct(word(origin.name), word(origin.caller));
  const agent = origin.agentId === undefined ? '' : words.agent(word(origin.agentId));
  const run = origin.runId === undefined ? '' : words.run(word(origin.runId));
  return `${word(origin.profileName)}${agent}${run}`;
}

function decided(step: AnyStep, { words, exact, word, named }: Tools): Lines {
  const { summary, text, verdict, ask } = step;
  const kind = ask === undefined ? '' : named(words.asks, ask);
  const reasons = Array.isArray(step.reasons) ? step.reasons.map(fields) : [];
  return [
    ...line(words.would(word(summary))),
    ...(text === undefined || text === summary ? [] : line(words.exactly, exact(text))),
    ...line(words.rulesSay(named(words.verdicts, verdict), kind)),
    ...reasons.map((reason) => {
      const rule = reason.rule === undefined ? '' : `${word(reason.rule)}, `;
      const part = reason.part === undefined ? undefined : word(reason.part);
      const source = `${rule}${named(words.sources, reason.source)}`;
      return { words: words.because(word(reason.text), part, source) };
    }),
  ];
}

function answered(step: AnyStep, tools: Tools): string {
  const { words, word, named, by } = tools;
  const { answer, grant, rule, reason, advice, reply } = step;
  const scope = grant === undefined ? '' : named(words.grants, grant);
  const asRule = rule === undefined ? '' : words.asRule(word(rule));
  const said = [advice, reason].filter((text) => text !== undefined).map(word);
  const why = said.length === 0 ? '' : words.why(said.join(', '));
  return words.answered(
    named(words.answers, answer),
    by(step),
    `${scope}${asRule}${replied(reply, tools)}${why}`,
  );
}

/** Options are told as the person counts them. */
function replied(reply: unknown, { words, word }: Tools): string {
  if (reply === undefined) return '';
  if (reply === 'withheld') return words.withheldReply;
  const { choices, characters } = fields(reply);
  const numbers = Array.isArray(choices) ? choices.map((choice) => word(Number(choice) + 1)) : [];
  const chosen = numbers.length === 0 ? '' : words.options(numbers.join(', '));
  return characters === 0 ? chosen : `${chosen}${words.ownWords(word(characters))}`;
}

function wall({ wall: kind, workspaces }: AnyStep, { words, word }: Tools): string {
  const known = typeof kind === 'string' && Object.hasOwn(words.walls, kind);
  const name = known ? words.walls[kind as keyof StoryWords['walls']] : words.wall(word(kind));
  return `${name}${workspaces === undefined ? '' : words.inFolders(word(workspaces))}`;
}

function ended(step: AnyStep, { words, word, found }: Tools): Lines {
  const result = fields(step.result);
  const reached = step.delivered === true ? words.delivered : words.notDelivered;
  const error = step.outcome === 'answered' ? words.personsAnswer : words.error(word(step.error));
  const what =
    step.result === undefined
      ? error
      : words.result(word(result.kind), word(result.characters), word(result.sha256));
  return [
    ...line(words.ended(word(step.outcome), seconds(step.durationMs))),
    ...(step.masked === undefined ? [] : line(words.masked(found(step.masked)))),
    ...(step.whole === undefined ? [] : line(words.whole(found(step.whole)))),
    ...(step.edited === true ? line(words.changedByPerson) : []),
    ...line(words.left(reached, what)),
  ];
}

/** What of the picture does not leave. */
function pictureEdited(step: AnyStep, { words, word, by }: Tools): string {
  const { width, height, x, y } = fields(step.crop);
  const crop =
    step.crop === undefined ? undefined : `${word(width)} × ${word(height)} at ${word(x)}, ${word(y)}`;
  return words.pictureEdited(crop, Array.isArray(step.covers) ? step.covers.length : 0, by(step));
}

function jobEnded(step: AnyStep, { words, word }: Tools): string {
  const { job, signal, exitCode, durationMs, printed } = step;
  const how = signal === undefined ? words.exitCode(word(exitCode)) : word(signal);
  const { stdout, stderr } = fields(printed);
  return words.jobEnded(
    word(job),
    seconds(durationMs),
    word(step.by),
    `${how}${words.printed(word(stdout), word(stderr))}`,
  );
}
