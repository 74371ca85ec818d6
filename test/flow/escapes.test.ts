import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { createServer as createWebServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { control } from '../../src-main/command-line/client.ts';
import { placesToHide } from '../../src-main/policy/places-to-hide.ts';
import { secretPlace } from '../../src-main/policy/sensitive.ts';
import { ESCAPE_ATTEMPTS, type EscapeAttempt, type EscapeWorld } from '../support/escape-attempts.ts';
import { makeScratch, type Scratch, serveHost, until } from '../support/serve-host.ts';
import { callTool, runContext, toolsEnv } from '../unit/src-main/tools/tools-fixture.ts';

const SCRIPT = 'try.sh';

/** Everything that an attempt could reach, for real: a machine with something to lose. */
async function buildWorld() {
  const scratch = await makeScratch({}, undefined, '/var/tmp');
  const token = randomBytes(12).toString('hex');
  await fill(scratch, token);
  const secret = await open(join(scratch.home, '.ssh', 'id_ed25519'));
  const victim = spawn('sleep', ['1000'], { env: { TOKEN: token }, stdio: [secret.fd, 'ignore', 'ignore'] });
  const servers: Server[] = [];
  const listen = async (server: Server, at: string | number) => {
    servers.push(server);
    await once(server.listen(at), 'listening');
    return server.address();
  };
  const sockets = ['run/docker.sock', 'home/.agent.sock', 'home/site/agent.sock'].map((name) =>
    join(scratch.root, name),
  );
  await mkdir(join(scratch.root, 'run'));
  const abstractSocket = `doorman-test-${token}`;
  for (const at of [...sockets, `\0${abstractSocket}`]) await listen(createServer(), at);
  const web = await listen(
    createWebServer((_request, response) => response.end('ESCAPED\n')),
    0,
  );
  const host = await serveHost(scratch);
  const world: EscapeWorld = {
    scratch,
    host,
    victimPid: victim.pid ?? 0,
    token,
    sockets,
    abstractSocket,
    port: typeof web === 'object' ? (web?.port ?? 0) : 0,
  };
  return { world, end: () => tearDown(world, victim, servers, secret) };
}

async function fill({ home, site }: Scratch, token: string): Promise<void> {
  for (const folder of [`${home}/.ssh`, `${home}/bin`, `${site}/keys`, `${site}/.co`, `${site}/.vscode`])
    await mkdir(folder);
  await mkdir(`${site}/.git/hooks`, { recursive: true });
  const key = `-----BEGIN OPENSSH PRIVATE KEY-----\n${token}\n-----END OPENSSH PRIVATE KEY-----\n`;
  await writeFile(`${home}/.ssh/id_ed25519`, key);
  await writeFile(`${site}/keys/id_rsa`, key);
  await run('secret-tool', ['store', '--label=doorman-test', 'doorman-test', token], token);
}

async function tearDown(
  { host, scratch, token }: EscapeWorld,
  victim: ChildProcess,
  servers: readonly Server[],
  secret: { close(): Promise<void> },
): Promise<void> {
  await host.stop();
  victim.kill('SIGKILL');
  for (const server of servers) server.close();
  await secret.close();
  await run('secret-tool', ['clear', 'doorman-test', token]);
  await scratch.remove();
}

/** What a program prints on either stream, whatever its exit code. */
function run(program: string, args: readonly string[], input = '', options: object = {}): Promise<string> {
  return new Promise((resolve) => {
    const child = execFile(program, args, options, (_error, stdout, stderr) => resolve(stdout + stderr));
    if (input !== '') child.stdin?.end(input);
  });
}

function writeScript({ scratch }: EscapeWorld, text: string): Promise<void> {
  const whole = `#!/bin/bash\n{ ${text}\n} 2>/dev/null\necho it ran\n`;
  return writeFile(join(scratch.site, SCRIPT), whole, { mode: 0o755 });
}

/** The positive control: the same script as this user's own, or behind a wall that lacks what stops it. */
function outside(attempt: EscapeAttempt, world: EscapeWorld): Promise<string> {
  const { home, site } = world.scratch;
  const options = { cwd: site, env: { ...process.env, HOME: home } };
  const weak = attempt.weakWall?.(world);
  if (!weak) return run(`./${SCRIPT}`, [], '', options);
  return run('bwrap', [...weak, '--dev', '/dev', '--', `./${SCRIPT}`], '', options);
}

let others = 0;

/** Where the attempt is on a call that waits, one waits that nobody has allowed: each another, as a no is remembered. */
async function withAnotherWaiting(
  { host }: EscapeWorld,
  { onWaiting }: EscapeAttempt,
  attempt: () => Promise<string>,
): Promise<string> {
  if (!onWaiting) return attempt();
  others += 1;
  const other = host.call('shell_run', { command: `touch other-${others}` });
  const id = await host.waiting();
  const said = await attempt();
  await control(host.socket, { command: 'deny', callId: id });
  await other;
  return said;
}

/** No shipped rule lets a text of anybody's choice run there unasked, so the tool is called past the judgement. */
async function behindNarrow(
  wall: 'read-only' | 'workspace-write',
  { scratch }: EscapeWorld,
): Promise<string> {
  const { home, site, doormanHome } = scratch;
  const env = toolsEnv(home, {
    folders: () => [site],
    secretPlaces: () => placesToHide(home, [site]),
    ownPaths: [doormanHome],
    secretPlace,
  });
  const context = runContext({ wall, workspaces: wall === 'read-only' ? [] : [site] });
  return JSON.stringify(await callTool(env, 'shell_run', { command: `./${SCRIPT}` }, context));
}

async function behindGuarded({ host }: EscapeWorld): Promise<string> {
  const before = (await host.status()).state.waitingCount;
  const reply = host.call('shell_run', { command: `./${SCRIPT}` });
  await until(async () => (await host.status()).state.waitingCount > before);
  const { callId, digest } = (await host.status()).state.waiting.at(-1) ?? { callId: '', digest: '' };
  expect(await control(host.socket, { command: 'allow', callId, digest })).toMatchObject({ ok: true });
  const said = JSON.stringify(await reply);
  const decided = (await host.journal()).findLast((entry) => entry.step === 'decided');
  expect(decided).toMatchObject({ call: callId, wall: 'guarded' });
  return said;
}

describe.each([
  { wall: 'read-only', behind: (world: EscapeWorld) => behindNarrow('read-only', world) },
  { wall: 'workspace-write', behind: (world: EscapeWorld) => behindNarrow('workspace-write', world) },
  { wall: 'guarded', behind: behindGuarded },
])('behind the $wall wall', ({ behind }) => {
  let world: EscapeWorld;
  let end: () => Promise<void>;

  beforeAll(async () => {
    ({ world, end } = await buildWorld());
  });
  afterAll(() => end());

  it.each(ESCAPE_ATTEMPTS)('does not let out: $name', async (attempt) => {
    await writeScript(world, attempt.script(world));
    const inside = await withAnotherWaiting(world, attempt, () => behind(world));
    expect(inside).toContain('it ran');
    expect(inside).not.toContain('ESCAPED');
    expect(await withAnotherWaiting(world, attempt, () => outside(attempt, world))).toContain('ESCAPED');
  });
});
