import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callTool, dataOf, messageOf, printed, runContext, scratchFolder } from './tools-fixture.ts';
import { naming, walledHome } from './wall-fixture.ts';

describe('the read-only wall', () => {
  it('does not follow a link that was pointed out of the folder after the decision', async () => {
    const { home, site, env } = await walledHome();
    await symlink('a.txt', join(site, 'l'));
    const swap = async () => {
      await symlink('../private/prod.env', join(site, 'new'));
      await rename(join(site, 'new'), join(site, 'l'));
    };
    const call = (wall: 'read-only' | 'none') =>
      callTool(env, 'shell_run', { command: 'cat l' }, runContext({ wall }), swap);
    expect(dataOf(await call('read-only'))).toMatchObject({ stdout: '', exit_code: 1 });
    expect(printed(await call('none'))).toBe('outside');
    expect(home).not.toBe(site);
  });

  it('shows nothing of the home, of other homes and of data beside them, and can write to none', async () => {
    const { home, behind } = await walledHome();
    const elsewhere = await scratchFolder('/var/tmp');
    await writeFile(join(elsewhere, 'data'), 'outside');
    const command = `cat ~/private/prod.env ${elsewhere}/data; ls ~ /root /home /srv /mnt /media /var/log; touch ~/x; ls ~`;
    const walled = printed(await behind('read-only', `(${command}) 2>/dev/null`));
    expect(walled.split('\n').filter((line) => !/^(|\/.*:)$/.test(line))).toEqual(['site', 'site']);
    expect(printed(await behind('none', `(${command}) 2>/dev/null`))).toContain('outsideoutside');
    expect(home).toContain('/var/tmp/');
  });

  it('shows the system and the added folder', async () => {
    const { behind } = await walledHome();
    const command = 'cat a.txt /etc/hostname >/dev/null && ls /usr/bin >/dev/null && dpkg -s bash | head -1';
    expect(printed(await behind('read-only', command))).toBe('Package: bash');
  });

  it('says that the wall hides a path, and nothing of the sort where the path is simply missing', async () => {
    const { home, behind } = await walledHome();
    expect(dataOf(await behind('read-only', `cat ${home}/other/x`)).note).toMatch(
      /read-only wall.*is hidden/,
    );
    expect(dataOf(await behind('read-only', 'cat nothing /etc/nothing'))).not.toHaveProperty('note');
  });

  it('shows a place whose names are listed, without its secrets', async () => {
    const { behind } = await walledHome((home) => ({
      ...naming([join(home, 'private'), 'folder', 'name']),
      secretPlaces: () => [join(home, 'private', 'prod.env')],
    }));
    const command = 'ls ~/private; cat ~/private/prod.env';
    expect(printed(await behind('read-only', command))).toBe('prod.env');
    expect(printed(await behind('none', command))).toBe('prod.env\noutside');
  });

  it('lists the whole machine where that was named', async () => {
    const { home, behind } = await walledHome(() => naming(['/', 'folder', 'name']));
    expect(printed(await behind('read-only', `ls / >/dev/null; ls ${home}/private`))).toBe('prod.env');
  });

  it('does not list outside and read inside in one run', async () => {
    const both = (use: 'read' | 'name') => (home: string) =>
      naming([join(home, 'private'), 'folder', 'name'], [join(home, 'site', 'l'), 'file', use]);
    const reading = await walledHome(both('read'));
    expect(messageOf(await reading.behind('read-only', 'ls ~/private; cat l'))).toMatch(/Send two commands/);
    const listing = await walledHome(both('name'));
    expect(printed(await listing.behind('read-only', 'ls ~/private a.txt'))).toMatch(/prod\.env/);
    const fromOutside = await walledHome((home) => naming([join(home, 'site', 'a.txt'), 'file', 'read']));
    const { home, site } = fromOutside;
    const command = `cat ${site}/a.txt`;
    expect(messageOf(await fromOutside.behind('read-only', command, home))).toMatch(/cwd in a shared folder/);
    expect(printed(await fromOutside.behind('read-only', command))).toBe('readable');
  });

  it('shows a file outside that a rule lets it read, and not those beside it', async () => {
    const { home, behind } = await walledHome((home) =>
      naming([join(home, 'other', 'note'), 'file', 'read']),
    );
    await writeFile(join(home, 'other', 'note'), 'noted');
    await writeFile(join(home, 'other', 'diary'), 'private');
    expect(printed(await behind('read-only', 'cat ~/other/note ~/other/diary'))).toBe('noted');
    expect(printed(await behind('none', 'cat ~/other/note ~/other/diary'))).toBe('notedprivate');
  });

  it('shows no other thing under a name that was decided on', async () => {
    const { home, env } = await walledHome((home) => naming([join(home, 'other'), 'folder', 'name']));
    const swap = async () => {
      await rename(join(home, 'other'), join(home, 'moved'));
      await symlink('private', join(home, 'other'));
    };
    const ran = await callTool(
      env,
      'shell_run',
      { command: 'cat ~/other/prod.env' },
      runContext({ wall: 'read-only' }),
      swap,
    );
    expect(messageOf(ran)).toMatch(/changed while the wall was built/);
  });

  it('runs programs that are kept in the home, with what they load, but shows no data beside them', async () => {
    const { home, behind } = await walledHome((home) => ({
      shell: {
        path: [join(home, '.local/bin'), join(home, '.nvm/v1/bin'), '/usr/bin', '/bin'],
        user: 'tester',
        shell: '/bin/bash',
        tmpDir: '/tmp',
        locale: {},
      },
    }));
    const script = async (at: string, text: string) => {
      await mkdir(join(home, at, '..'), { recursive: true });
      await writeFile(join(home, at), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    };
    await script('.nvm/v1/bin/one', 'cat "$HOME/.nvm/v1/lib/text"');
    await script('.nvm/v1/lib/text', '');
    await script('.local/share/app/two', 'echo two');
    await script('.local/share/diary', '');
    await mkdir(join(home, '.local/bin'));
    await symlink('../share/app/two', join(home, '.local/bin/two'));
    const command = 'one | head -1; two; ls ~/.local/share ~/.local/share/app';
    expect(printed(await behind('read-only', command))).toBe(
      `#!/bin/sh\ntwo\n${home}/.local/share:\napp\n\n${home}/.local/share/app:\ntwo`,
    );
  });

  it("reads the person's settings for git", async () => {
    const { home, behind } = await walledHome();
    await writeFile(join(home, '.gitconfig'), '[user]\n\tname = Someone\n');
    expect(printed(await behind('read-only', 'git config user.name'))).toBe('Someone');
  });
});

describe('either wall', () => {
  it('looks at the folder to run in once more when it stands', async () => {
    const home = await scratchFolder('/var/tmp');
    for (const folder of ['site', 'other', 'private']) await mkdir(join(home, folder));
    let swapped: Promise<void> | undefined;
    const { env } = await walledHome();
    const swapWhileBuilding = {
      ...env,
      home,
      folders: () => [join(home, 'site')],
      ownPaths: [],
      wall: env.wall,
      secretPlace: (path: string) => {
        swapped ??= path.endsWith('marker')
          ? rename(join(home, 'other'), join(home, 'old')).then(() => symlink('private', join(home, 'other')))
          : undefined;
        return undefined;
      },
    };
    await writeFile(join(home, 'site', 'marker'), '');
    await writeFile(join(home, 'private', 'here'), '');
    const cwd = join(home, 'other');
    const ran = await callTool(
      swapWhileBuilding,
      'shell_run',
      { command: 'ls', cwd },
      runContext({ wall: 'guarded' }),
    );
    await swapped;
    expect(swapped).toBeDefined();
    expect(messageOf(ran)).toMatch(/replaced after it was decided on/);
  });
});
