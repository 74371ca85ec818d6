/** Doorman where much does not work: files that do not parse, no keychain, no tray, runtimes that refuse or are gone. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strings } from '../../src-renderer/strings.ts';
import { desktopSettingsSchema } from '../../src-shared/desktop-settings.ts';
import { defaultSettings } from '../../src-shared/settings.ts';
import type { Doorman } from '../support/app/doorman-test.ts';
import { approvalWith } from './card-states.ts';
import type { Home, Show, Stage } from './named-state.ts';
import { pages, place } from './page-states.ts';
import { callAtOnce, goneRuntime, LONG_TIME, profile, refusingRuntime } from './stage.ts';

const permissions = 'permissions:\n  "Bash(npm test)": { allowed: true\n  bash: {';

async function start(stage: Stage): Promise<Doorman> {
  const profiles = [
    profile('Work', await refusingRuntime(stage)),
    profile('Studio', await goneRuntime()),
    profile('Far away', 'http://runtime.example:8080'),
  ];
  const settings = {
    profiles,
    desktop: desktopSettingsSchema.parse({ firstSteps: 'done' }),
    direct: { ...defaultSettings.direct, listen: true, port: 0 },
  };
  const doorman = await stage.launchDoorman({
    permissions,
    // No bus: no keychain, and no place for an icon in the tray.
    env: { ...LONG_TIME, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' },
    furnish: async ({ home, project }) => {
      await writeFile(join(home, 'contacts.json'), '{ "contacts": [ }', { mode: 0o600 });
      await mkdir(join(home, 'journal'), { mode: 0o700 });
      const line = '{ "step": "received", "callId": "of somebody else" }\n';
      await writeFile(join(home, 'journal', '00000001-2026-01-02.jsonl'), line, { mode: 0o600 });
      await mkdir(join(project, '.co'));
      await writeFile(
        join(project, '.co', 'host.yaml'),
        'permissions:\n  "Bash(make *)": { allowed: true }\n',
      );
      const trusted = [{ path: project, rulesText: 'permissions: {}\n' }];
      const text = JSON.stringify({ ...settings, folders: [project], trusted });
      await writeFile(join(home, 'settings.json'), text, { mode: 0o600 });
    },
  });
  await fail(doorman);
  return doorman;
}

/** Calls that ended badly, a job that failed, and one call that waits. */
async function fail(doorman: Doorman): Promise<void> {
  await callAtOnce(doorman, 'fs_read_file', { path: 'missing.txt' });
  await callAtOnce(doorman, 'fs_read_file', { file: 'a wrong name for it' });
  await callAtOnce(doorman, 'no_such_tool', {});
  await callAtOnce(doorman, 'shell_start', { command: 'exit 3' });
  void doorman.call('shell_run', { command: 'ls' });
  await doorman.waiting(1);
}

/** A card while no rule counts. */
const cardWithoutRules: Show = async (doorman) => ({ page: await approvalWith(doorman, 'ls') });

export const brokenHome = {
  start,
  states: {
    ...pages('error'),
    'permissions-changed': place('permissions', '/folders', { says: strings.folders.changedTitle }),
    'card-without-rules': cardWithoutRules,
  },
} satisfies Home;
