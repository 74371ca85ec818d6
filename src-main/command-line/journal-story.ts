/** The story of one call as a person reads it in a terminal; nothing in it can move the cursor or hide. */
import type { AnyStep } from '../../src-shared/journal-reader.ts';
import { visibleText } from '../../src-shared/visible-text.ts';

/** What came from a line, in one line of text; an old or a cut line may lack it. */
function word(value: unknown): string {
  if (value === undefined) return '?';
  return visibleText(typeof value === 'string' ? value : JSON.stringify(value));
}

type Fields = Readonly<Record<string, unknown>>;

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

export function callStory(call: string, steps: readonly AnyStep[]): string {
  const first = steps[0];
  const tool = steps.find((step) => step.step === 'received')?.tool;
  const head = `${first?.at ?? '?'}  ${word(call)}  ${word(tool)}`;
  const lines = steps.flatMap((step) => tell(step).map((text) => `  ${since(first, step)}  ${text}`));
  return [head, ...lines].join('\n');
}

/** Seconds after the first step. */
function since(first: AnyStep | undefined, step: AnyStep): string {
  const seconds = (Date.parse(step.at) - Date.parse(first?.at ?? step.at)) / 1000;
  return `+${(Number.isNaN(seconds) ? 0 : seconds).toFixed(1)} s`.padStart(9);
}

function tell(step: AnyStep): readonly string[] {
  switch (step.step) {
    case 'received':
      return [`asked by ${whoAsked(fields(step.origin))}: ${word(step.input ?? step.cut)}`];
    case 'decided':
      return decided(step);
    case 'asked':
      return [`put before the person, until ${until(step.expiresAt)}`];
    case 'edited':
      return [`edited by ${by(step)}: ${word(step.input ?? step.cut)}`];
    case 'answered':
      return [answered(step)];
    case 'answered-late':
      return [`too late: ${answered(step)}`];
    case 'grant-ended':
      return [`${word(step.rule ?? step.summary)} is asked about again, by ${by(step)}`];
    case 'forgiven':
      return [`may be asked again, by ${by(step)}`];
    case 'started':
      return [`ran ${wall(step)}`];
    case 'remarked':
      return Array.isArray(step.remarks) ? step.remarks.map(word) : [];
    case 'ended':
      return ended(step);
    case 'review':
    case 'reviewed':
    case 'whole-next':
      return [ofResult(step)];
    case 'job-kept':
      return [`its job ${word(step.job)} may run on without its run, by ${by(step)}`];
    case 'job-ended':
      return [jobEnded(step)];
    default: {
      // Written by a newer Doorman, or by other rooms.
      const { at: _at, call: _call, seq: _seq, mac: _mac, ...rest } = step;
      return [word(rest)];
    }
  }
}

/** Through which door the person said it. */
function by(step: AnyStep): string {
  return BY[String(step.by)] ?? word(step.by);
}

function ofResult(step: AnyStep): string {
  if (step.step === 'review') return `its result is put before the person, until ${until(step.expiresAt)}`;
  if (step.step === 'whole-next')
    return `may leave whole in the next result of this action, once: ${found(step.masked)}`;
  const reason = step.reason === undefined ? '' : `: ${word(step.reason)}`;
  return `its result was ${word(step.how)}, by ${BY[String(step.by)] ?? word(step.by)}${reason}`;
}

function whoAsked(origin: Fields): string {
  if (origin.door === 'local') return `${word(origin.caller)}, on this machine`;
  if (origin.door === 'direct') return `${word(origin.name)}, with the key ${word(origin.caller)}`;
  const agent = origin.agentId === undefined ? '' : `, agent ${word(origin.agentId)}`;
  const run = origin.runId === undefined ? '' : `, run ${word(origin.runId)}`;
  return `${word(origin.profileName)}${agent}${run}`;
}

const SOURCES: Readonly<Record<string, string>> = {
  builtin: 'built in',
  folders: 'the added folders',
  grant: 'a grant',
  person: 'your permission file',
  project: 'the project’s own rules',
  shipped: 'the shipped rules',
  table: 'the tables',
};

const ASKS: Readonly<Record<string, string>> = {
  'must-look': ', it must be looked at',
  'no-rule': ', no rule names it',
  question: ', only the person can answer it',
};

function decided(step: AnyStep): readonly string[] {
  const { summary, text, verdict, ask } = step;
  const kind = ask === undefined ? '' : (ASKS[String(ask)] ?? `, ${word(ask)}`);
  const reasons = Array.isArray(step.reasons) ? step.reasons.map(fields) : [];
  return [
    `would ${word(summary)}`,
    ...(text === undefined || text === summary ? [] : [`exactly: ${word(text)}`]),
    `the rules say ${word(verdict)}${kind}`,
    ...reasons.map((reason) => {
      const part = reason.part === undefined ? '' : `${word(reason.part)}: `;
      const rule = reason.rule === undefined ? '' : `${word(reason.rule)}, `;
      return `because ${part}${word(reason.text)} [${rule}${SOURCES[String(reason.source)] ?? word(reason.source)}]`;
    }),
  ];
}

const BY: Readonly<Record<string, string>> = {
  window: 'the person, in the window',
  notification: 'the person, on the notification',
  'command-line': 'the person, on the command line',
  mode: 'Auto mode',
  'refusal-memory': 'Doorman, as the person did before in this run',
  host: 'Doorman',
};

const GRANTS: Readonly<Record<string, string>> = {
  run: ', for the rest of this run',
  minutes: ', for 15 minutes',
  always: ', for always',
  next: ', for the next time',
};

function answered({ answer, by, grant, rule, reason, advice, reply }: AnyStep): string {
  const who = BY[String(by)] ?? word(by);
  const scope = grant === undefined ? '' : (GRANTS[String(grant)] ?? word(grant));
  const line = rule === undefined ? '' : `, as ${word(rule)}`;
  const said = [advice, reason].filter((text) => text !== undefined).map(word);
  const why = said.length === 0 ? '' : `: ${said.join(', ')}`;
  return `${word(answer)}, by ${who}${scope}${line}${replied(reply)}${why}`;
}

/** Options are told as the person counts them. */
function replied(reply: unknown): string {
  if (reply === undefined) return '';
  if (reply === 'withheld') return ', withheld because a secret was asked for';
  const { choices, characters } = fields(reply);
  const numbers = Array.isArray(choices) ? choices.map((choice) => word(Number(choice) + 1)) : [];
  const chosen = numbers.length === 0 ? '' : `, option ${numbers.join(', ')}`;
  return characters === 0 ? chosen : `${chosen}, ${word(characters)} characters of their own`;
}

function wall({ wall: kind, workspaces }: AnyStep): string {
  if (kind === 'none') return 'without a wall';
  return `behind the ${word(kind)} wall${workspaces === undefined ? '' : `, for ${word(workspaces)}`}`;
}

function ended(step: AnyStep): readonly string[] {
  const result = fields(step.result);
  const took = typeof step.durationMs === 'number' ? `, ${(step.durationMs / 1000).toFixed(1)} s in all` : '';
  const reached = step.delivered === true ? 'delivered' : 'not delivered';
  const what =
    step.result === undefined
      ? left(step)
      : `${word(result.kind)}, ${word(result.characters)} characters, sha256 ${word(result.sha256)}`;
  return [
    `ended: ${word(step.outcome)}${took}`,
    ...(step.masked === undefined ? [] : [`masked: ${found(step.masked)}`]),
    ...(step.whole === undefined ? [] : [`sent whole, as the person wanted: ${found(step.whole)}`]),
    `left this machine (${reached}): ${what}`,
  ];
}

/** Kinds of credentials and their counts. */
function found(counts: unknown): string {
  if (!Array.isArray(counts)) return word(counts);
  return counts
    .map(fields)
    .map(({ what, count }) => `${word(count)} × ${word(what)}`)
    .join(', ');
}

function left({ outcome, error }: AnyStep): string {
  return outcome === 'answered' ? 'the answer of the person' : `an error: ${word(error)}`;
}

function jobEnded({ job, by, exitCode, signal, durationMs, printed }: AnyStep): string {
  const how = signal === undefined ? `exit code ${word(exitCode)}` : word(signal);
  const { stdout, stderr } = fields(printed);
  const took = typeof durationMs === 'number' ? ` after ${(durationMs / 1000).toFixed(1)} s` : '';
  return `its job ${word(job)} ended${took}, by ${word(by)}: ${how}, printed ${word(stdout)} + ${word(stderr)} bytes`;
}

function until(time: unknown): string {
  return typeof time === 'number' ? new Date(time).toISOString() : '?';
}
