/** Every word that a window says, in one place. A translation is another object of this shape, as in `german/`. */

import type { Wall } from '../src-shared/action.ts';
import type { OfferedScope } from '../src-shared/approval.ts';
import type { Language } from '../src-shared/language.ts';
import type { OverallState } from '../src-shared/overall-state.ts';
import type { Reason } from '../src-shared/verdict.ts';
import { german } from './german/german.ts';
import { spoken } from './spoken.ts';
import { batchStrings } from './text/batch-strings.ts';
import { callerStrings } from './text/caller-strings.ts';
import { cardStrings } from './text/card-strings.ts';
import { editStrings } from './text/edit-strings.ts';
import { firstStepsStrings } from './text/first-steps-strings.ts';
import { alwaysStrings, denialStrings, endedStrings, grantStrings } from './text/grant-strings.ts';
import { historyStrings } from './text/history-strings.ts';
import { machineStrings } from './text/machine-strings.ts';
import { answeredByStrings, outcomeStrings } from './text/outcome-strings.ts';
import { permissionStrings } from './text/permission-strings.ts';
import { pictureStrings } from './text/picture-strings.ts';
import { questionStrings } from './text/question-strings.ts';
import { refusalStrings, runStrings } from './text/refusal-strings.ts';
import { reviewStrings } from './text/review-strings.ts';
import { runningStrings } from './text/running-strings.ts';
import { linkStrings, runtimeStrings } from './text/runtime-strings.ts';
import { settingsStrings } from './text/settings-strings.ts';
import { shortcutStrings } from './text/shortcut-strings.ts';
import { toolStrings } from './text/tool-strings.ts';

const plural = (count: number, one: string, many: string) => (count === 1 ? one : many);

const english = {
  app: 'Doorman',
  cut: (left: number) => ` … (${left} more characters)`,
  loading: 'Reading the state…',
  unreachable: (why: string) =>
    `This window cannot reach Doorman itself (${why}). Close it and open it again from the tray.`,
  noReason: 'no reason given',
  failed: (why: string) => `That did not work: ${why}`,
  overall: {
    stopped: 'Stop is in force',
    paused: 'Paused',
    'needs-you': 'Needs you',
    connected: 'Connected',
    connecting: 'Connecting',
    offline: 'Not connected',
  } satisfies Record<OverallState, string>,
  levels: { info: 'Note', warning: 'Warning', error: 'Error' },
  noticesLabel: 'Notices',
  time: {
    up: 'Time is up',
    left: (span: string) => `${span} left`,
    justNow: 'just now',
    ago: (span: string) => `${span} ago`,
    milliseconds: (count: string) => `${count} ms`,
    seconds: (count: string) => `${count} s`,
    minutes: (count: string) => `${count} min`,
    hours: (count: string) => `${count} h`,
    days: (count: string) => `${count} d`,
  },
  origin: {
    runtime: (name: string) => name,
    agent: (id: string) => `agent ${id}`,
    run: (id: string) => `run ${id}`,
    local: (caller: string) => `${caller}, on this machine`,
    direct: (name: string, address: string) => `${name}, with the key ${address}…`,
  },
  ask: {
    'must-look': 'Look closely',
    'no-rule': 'Not on your list',
    question: 'A question for you',
    review: 'Ran; its result waits',
  },
  sources: {
    builtin: 'built in',
    folders: 'your folders',
    grant: 'a grant you gave',
    person: 'your permission file',
    project: 'the project’s file',
    shipped: 'shipped defaults',
    table: 'Doorman’s tables',
  } satisfies Record<Reason['source'], string>,
  always: alwaysStrings,
  denial: denialStrings,
  grants: grantStrings,
  late: endedStrings,
  outcomes: outcomeStrings,
  answeredBy: answeredByStrings,
  ended: {
    gone: 'No longer waiting.',
    running: 'Allowed. It is running now.',
    reviewing: 'Allowed. It ran, and its result waits for you.',
    answered: 'Answered. The agent has your answer.',
    as: (outcome: string, ran: boolean) =>
      ran ? `Allowed. ${outcome}.` : `${outcome}. It cannot be answered any more.`,
    equal: (count: number, words: string) => `${count} × ${words}`,
  },
  card: cardStrings,
  edit: editStrings,
  picture: pictureStrings,
  approval: {
    title: 'Waiting for you',
    windowTitle: (count: number) => (count === 0 ? 'Doorman' : `${count} waiting · Doorman`),
    count: (count: number) =>
      count === 0 ? 'Nothing waits' : `${count} ${plural(count, 'waits', 'wait')} for you`,
    more: (hidden: number) => `and ${hidden} more after these`,
    openedGone: 'What that notification was about does not wait any more. Nothing was done by your click.',
    goneRead: 'OK',
    listLabel: 'Waiting calls, oldest first',
    emptyTitle: 'Nothing waits for you',
    emptyText:
      'When an agent asks for something that you must decide, it appears here with what it would do, why it needs you, and how long there is to answer. Nothing runs until you say so. You may close this window: Doorman stays in the tray.',
    emptyStopped:
      'Stop is in force: every call is refused, and nothing will wait here until you start again in the main window.',
    emptyPaused: 'Paused: every call is refused until you resume in the main window.',
    arrived: (summary: string, count: number) =>
      `New: ${summary}. ${count} ${plural(count, 'waits', 'wait')} for you.`,
    hurry: (span: string) => `${span} for this call.`,
    reading: 'Fetching the card…',
    gone: 'The whole card can no longer be fetched: the call has ended.',
    rule: (rule: string, source: string) => `${rule} (${source})`,
    deny: 'Deny',
    denyAll: (count: number) => `Deny all ${count}`,
    denyWithReason: 'Deny with a reason',
    reasonLabel: 'Tell the agent why (it reads this)',
    reasonPlaceholder: 'Use the staging copy instead',
    sendDeny: 'Send',
    allow: 'Allow once',
    allowAll: (count: number) => `Allow all ${count}`,
    allowWithoutWall: 'Allow once, without the wall',
    moreWays: 'More ways',
    scopes: {
      run: 'Allow for this run',
      minutes: 'Allow for 15 minutes',
      always: 'Always allow',
    } satisfies Record<OfferedScope, string>,
    scopeHints: {
      run: 'Asked again in this run, this very action goes through without a question.',
      minutes: 'Asked again within 15 minutes, this very action goes through without a question.',
      always: 'Always: adds one of these to your permission file. Pick the narrowest that does.',
    } satisfies Record<OfferedScope, string>,
    dropWall: 'Run without the wall',
    dropWallHint:
      'This gives away what the wall holds back: the program could change any file that you can change, use your whole network, and see your screen. For this one time only.',
    grantsNeedWall: 'Longer grants always keep the wall.',
    answering: 'Sending your answer…',
    answered: 'Your answer was taken.',
    othersWait: (count: number) =>
      `Your last answer was taken; ${count} equal ${plural(count, 'call waits', 'calls wait')} still.`,
    waitsFor: {
      text: 'Show and scroll through the whole text to allow it.',
      place: 'In a moment…',
      moment: 'In a moment…',
      focus: 'Click in this window first, then allow.',
      unlock: 'The screen is locked.',
    },
    ready: 'Ctrl+Enter allows',
    readyToHold: 'Hold Allow, or Ctrl+Enter, for one second',
    holding: 'Keep holding…',
    heldTooBriefly: 'Let go too early: hold for one whole second',
    pressHint: 'Ctrl+Enter presses it; Enter and the space bar alone do not.',
    holdHint: 'Hold it for one second: with the pointer, or Ctrl+Enter. Letting go earlier does nothing.',
    refused: (why: string) => `Not accepted: ${why}`,
    refusedSome: (count: number, of: number, why: string) => `${count} of ${of}. ${why}`,
    equalCalls: (count: number) => `, ${count} equal calls`,
  },
  question: questionStrings,
  review: reviewStrings,
  shortcuts: shortcutStrings,
  pages: {
    queue: 'Queue',
    running: 'Running',
    history: 'History',
    runtimes: 'Runtimes',
    permissions: 'Permissions',
    tools: 'Tools',
    callers: 'Direct callers',
    playground: 'Playground',
    settings: 'Settings',
  },
  pagesLabel: 'Pages',
  mode: {
    label: 'Mode',
    confirm: 'Confirm',
    confirmHint: 'Whatever no rule allows waits for you.',
    auto: 'Auto',
    autoHint: 'Harmless commands run behind the guarded wall; all else waits.',
  },
  controls: {
    pause: 'Pause',
    resume: 'Resume',
    stop: 'Stop',
    stopping: 'Stopping…',
    pausedTitle: 'Paused',
    pausedText: 'Every call is refused and told to try again later.',
    stoppedTitle: 'Stop is in force',
    stoppedText:
      'Everything that waited was refused, what ran was ended, and nothing runs, not after a restart either.',
    startAgain: 'Start again',
  },
  batch: batchStrings,
  machine: machineStrings,
  settings: settingsStrings,
  running: runningStrings,
  refusals: refusalStrings,
  runs: runStrings,
  firstSteps: firstStepsStrings,
  queue: {
    open: 'Open the approval window',
    emptyTitle: 'Nothing waits for you',
    emptyText: 'When a call needs your decision it is listed here, and the approval window opens by itself.',
    hint: 'Calls are answered in the approval window only.',
  },
  calls: {
    waiting: 'Waiting for you',
    running: 'Running',
    reviewing: 'Ran; its result waits for you',
    ended: 'Ended',
    by: (who: string) => `decided by ${who}`,
    took: (span: string) => `took ${span}`,
    behind: {
      'read-only': 'behind the read-only wall',
      'workspace-write': 'behind the workspace-write wall',
      guarded: 'behind the guarded wall',
      none: 'without a wall',
    } satisfies Record<Wall, string>,
    masked: (what: string) => `Masked in its result: ${what}`,
    whole: (what: string) => `Sent whole, as you wanted: ${what}`,
    sendNext: 'Send whole next time…',
    sendNextLabel: (summary: string) => `Send whole next time…: ${summary}`,
    granted: 'The next result of the same action goes whole, once, within 15 minutes.',
    maskAgain: 'Mask it again',
  },
  history: historyStrings,
  link: linkStrings,
  runtimes: runtimeStrings,
  permissions: permissionStrings,
  tools: toolStrings,
  folders: {
    title: 'Folders',
    text: 'Agents may read inside these folders without asking. Secret files in them still wait for you.',
    add: 'Add a folder…',
    remove: 'Remove',
    removeLabel: (folder: string) => `Remove ${folder}`,
    trust: 'Trust the code in it',
    trustLabel: (folder: string) => `Trust the code in ${folder}`,
    trustText:
      'Where you trust the code in a folder, agents may run its tests unasked if your list has them; these then may write in that folder, without network. Its own rules (.co/host.yaml) add to yours.',
    changedTitle: 'Its own rules changed since you trusted them. They are suspended until you have looked.',
    changedBefore: 'As you trusted them',
    changedNow: 'As they are now',
    noRules: '(no rules)',
    trustNow: 'Trust them as they are now',
    emptyTitle: 'No folders yet',
    emptyText: 'Until you add one, every read of a file waits for you.',
    cliTitle: 'Answers from the command line',
    cliSwitch: 'Allow answers from the command line',
    cliText:
      'While this is on, any program that runs as you can say yes to a waiting call through the command line, unless it is one that must be looked at. Off, the command line can still list, deny, pause and stop.',
  },
  callers: callerStrings,
  playground: {
    text: 'Calls a tool as an agent would, through the embedded runtime and its real socket. A call that needs you waits in the approval window.',
    tool: 'Tool',
    input: 'Input, as JSON',
    badJson: (why: string) => `This is not JSON: ${why}`,
    call: 'Call',
    calling: 'Waiting for the answer…',
    noTools: 'No tools are on offer.',
    result: 'What the agent receives',
    ok: 'Result',
    error: 'Error',
    picture: (bytes: string) => `Picture, ${bytes} bytes`,
  },
} as const;

/** A catalogue may say anything in place of English, but has each entry, with the same parameters. */
type Words<T> = T extends string
  ? string
  : T extends (...parameters: infer Parameters) => unknown
    ? (...parameters: Parameters) => string
    : { readonly [Key in keyof T]: Words<T[Key]> };

const catalogues: Readonly<Record<Language, Words<typeof english>>> = { en: english, de: german };

export const strings = catalogues[spoken()];
