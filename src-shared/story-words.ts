/** The words in which a call's story is told. The window has them in its catalogue: a translation is another object of this shape. */
import type { Wall } from './action.ts';

export interface StoryWords {
  /** What a line does not say: an old one, or one that was cut. */
  readonly unknown: string;
  readonly askedBy: (who: string) => string;
  readonly local: (caller: string) => string;
  readonly direct: (name: string, key: string) => string;
  readonly agent: (id: string) => string;
  readonly run: (id: string) => string;
  readonly would: (summary: string) => string;
  readonly exactly: string;
  readonly rulesSay: (verdict: string, kind: string) => string;
  readonly verdicts: Readonly<Record<string, string>>;
  readonly asks: Readonly<Record<string, string>>;
  readonly because: (text: string, part: string | undefined, source: string) => string;
  readonly sources: Readonly<Record<string, string>>;
  readonly asked: (until: string) => string;
  readonly edited: (by: string) => string;
  /** `crop`: its size and place, where it was cropped. */
  readonly pictureEdited: (crop: string | undefined, covers: number, by: string) => string;
  readonly answers: Readonly<Record<string, string>>;
  readonly answered: (answer: string, by: string, more: string) => string;
  readonly by: Readonly<Record<string, string>>;
  readonly grants: Readonly<Record<string, string>>;
  readonly asRule: (rule: string) => string;
  readonly options: (numbers: string) => string;
  readonly ownWords: (characters: string) => string;
  readonly withheldReply: string;
  readonly why: (reason: string) => string;
  readonly late: (answer: string) => string;
  readonly grantEnded: (what: string, by: string) => string;
  readonly forgiven: (by: string) => string;
  readonly ran: (wall: string) => string;
  readonly walls: Readonly<Record<Wall, string>>;
  readonly wall: (kind: string) => string;
  readonly inFolders: (folders: string) => string;
  readonly ended: (outcome: string, seconds: string | undefined) => string;
  readonly masked: (what: string) => string;
  readonly whole: (what: string) => string;
  readonly delivered: string;
  readonly notDelivered: string;
  readonly left: (reached: string, what: string) => string;
  readonly result: (kind: string, characters: string, sha256: string) => string;
  readonly personsAnswer: string;
  readonly error: (text: string) => string;
  readonly changedByPerson: string;
  readonly review: (until: string) => string;
  readonly reviewed: (how: string, by: string) => string;
  readonly hows: Readonly<Record<string, string>>;
  readonly wholeNext: (what: string) => string;
  readonly jobKept: (job: string, by: string) => string;
  readonly jobEnded: (job: string, seconds: string | undefined, by: string, how: string) => string;
  readonly exitCode: (code: string) => string;
  readonly printed: (stdout: string, stderr: string) => string;
}

export const storyWords: StoryWords = {
  unknown: '?',
  askedBy: (who) => `asked by ${who}`,
  local: (caller) => `${caller}, on this machine`,
  direct: (name, key) => `${name}, with the key ${key}`,
  agent: (id) => `, agent ${id}`,
  run: (id) => `, run ${id}`,
  would: (summary) => `would ${summary}`,
  exactly: 'exactly',
  rulesSay: (verdict, kind) => `the rules say ${verdict}${kind}`,
  verdicts: { allow: 'allow', ask: 'ask', deny: 'deny' },
  asks: {
    'must-look': ', it must be looked at',
    'no-rule': ', no rule names it',
    question: ', only the person can answer it',
  },
  because: (text, part, source) => `because ${part === undefined ? '' : `${part}: `}${text} [${source}]`,
  sources: {
    builtin: 'built in',
    folders: 'the added folders',
    grant: 'a grant',
    person: 'your permission file',
    project: 'the project’s own rules',
    shipped: 'the shipped rules',
    table: 'the tables',
  },
  asked: (until) => `put before the person, until ${until}`,
  edited: (by) => `edited by ${by}`,
  pictureEdited: (crop, covers, by) =>
    `its picture changed by ${by}: ${crop === undefined ? '' : `cropped to ${crop}, `}${covers} parts painted over`,
  answers: {},
  answered: (answer, by, more) => `${answer}, by ${by}${more}`,
  by: {
    window: 'the person, in the window',
    notification: 'the person, on the notification',
    'command-line': 'the person, on the command line',
    mode: 'Auto mode',
    'refusal-memory': 'Doorman, as the person did before in this run',
    host: 'Doorman',
  },
  grants: {
    run: ', for the rest of this run',
    minutes: ', for 15 minutes',
    always: ', for always',
    next: ', for the next time',
  },
  asRule: (rule) => `, as ${rule}`,
  options: (numbers) => `, option ${numbers}`,
  ownWords: (characters) => `, ${characters} characters of their own`,
  withheldReply: ', withheld because a secret was asked for',
  why: (reason) => `: ${reason}`,
  late: (answer) => `too late: ${answer}`,
  grantEnded: (what, by) => `${what} is asked about again, by ${by}`,
  forgiven: (by) => `may be asked again, by ${by}`,
  ran: (wall) => `ran ${wall}`,
  walls: {
    'read-only': 'behind the read-only wall',
    'workspace-write': 'behind the workspace-write wall',
    guarded: 'behind the guarded wall',
    none: 'without a wall',
  },
  wall: (kind) => `behind the ${kind} wall`,
  inFolders: (folders) => `, for ${folders}`,
  ended: (outcome, took) => `ended: ${outcome}${took === undefined ? '' : `, ${took} s in all`}`,
  masked: (what) => `masked: ${what}`,
  whole: (what) => `sent whole, as the person wanted: ${what}`,
  delivered: 'delivered',
  notDelivered: 'not delivered',
  left: (reached, what) => `left this machine (${reached}): ${what}`,
  result: (kind, characters, sha256) => `${kind}, ${characters} characters, sha256 ${sha256}`,
  personsAnswer: 'the answer of the person',
  error: (text) => `an error: ${text}`,
  changedByPerson: 'changed by the person before it left',
  review: (until) => `its result is put before the person, until ${until}`,
  reviewed: (how, by) => `its result was ${how}, by ${by}`,
  hows: { sent: 'sent', edited: 'edited', withheld: 'withheld' },
  wholeNext: (what) => `may leave whole in the next result of this action, once: ${what}`,
  jobKept: (job, by) => `its job ${job} may run on without its run, by ${by}`,
  jobEnded: (job, took, by, how) =>
    `its job ${job} ended${took === undefined ? '' : ` after ${took} s`}, by ${by}: ${how}`,
  exitCode: (code) => `exit code ${code}`,
  printed: (stdout, stderr) => `, printed ${stdout} + ${stderr} bytes`,
};
