/** What the tray says for a state: its words and its menu, without Electron. */
import type { AppState } from '../../src-shared/app-state.ts';
import { assertNever } from '../../src-shared/outcome.ts';
import { type OverallState, overallState } from '../../src-shared/overall-state.ts';

/** What a menu line leads to. A plain click on the icon is always `open`. */
export type TrayCommand = 'open' | 'open-waiting' | 'pause' | 'resume' | 'stop' | 'quit';

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
      separator,
      ...holdItems(app),
      separator,
      command('Quit Doorman', 'quit'),
    ],
  };
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
