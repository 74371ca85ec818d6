/** Which tools a runtime gets, by which name, and that one that is off cannot be called however it is asked for. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { offeredTools } from '../../../src-main/offered-tools.ts';
import { defineTool } from '../../../src-main/tools/define-tool.ts';
import type { Origin } from '../../../src-shared/call.ts';
import { type Profile, profileSchema } from '../../../src-shared/settings.ts';

const refuse = async () => ({ ok: false as const, message: 'only a test' });

function tool(name: string, available?: () => boolean) {
  const input = z.object({});
  const shared = { name, description: `does ${name}`, input, resolve: refuse, run: refuse };
  return defineTool(available ? { ...shared, available } : shared);
}

function offered(options: { off?: readonly string[]; profiles?: readonly object[] } = {}) {
  const screen = { on: true };
  const settings = { toolsOff: [...(options.off ?? [])], review: [] as string[], asks: [] as string[] };
  const profiles: Profile[] = (options.profiles ?? []).map((profile) =>
    profileSchema.parse({ name: 'P', url: 'http://127.0.0.1', ...profile }),
  );
  const tools = offeredTools({
    tools: [tool('fs_stat'), tool('shell_run'), tool('screen_list', () => screen.on)],
    maxResultBytes: 1_000,
    settings: () => settings,
    profile: (id) => profiles.find((profile) => profile.id === id),
  });
  return { tools, screen, settings, profiles };
}

const from = (profileId: string): Origin => ({
  door: 'client-tools',
  profileId,
  profileName: 'P',
  connectionId: 'ctc-1',
});
const local: Origin = { door: 'local', caller: 'test' };
const left = (list: readonly { name: string; left?: unknown }[]) =>
  Object.fromEntries(list.filter((each) => each.left !== undefined).map((each) => [each.name, each.left]));

test('gives everybody everything as long as nothing is switched off', () => {
  const { tools } = offered({ profiles: [{ id: 'a' }] });
  expect(left(tools.forAll())).toEqual({});
  expect(tools.names(local)).toEqual(['fs_stat', 'shell_run', 'screen_list']);
  expect(tools.names(from('a'))).toEqual(tools.names(local));
  expect(tools.callable('shell_run', from('a'))).toBeDefined();
  expect(tools.callable('no_such', local)).toBeUndefined();
});

test('leaves a tool out that is switched off for all, and one only for the runtime that it is off for', () => {
  const { tools, profiles } = offered({
    off: ['fs_stat'],
    profiles: [{ id: 'a', toolsOff: ['shell_run'] }, { id: 'b' }],
  });
  expect(left(tools.forAll())).toEqual({ fs_stat: 'switched-off' });
  expect(profiles.map((profile) => left(tools.forProfile(profile)))).toEqual([
    { fs_stat: 'switched-off', shell_run: 'switched-off' },
    { fs_stat: 'switched-off' },
  ]);
  expect(tools.callable('shell_run', from('a'))).toBeUndefined();
  expect(tools.callable('shell_run', from('b'))).toBeDefined();
  expect(tools.callable('shell_run', local)).toBeDefined();
  expect(tools.callable('fs_stat', local)).toBeUndefined();
});

test('takes a tool away at once, and gives it back, as the settings and the machine are now', () => {
  const { tools, screen, settings } = offered();
  screen.on = false;
  settings.toolsOff.push('shell_run');
  expect(left(tools.forAll())).toEqual({ shell_run: 'switched-off', screen_list: 'unavailable' });
  expect(tools.names(local)).toEqual(['fs_stat']);
  screen.on = true;
  settings.toolsOff.pop();
  expect(tools.names(local)).toEqual(['fs_stat', 'shell_run', 'screen_list']);
});

test('tells a caller the names by which it knows the tools', () => {
  const { tools } = offered({ off: ['screen_list'], profiles: [{ id: 'a', machine: 'studio' }] });
  expect(tools.names(from('a'))).toEqual(['studio_fs_stat', 'studio_shell_run']);
});
