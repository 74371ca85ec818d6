/** The state of an app in which nothing goes on. */

import { type AppState, FIRST_LOOK } from '../../src-shared/app-state.ts';
import { desktopSettingsSchema } from '../../src-shared/desktop-settings.ts';

export const quietState: AppState = {
  seq: 1,
  now: 0,
  mode: 'confirm',
  paused: false,
  stopped: false,
  runtimes: [],
  tools: [],
  folders: [],
  waitingCount: 0,
  cardCount: 0,
  waiting: [],
  look: FIRST_LOOK,
  recent: [],
  direct: { listen: false, contacts: [], blocked: [], strangers: [], invites: [] },
  jobs: [],
  runs: [],
  refusalCount: 0,
  refusals: [],
  grantCount: 0,
  grants: [],
  notices: [],
  wall: { available: true, text: '', setting: 'auto' },
  keychain: { available: true, text: '' },
  journal: { verified: true, text: '' },
  programPath: { entries: [], dropped: [], fromShell: true },
  allowFromCommandLine: false,
  leftOutWindows: [],
  desktop: desktopSettingsSchema.parse({}),
};
