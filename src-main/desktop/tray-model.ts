/** What the tray says for a state: its words and its menu, without Electron. */
import type { AppState } from '../../src-shared/app-state.ts';
import { assertNever } from '../../src-shared/outcome.ts';
import { type OverallState, overallState } from '../../src-shared/overall-state.ts';

/** What a menu line leads to. A plain click on the icon is always `open`. */
export type TrayCommand = 'open' | 'open-waiting' | 'confirm' | 'auto' | 'pause' | 'resume' | 'stop' | 'quit';

export type TrayItem =
  | {
      readonly kind: 'command';
      readonly label: string;
      readonly command: TrayCommand;
      readonly enabled: boolean;
    }
  | { readonly kind: 'separator' };

export interface TrayModel {
  readonly state: OverallState;
  readonly waiting: number;
  readonly tooltip: string;
  readonly items: readonly TrayItem[];
}

const separator: TrayItem = { kind: 'separator' };

export function trayModel(app: AppState): TrayModel {
  const state = overallState(app);
  return {
    state,
    waiting: app.waitingCount,
    tooltip: `Doorman: ${sentence(state, app.waitingCount)}`,
    items: [
      command('Open Doorman', 'open'),
      command(`Waiting (${app.waitingCount})…`, 'open-waiting', app.waitingCount > 0),
      ...grantItems(app),
      separator,
      modeItem(app),
      ...holdItems(app),
      separator,
      command('Quit Doorman', 'quit'),
    ],
  };
}

/** Those that end by themselves: of them a person loses sight. */
function grantItems({ grants }: AppState): readonly TrayItem[] {
  const ends = grants.flatMap(({ until }) => (until === undefined ? [] : [until]));
  if (ends.length === 0) return [];
  const last = new Date(Math.max(...ends)).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return [command(`Allowed for a while (${ends.length}, until ${last})…`, 'open')];
}

/** Auto gives agents more, so the system's own box asks before it is in force. */
function modeItem({ mode, stopped }: AppState): TrayItem {
  return mode === 'auto'
    ? command('Switch to Confirm (Auto is on)', 'confirm')
    : command('Switch to Auto…', 'auto', !stopped);
}

function holdItems({ stopped, paused }: AppState): readonly TrayItem[] {
  // A Stop is lifted in the window, where it says what that means, and never by one slip in a menu.
  if (stopped) return [command('Start again…', 'open')];
  return [
    paused ? command('Resume', 'resume') : command('Pause', 'pause'),
    command('Stop everything', 'stop'),
  ];
}

function command(label: string, name: TrayCommand, enabled = true): TrayItem {
  return { kind: 'command', label, command: name, enabled };
}

function sentence(state: OverallState, waiting: number): string {
  switch (state) {
    case 'stopped':
      return 'stopped, nothing runs';
    case 'paused':
      return 'paused, calls are refused';
    case 'needs-you':
      return waiting === 1 ? '1 call waits for you' : `${waiting} calls wait for you`;
    case 'connected':
      return 'connected';
    case 'connecting':
      return 'connecting';
    case 'offline':
      return 'offline';
    default:
      return assertNever(state);
  }
}
