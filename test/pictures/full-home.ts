/** Doorman with as much as it holds: whatever is a list is long, and names are as long as they may be. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIMITS } from '../../src-main/limits.ts';
import { desktopSettingsSchema } from '../../src-shared/desktop-settings.ts';
import { MAX_MACHINE_NAME } from '../../src-shared/settings.ts';
import { callInRun } from '../support/app/ask-host.ts';
import type { Doorman, Places } from '../support/app/doorman-test.ts';
import type { Home, Stage } from './named-state.ts';
import { pages } from './page-states.ts';
import { callAtOnce, friendlyRuntime, goneRuntime, LONG_TIME, profile, withTray } from './stage.ts';

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const permissions = [
  'permissions:',
  '  "Bash(sleep *)": { allowed: true }',
  ...many(40, (index) => `  "Bash(make target-${index})": { allowed: true }`),
  '',
].join('\n');

const desktop = desktopSettingsSchema.parse({
  firstSteps: 'done',
  notify: { needsYou: true, question: true, finished: true, sound: true },
});

async function start(stage: Stage): Promise<Doorman> {
  await withTray(stage);
  const [friendly, gone] = [await friendlyRuntime(stage), await goneRuntime()];
  const profiles = many(12, (index) =>
    profile(`Team ${index}`, index % 2 === 0 ? friendly : gone, {
      ...(index === 0 && { machine: 'a'.repeat(MAX_MACHINE_NAME) }),
      ...(index === 2 && { mode: 'auto' as const }),
    }),
  );
  const doorman = await stage.launchDoorman({
    settings: { profiles, desktop, mode: 'auto' },
    permissions,
    env: LONG_TIME,
    furnish: (places) => furnish(places, { version: 1, profiles, desktop, mode: 'confirm' }),
  });
  await fill(doorman);
  return doorman;
}

async function furnish({ home, project }: Places, settings: object): Promise<void> {
  const folders = many(25, (index) => join(project, 'client-work', `folder-${index}`));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  const chapters = many(50, (index) => join(project, `chapter-${index}.txt`));
  for (const chapter of chapters) await writeFile(chapter, 'Once upon a time.\n');
  await writeFile(join(project, 'long.txt'), many(400, (line) => `line ${line} of a long text`).join('\n'));
  await writeFile(
    join(home, 'settings.json'),
    JSON.stringify({ ...settings, folders: [project, ...folders] }),
    { mode: 0o600 },
  );
  const contacts = many(40, (index) => ({
    address: `0x${index.toString(16).padStart(2, '0').repeat(32)}`,
    name: `Caller ${index}`,
    since: 1_760_000_000_000,
    how: 'person',
  }));
  const blocked = many(20, (index) => `0x${(index + 100).toString(16).padStart(2, '0').repeat(32)}`);
  await writeFile(join(home, 'contacts.json'), JSON.stringify({ contacts, blocked }), { mode: 0o600 });
}

async function fill(doorman: Doorman): Promise<void> {
  for (let index = 0; index < 6; index += 1)
    await callAtOnce(doorman, 'shell_start', { command: `sleep ${900 + index}` });
  for (let index = 0; index < 50; index += 1)
    await callAtOnce(doorman, 'fs_read_file', { path: `chapter-${index}.txt` });
  for (let index = 0; index < LIMITS.waiting; index += 1) {
    const command = `mkdir -p packages/package-${index}/${'a-folder-with-a-long-name/'.repeat(index % 3)}`;
    void callInRun(doorman.env, `r-${index % 4}`, command);
    await doorman.waiting(index + 1);
  }
}

export const fullHome = { start, states: pages('full') } satisfies Home;
