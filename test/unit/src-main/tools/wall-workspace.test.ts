import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ToolsEnv } from '../../../../src-main/tools/registry.ts';
import { callTool, dataOf, messageOf, printed, runContext, scratchFolder } from './tools-fixture.ts';
import { listen, naming, walledHome } from './wall-fixture.ts';

/** `site` and `site/vendor` and `other` are added, `site` is the workspace; `private` was never added. */
async function workspace(changes: (home: string) => Partial<ToolsEnv> = () => ({})) {
  const walled = await walledHome((home) => ({
    folders: () => ['site', 'site/vendor', 'other'].map((name) => join(home, name)),
    ...changes(home),
  }));
  const { env, site } = walled;
  await mkdir(join(site, 'vendor'));
  const inside = (command: string, cwd = site, workspaces: readonly string[] = [site]) =>
    callTool(env, 'shell_run', { command, cwd }, runContext({ wall: 'workspace-write', workspaces }));
  return { ...walled, inside };
}

describe('behind the workspace-write wall', () => {
  it('writes in the workspace and a private /tmp, and nowhere else', async () => {
    const { home, site, inside, behind } = await workspace();
    const host = await scratchFolder('/tmp');
    const targets = `coverage/a vendor/x ../other/x ../private/x ${home}/x /var/tmp/made-by-doorman-test ${host}/x`;
    const command = `mkdir coverage; for to in ${targets}; do echo x > $to && echo $to; done 2>/dev/null; echo t > /tmp/t; cat /tmp/t`;
    expect(printed(await inside(command))).toBe('coverage/a\nt');
    expect(await readFile(join(site, 'coverage', 'a'), 'utf8')).toBe('x\n');
    expect(
      printed(await behind('none', 'for to in vendor/x ../other/x; do echo x > $to && echo $to; done')),
    ).toBe('vendor/x\n../other/x');
  });

  it('sees what the read-only wall sees, and no more', async () => {
    const { home, inside, behind } = await workspace();
    await writeFile(join(home, 'other', 'b.txt'), 'beside');
    const command = `cat a.txt ../other/b.txt; cat ../private/prod.env; ls -A ${home}`;
    const seen = printed(await inside(command));
    expect(seen).toBe('readablebesideother\nsite');
    expect(printed(await behind('read-only', command))).toBe(seen);
    expect(printed(await behind('guarded', command))).toContain('outside');
  });

  it('cannot touch what other programs obey, there or not, in the workspace or below', async () => {
    const { site, inside, behind } = await workspace();
    await mkdir(join(site, 'deep', '.husky'), { recursive: true });
    await writeFile(join(site, 'deep', '.husky', 'pre-commit'), 'mine');
    await behind('none', 'git init -q .');
    const names =
      'CLAUDE.md .vscode/tasks.json .git/hooks/pre-commit .git/config .co/host.yaml .envrc deep/.husky/pre-commit';
    const command = `for to in ${names}; do mkdir -p $(dirname $to); echo evil > $to && echo $to; done 2>/dev/null; echo fine > .git/fine; cat .git/fine`;
    expect(printed(await inside(command))).toBe('fine');
    expect(printed(await behind('none', command)).split('\n')).toHaveLength(8);
  });

  it('cannot write in an added folder inside the workspace, nor lead it elsewhere', async () => {
    const { home, site, env } = await workspace((at) => ({
      folders: () => [join(at, 'site'), join(at, 'site', 'x', 'b')],
      secretPlaces: () => [join(at, 'site', 'x', 'b', 'deep', 'er', 'secret')],
    }));
    await mkdir(join(site, 'x', 'b', 'deep', 'er'), { recursive: true });
    await writeFile(join(site, 'x', 'b', 'deep', 'er', 'secret'), 'secret');
    const plant = 'mv x y && mkdir x && ln -s ../../private x/b';
    const run = (wall: 'workspace-write' | 'none') =>
      callTool(env, 'shell_run', { command: plant, cwd: site }, runContext({ wall, workspaces: [site] }));
    expect(dataOf(await run('workspace-write')).exit_code).not.toBe(0);
    expect(await readdir(join(site, 'x'))).toEqual(['b']);
    const places = 'x x/b x/b/deep x/b/deep/er';
    const command = `for at in ${places}; do echo x > $at/made && echo $at; done; cat x/b/deep/er/secret`;
    const write = { command, cwd: site };
    const walled = await callTool(
      env,
      'shell_run',
      write,
      runContext({ wall: 'workspace-write', workspaces: [site] }),
    );
    expect(printed(walled)).toBe('x');
    await rm(join(site, 'x', 'made'));
    expect(dataOf(await run('none')).exit_code).toBe(0);
    expect(await readdir(join(home, 'private'))).toEqual(['prod.env']);
  });

  it('reaches nothing of the network but what it starts itself', async () => {
    const { inside, behind } = await workspace();
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
    const outside = `(exec 3<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null && echo connected; true`;
    expect(printed(await inside(outside))).toBe('');
    expect(connections).toBe(0);
    expect(printed(await behind('none', outside))).toBe('connected');
    const own = `${process.execPath} -e '
      const net = require("node:net");
      const server = net.createServer((socket) => socket.end("own")).listen(0, "127.0.0.1", () =>
        net.connect(server.address().port, "127.0.0.1").on("data", (data) => { console.log(String(data)); server.close(); }));'`;
    expect(printed(await inside(own))).toBe('own');
  });

  it('writes in a trusted folder inside one that was only added, and in several that were decided on', async () => {
    const { site, home, inside } = await workspace();
    const vendor = join(site, 'vendor');
    expect(dataOf(await inside('touch made; touch ../made', vendor, [vendor])).exit_code).toBe(1);
    expect(await readdir(vendor)).toEqual(['made']);
    const two = [site, join(home, 'other')];
    expect(dataOf(await inside('touch one ../other/two; touch vendor/three', site, two)).exit_code).toBe(1);
    expect(await readdir(join(home, 'other'))).toEqual(['two']);
    expect(await readdir(site)).toEqual(['a.txt', 'one', 'vendor']);
    expect(await readdir(vendor)).toEqual(['made']);
  });

  it('does not run where the workspace is no longer shared or became a link', async () => {
    const { home, site, inside } = await workspace();
    expect(messageOf(await inside('true', site, [join(home, 'private')]))).toMatch(/no longer shared/);
    await symlink('private', join(home, 'link'));
    const { env } = await walledHome((at) => ({ folders: () => [at] }));
    const link = join(env.home, 'link');
    await symlink('private', link);
    const context = runContext({ wall: 'workspace-write', workspaces: [link] });
    const ran = await callTool(
      env,
      'shell_run',
      { command: 'echo x > private/made', cwd: env.home },
      context,
    );
    expect(dataOf(ran)).toMatchObject({
      exit_code: 1,
      wall_gaps: [expect.stringMatching(/moved or replaced/)],
    });
  });

  it('shows no place outside that was only to be listed: its code could read there', async () => {
    const { home, env } = await walledHome((at) => naming([join(at, 'private'), 'folder', 'name']));
    const run = (wall: 'workspace-write' | 'read-only') => {
      const site = join(home, 'site');
      const context = runContext({ wall, workspaces: wall === 'read-only' ? [] : [site] });
      return callTool(env, 'shell_run', { command: `ls ${home}/private`, cwd: site }, context);
    };
    expect(printed(await run('read-only'))).toBe('prod.env');
    expect(messageOf(await run('workspace-write'))).toMatch(/not run/);
  });

  it('is named in the note of a failure', async () => {
    const { inside } = await workspace();
    expect(dataOf(await inside('touch ../other/x')).note).toMatch(/workspace-write wall.*trusted folder/);
  });
});

describe('real test runners behind it', () => {
  it('npm test writes its reports', async () => {
    const { site, inside } = await workspace();
    const script = 'mkdir -p coverage && echo 100 > coverage/summary && echo tested';
    await writeFile(join(site, 'package.json'), JSON.stringify({ scripts: { test: script } }));
    expect(dataOf(await inside('npm test 2>&1 | tail -n 1'))).toMatchObject({
      exit_code: 0,
      stdout: 'tested\n',
    });
    expect(await readFile(join(site, 'coverage', 'summary'), 'utf8')).toBe('100\n');
  });

  it('node --test runs a file and keeps its coverage', async () => {
    const { site, inside } = await workspace();
    await writeFile(join(site, 'a.test.mjs'), 'import test from "node:test"; test("a", () => {});');
    const run = `NODE_V8_COVERAGE=coverage ${process.execPath} --test a.test.mjs`;
    expect(dataOf(await inside(run)).exit_code).toBe(0);
    expect((await readdir(join(site, 'coverage'))).length).toBeGreaterThan(0);
  });
});
