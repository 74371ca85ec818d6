/** What a notification says and which buttons it has, decided without Electron: the same card differs by platform and lock. */
import type { JobView, WaitingView } from '../../src-shared/app-state.ts';
import type { StandingCard } from '../../src-shared/approval.ts';
import type { DesktopSettings } from '../../src-shared/desktop-settings.ts';
import type { JobEndedBy } from '../../src-shared/job.ts';
import type { CardKind } from '../../src-shared/verdict.ts';
import { visibleText } from '../../src-shared/visible-text.ts';

export interface NotificationPlan {
  readonly title: string;
  readonly body: string;
  readonly silent: boolean;
  /** In this order. Only what the whole action can be read in may be allowed from it. */
  readonly buttons: readonly NotificationButton[];
}

export type NotificationButton = 'allow' | 'deny';

export interface NotificationPlace {
  readonly platform: NodeJS.Platform;
  readonly locked: boolean;
  readonly notify: DesktopSettings['notify'];
}

/** A toast shows about four lines of it; longer ones are cut, and what is cut cannot be allowed. Characters. */
const MOST_IN_BODY = 120;

const TITLES: Record<CardKind, (tool: string) => string> = {
  'no-rule': (tool) => `${tool} waits for you`,
  'must-look': (tool) => `${tool} waits for you`,
  question: () => 'An agent asks you a question',
  review: (tool) => `The result of ${tool} waits for you`,
};

/** Undefined where the person wants none. `whole` is the card as it stands, where it is still known. */
export function planFor(
  { tool, ask }: Pick<WaitingView, 'tool' | 'ask'>,
  whole: StandingCard | undefined,
  place: NotificationPlace,
): NotificationPlan | undefined {
  const { notify } = place;
  if (!(ask === 'question' ? notify.question : notify.needsYou)) return undefined;
  const plan = { title: TITLES[ask](tool), silent: !notify.sound };
  const action = whole === undefined ? undefined : wholeAction(whole);
  if (action !== undefined && hasButtons(place.platform) && !place.locked) {
    return { ...plan, body: action, buttons: ['allow', 'deny'] };
  }
  // None of the agent's words: some desktops read markup in a body, and lock screens show it to anybody.
  const body = ask === 'question' ? 'Click to read and answer it.' : 'Click to look and decide.';
  return { ...plan, body, buttons: [] };
}

/** On Linux Electron leaves buttons out without a word. */
function hasButtons(platform: NodeJS.Platform): boolean {
  return platform === 'darwin' || platform === 'win32';
}

/** All that would happen, where that is short, in plain sight, and nothing that must be looked at. */
function wholeAction(card: StandingCard): string | undefined {
  const { ask, callIds, summary, text, wall, acts, picture } = card;
  if (ask !== 'no-rule' || picture || callIds.length !== 1 || (acts && wall === 'none')) return undefined;
  const action = summary.includes(text) ? summary : `${summary}: ${text}`;
  // A line break, or a character that does not show, could hide what comes after it.
  const isPlain = !/[\r\n]/.test(action) && visibleText(action) === action;
  return isPlain && action.length <= MOST_IN_BODY ? action : undefined;
}

/** Ends that the person did not bring about; the others are no news. */
const NEWS: readonly JobEndedBy[] = ['itself', 'time', 'too-much', 'disconnected', 'quiet'];

/** Whether this end is worth a word, if the person wants any. */
export function isNews({ end }: JobView): boolean {
  return end !== undefined && NEWS.includes(end.by);
}

/** One notification for all jobs that ended since the person last looked. */
export function planForEnded(
  jobs: readonly JobView[],
  { notify }: NotificationPlace,
): NotificationPlan | undefined {
  const last = jobs.at(-1)?.end;
  if (!notify.finished || last === undefined) return undefined;
  const title = jobs.length === 1 ? 'Finished: a job ended' : `Finished: ${jobs.length} jobs ended`;
  return { title, body: `${howItEnded(last)} Click for the list.`, silent: !notify.sound, buttons: [] };
}

function howItEnded({ by, exitCode }: NonNullable<JobView['end']>): string {
  if (by !== 'itself') return 'It was ended by one of its limits or with its run.';
  return exitCode === 0 ? 'It succeeded.' : `It ended with code ${exitCode ?? 'unknown'}.`;
}
