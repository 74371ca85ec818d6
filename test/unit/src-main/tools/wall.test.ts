import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ToolsEnv } from '../../../../src-main/tools/registry.ts';
import { probeWall } from '../../../../src-main/tools/wall.ts';
import type { Wall } from '../../../../src-shared/action.ts';
import {
  callTool,
  dataOf,
  messageOf,
  printed,
  runContext,
  scratchFolder,
  toolsEnv,
} from './tools-fixture.ts';

const WALLS = ['read-only', 'guarded'] as const;

/** A home outside /tmp with an added folder, a secret place and a folder of Doorman's own. */
async function setUp(changes: Partial<ToolsEnv> = {}) {
  const home = await scratchFolder('/var/tmp');
  for (const folder of ['site', 'secrets', 'own', 'other']) await mkdir(join(home, folder));
  await writeFile(join(home, 'secrets', 'key'), 'the-secret');
  await writeFile(join(home, 'secret-file'), 'the-secret');
  await writeFile(join(home, 'own', 'token'), 'the-secret');
  await writeFile(join(home, 'site', 'a.txt'), 'readable');
  const env = toolsEnv(home, {
    folders: () => [join(home, 'site')],
    secretPlaces: () => [join(home, 'secrets'), join(home, 'secret-file'), join(home, 'missing')],
    ownPaths: [join(home, 'own')],
    ...changes,
  });
  const behind = (wall: Wall, command: string, cwd?: string) =>
    callTool(env, 'shell_run', { command, ...(cwd ? { cwd } : {}) }, runContext({ wall }));
  return { home, env, behind };
}

async function listen(server: Server, at: string | number): Promise<Server> {
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(at, () => resolve()));
  return server;
}

describe('behind either wall', () => {
  it('reads the folder it runs in, and cannot write outside the added folders', async () => {
    const { home, behind } = await setUp();
    const command = `cat a.txt; touch ${home}/other/made /var/tmp/made-by-doorman-test 2>/dev/null; ls ${home}/other`;
    for (const wall of WALLS) expect(printed(await behind(wall, command))).toBe('readable');
    expect(printed(await behind('none', command))).toBe('readablemade');
    await rm('/var/tmp/made-by-doorman-test');
  });

  it('sees nothing of secret places and of Doorman, whatever it mounts', async () => {
    const { home, behind } = await setUp();
    const places = `${home}/secrets/key ${home}/secret-file ${home}/own/token`;
    const command = [
      `cat ${places}`,
      `umount ${home}/secrets ${home}/own ${home}/secret-file; cat ${places}`,
      `mount -o remount,rw / && touch ${home}/other/remounted`,
      `unshare -Urm sh -c 'umount ${home}/secrets ${home}/own ${home}/secret-file; cat ${places}'`,
      `for p in /proc/[0-9]*; do cat $p/root${home}/secrets/key; done`,
      `ls ${home}/own; ls ${home}/other; true`,
    ].join('; ');
    for (const wall of WALLS) expect(printed(await behind(wall, command))).toBe('');
    expect(printed(await behind('none', `cat ${places}; ls ${home}/own`))).toBe(
      'the-secret'.repeat(3).concat('token'),
    );
  });

  it('reaches no network, the loopback of the machine included', async () => {
    const { behind } = await setUp();
    let connections = 0;
    const server = await listen(
      createServer((socket) => {
        connections += 1;
        socket.destroy();
      }),
      0,
    );
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const command = `(exec 3<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null && echo connected`;
    for (const wall of WALLS) expect(printed(await behind(wall, command))).toBe('');
    expect(connections).toBe(0);
    expect(printed(await behind('none', command))).toBe('connected');
  });

  it('reaches no socket in the file system, in /run, in /tmp, or in the added folder', async () => {
    const { home, behind } = await setUp();
    await listen(createServer(), join(home, 'agent.sock'));
    await listen(createServer(), join(home, 'site', 'agent.sock'));
    const inTmp = await scratchFolder('/tmp');
    await listen(createServer(), join(inTmp, 'agent.sock'));
    const script =
      'const net = require("node:net"); for (const path of process.argv.slice(1)) net.connect(path)' +
      '.on("connect", function () { console.log("connected"); this.destroy(); }).on("error", () => {});';
    const sockets = [home, join(home, 'site'), inTmp].map((folder) => join(folder, 'agent.sock')).join(' ');
    const command = `${process.execPath} -e '${script}' ${sockets}`;
    for (const wall of WALLS) expect(printed(await behind(wall, command))).toBe('');
    expect(printed(await behind('none', command))).toBe('connected\nconnected\nconnected');
    for (const wall of WALLS)
      expect(printed(await behind(wall, 'ls -A /run /tmp/.X11-unix 2>/dev/null'))).toBe('/run:');
  });

  it('has a /tmp of its own that is gone afterwards', async () => {
    const { behind } = await setUp();
    const host = await scratchFolder('/tmp');
    for (const wall of WALLS) {
      expect(printed(await behind(wall, `ls -d ${host} 2>/dev/null; echo mine > /tmp/x; cat /tmp/x`))).toBe(
        'mine',
      );
      expect(printed(await behind(wall, 'ls /tmp'))).toBe('');
    }
  });

  it('sees only its own processes', async () => {
    const { behind } = await setUp();
    const command = `kill -0 ${process.pid} 2>/dev/null && echo seen`;
    for (const wall of WALLS) expect(printed(await behind(wall, command))).toBe('');
    expect(printed(await behind('none', command))).toBe('seen');
  });

  it('shows an added folder under /tmp again, but not what is hidden in it', async () => {
    const folder = await scratchFolder('/tmp');
    await mkdir(join(folder, 'own'));
    await writeFile(join(folder, 'own', 'token'), 'the-secret');
    await writeFile(join(folder, 'a.txt'), 'readable');
    const { behind } = await setUp({ folders: () => [folder], ownPaths: [join(folder, 'own')] });
    const command = `cat a.txt own/token 2>/dev/null; touch made 2>/dev/null; ls -I '*.md'`;
    expect(printed(await behind('read-only', command))).toBe('readablea.txt\nown');
    expect(printed(await behind('guarded', command))).toBe('readablea.txt\nmade\nown');
    const elsewhere = await scratchFolder('/tmp');
    await writeFile(join(elsewhere, 'b.txt'), '');
    for (const wall of WALLS) expect(printed(await behind(wall, 'touch c; ls', elsewhere))).toBe('b.txt');
  });

  it('does not run in a folder that it hides', async () => {
    const { home, behind } = await setUp();
    for (const cwd of ['/run', join(home, 'own')]) {
      expect(messageOf(await behind('guarded', 'pwd', cwd))).toMatch(/hides the folder/);
    }
  });

  it('names the wall when a failure looks like it, and only then', async () => {
    const { home, behind } = await setUp();
    const command = `touch ${home}/other/x`;
    expect(dataOf(await behind('read-only', command)).note).toMatch(/read-only wall/);
    expect(dataOf(await behind('guarded', command)).note).toMatch(/guarded wall/);
    expect(dataOf(await behind('guarded', 'cat no-such-file'))).not.toHaveProperty('note');
    expect(dataOf(await behind('none', 'echo Permission denied >&2; false'))).not.toHaveProperty('note');
  });
});

describe('behind the guarded wall', () => {
  it('writes in added folders, but not to hooks, start-up files and rules, nor by renaming above them', async () => {
    const { home, behind } = await setUp();
    const site = join(home, 'site');
    for (const folder of ['.co', '.git/hooks', 'deep/.git/hooks']) {
      await mkdir(join(site, folder), { recursive: true });
    }
    await writeFile(join(site, '.co', 'host.yaml'), 'rules');
    await writeFile(join(site, '.git', 'config'), 'config');
    const command = [
      'echo x > made && echo x > .git/made && echo written',
      'echo evil > .co/host.yaml; echo evil > .git/config',
      'echo evil > .git/hooks/post-commit; echo evil > hooks/post-commit',
      'mv .git g; mkdir -p .git/hooks && echo evil > .git/hooks/post-commit',
      'mv .co c; rm -rf .co; mv deep d; mkdir -p deep/.git/hooks && echo evil > deep/.git/hooks/x',
    ].join('; ');
    expect(printed(await behind('guarded', `cd ${site}; ${command}`, join(site, 'deep')))).toBe('written');
    expect(await readFile(join(site, '.co', 'host.yaml'), 'utf8')).toBe('rules');
    expect(await readFile(join(site, '.git', 'config'), 'utf8')).toBe('config');
    for (const hook of ['.git/hooks/post-commit', 'deep/.git/hooks/x']) {
      await expect(stat(join(site, hook))).rejects.toThrow(/ENOENT/);
    }
    await behind('none', 'echo evil > .git/hooks/post-commit', site);
    expect(await readFile(join(site, '.git', 'hooks', 'post-commit'), 'utf8')).toBe('evil\n');
  });

  it('keeps start-up files and PATH folders of a home that was added', async () => {
    const { home, behind } = await setUp();
    const { behind: inHome } = await setUp({ home, folders: () => [home] });
    await mkdir(join(home, '.config', 'autostart'), { recursive: true });
    await mkdir(join(home, '.local', 'bin'), { recursive: true });
    await writeFile(join(home, '.bashrc'), 'mine');
    const command =
      'cd; echo x > made && echo written; echo evil > .bashrc; mv .bashrc b; touch .local/bin/ls .config/autostart/x; ' +
      'mv .local l; mv .config c; ls -A .local/bin .config/autostart';
    expect(printed(await inHome('guarded', command, home))).toBe(
      'written\n.config/autostart:\n\n.local/bin:',
    );
    expect(await readFile(join(home, '.bashrc'), 'utf8')).toBe('mine');
    expect(printed(await behind('none', 'cd; echo evil > .bashrc; cat .bashrc'))).toBe('evil');
  });

  it('keeps a folder above one of Doorman in its place, so that no other can be put there', async () => {
    const { home } = await setUp();
    const own = join(home, 'site', '.config', 'doorman');
    await mkdir(own, { recursive: true });
    const { behind } = await setUp({ folders: () => [join(home, 'site')], ownPaths: [own] });
    const command =
      'mv .config c; mkdir -p .config/doorman; echo evil > .config/doorman/host.yaml; touch .config/x; ls -A .config';
    expect(printed(await behind('guarded', command))).toBe('doorman\nx');
    expect(await readdir(own)).toEqual([]);
    await behind('none', command);
    expect(await readdir(own)).toEqual(['host.yaml']);
  });

  it('lets git commit', async () => {
    const { home, behind } = await setUp();
    execFileSync('git', ['init', '-q'], { cwd: join(home, 'site') });
    const command =
      'git add -A && git -c user.name=n -c user.email=e@example.org commit -qm one && git log --format=%s';
    expect(printed(await behind('guarded', command))).toBe('one');
    expect(printed(await behind('read-only', 'git status --short; git log --format=%s'))).toBe('one');
  });
});

describe('probing for a wall', () => {
  const places = async () => {
    const home = await scratchFolder('/var/tmp');
    await mkdir(join(home, 'own'));
    return { home, folders: [home], secretPlaces: [], ownPaths: [join(home, 'own')] };
  };

  it('builds one for real', async () => {
    const status = await probeWall('auto', '/usr/bin:/bin', await places());
    expect(status).toMatchObject({
      available: true,
      required: false,
      text: expect.stringMatching(/only in your folders/),
    });
    expect(await probeWall('required', '/usr/bin:/bin', await places())).toMatchObject({ required: true });
  });

  it('says what is missing, and what that means', async () => {
    const missing = await probeWall('auto', '/nonexistent', await places());
    expect(missing.available).toBe(false);
    expect(missing.text).toMatch(/bubblewrap is not installed .* without being asked for/);
    const off = await probeWall('off', '/usr/bin:/bin', await places());
    expect(off).toMatchObject({ available: false, text: expect.stringMatching(/switched off/) });
  });

  it('says why bubblewrap does not work here', async () => {
    const bin = await scratchFolder();
    await writeFile(
      join(bin, 'bwrap'),
      '#!/bin/sh\necho "bwrap: setting up uid map: Permission denied" >&2\nexit 1\n',
    );
    await chmod(join(bin, 'bwrap'), 0o755);
    const broken = await probeWall('required', `${bin}:/usr/bin:/bin`, await places());
    expect(broken).toMatchObject({ available: false, required: true });
    expect(broken.text).toMatch(/setting up uid map: Permission denied\)\. No shell command runs at all/);
  });
});
