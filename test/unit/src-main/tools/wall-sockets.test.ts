import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callTool, findTool, printed, runContext, toolsEnv } from './tools-fixture.ts';
import { WALLS, walledHome } from './wall-fixture.ts';

const SERVER =
  'require("node:net").createServer((s) => s.destroy()).listen(process.argv[1], () => console.log("up"))';

/** A server of somebody else that listens under a name without a folder, as seen from `cwd`. */
async function listenIn(cwd: string, name: string): Promise<ChildProcess> {
  const server = spawn(process.execPath, ['-e', SERVER, name], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void server.kill());
  await once(server.stdout, 'data');
  return server;
}

const connect = (path: string) => {
  const script =
    'require("node:net").connect(process.argv[1]).on("connect", function () { console.log("connected"); ' +
    'this.destroy(); }).on("error", () => {});';
  return `${process.execPath} -e '${script}' ${path}`;
};

describe('sockets that were bound under a relative name', () => {
  it('are not reached in an added folder, at any depth', async () => {
    const { site, behind } = await walledHome();
    await mkdir(join(site, 'deep', 'down'), { recursive: true });
    const command = ['agent.sock', 'deep/down/agent.sock', 'late.sock'].map(connect).join('; ');
    await listenIn(site, 'agent.sock');
    await listenIn(join(site, 'deep', 'down'), './agent.sock');
    for (const wall of WALLS) expect(printed(await behind(wall, command))).toBe('');
    await listenIn(site, 'late.sock');
    expect(printed(await behind('none', command))).toBe('connected\nconnected\nconnected');
  });

  it('are not reached when they came after the last look', async () => {
    const { site, env, behind } = await walledHome();
    const tool = findTool(env, 'shell_run');
    const from = async (wall: 'read-only' | 'guarded') => {
      const resolved = await tool.resolve({ command: connect('late.sock') });
      if (!resolved.ok) throw new Error(resolved.message);
      return await tool
        .run(resolved.action, runContext({ wall }))
        .finally(() => tool.release?.(resolved.action));
    };
    for (const wall of WALLS) expect(printed(await from(wall))).toBe('');
    await listenIn(site, 'late.sock');
    for (const wall of WALLS) expect(printed(await from(wall))).toBe('');
    expect(printed(await behind('none', connect('late.sock')))).toBe('connected');
  });

  it('are not reached in a folder to run in that nobody added', async () => {
    const { home } = await walledHome();
    const cwd = join(home, 'other');
    await listenIn(cwd, 'agent.sock');
    const env = toolsEnv(home);
    const from = (wall: 'read-only' | 'guarded' | 'none') =>
      callTool(env, 'shell_run', { command: connect('agent.sock'), cwd }, runContext({ wall }));
    for (const wall of WALLS) expect(printed(await from(wall))).toBe('');
    expect(printed(await from('none'))).toBe('connected');
  });
});

describe('sockets without a place in the file system', () => {
  it('are not reached', async () => {
    const { site, behind } = await walledHome();
    const name = `doorman-test-${process.pid}`;
    const server = spawn('perl', ['-e', PERL_LISTEN, name], {
      cwd: site,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void server.kill());
    await once(server.stdout, 'data');
    const command = `perl -e '${PERL_CONNECT}' ${name}`;
    for (const wall of WALLS) expect(printed(await behind(wall, command))).toBe('');
    expect(printed(await behind('none', command))).toBe('connected');
  });
});

const PERL_LISTEN =
  'use Socket; $| = 1; socket(S, AF_UNIX, SOCK_STREAM, 0); bind(S, pack_sockaddr_un("\\0$ARGV[0]")) or die; ' +
  'listen(S, 5); print "up\\n"; sleep 60;';
const PERL_CONNECT =
  'use Socket; socket(S, AF_UNIX, SOCK_STREAM, 0); print "connected" if connect(S, pack_sockaddr_un("\\0$ARGV[0]"));';
