import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { doorman, makeScratch, type Scratch, type ServedHost, serveHost } from '../support/serve-host.ts';

let scratch: Scratch;
let host: ServedHost | undefined;

async function start(permissions?: string, env?: object): Promise<ServedHost> {
  scratch = await makeScratch({}, permissions);
  host = await serveHost(scratch, env);
  return host;
}

afterEach(async () => {
  await host?.stop();
  host = undefined;
  await scratch.remove();
});

const call = (command: string, reason?: string) =>
  host?.call('shell_run', { command, ...(reason ? { reason } : {}) });

/** Says something to the one call that waits. */
async function say(...words: readonly string[]) {
  const id = (await host?.waiting()) ?? '';
  const [verb = '', ...rest] = words;
  const said = await doorman(scratch, ['approvals', verb, id, ...rest]);
  expect(said).toMatchObject({ code: 0 });
  return { id, ...said };
}

const rules = () => readFile(join(scratch.doormanHome, 'host.yaml'), 'utf8');

describe('a yes that lasts', () => {
  it('always: adds the line that is told, matches the next time and after a restart, and is ended', async () => {
    const mine = '# mine\npermissions:\n  "Bash(make *)": { refused: true } # never\n';
    await start(mine);
    const first = call('mkdir -p made');
    const said = await say('allow', '--for', 'always');
    expect(await first).toMatchObject({ ok: true });
    const line = `"Bash(mkdir -p made)": { allowed: true, source: doorman, when: { cwd: "${scratch.site}" } }`;
    expect(said.stdout).toContain(line);
    expect(await call('mkdir -p made')).toMatchObject({ ok: true });
    expect(await rules()).toBe(`${mine}  ${line}\n`);

    await host?.stop();
    host = await serveHost(scratch);
    expect(await call('mkdir -p made')).toMatchObject({ ok: true });
    const [grant] = JSON.parse((await doorman(scratch, ['grants', '--json'])).stdout);
    expect(grant).toMatchObject({ kind: 'always', covers: line });
    expect((await doorman(scratch, ['grants', 'end', grant.id])).code).toBe(0);
    expect(await rules()).toBe(mine);
    const again = call('mkdir -p made');
    await say('deny');
    expect(await again).toMatchObject({ ok: false });
    const steps = await host.journal();
    expect(steps).toContainEqual(
      expect.objectContaining({ step: 'answered', by: 'command-line', grant: 'always', rule: line }),
    );
    expect(steps).toContainEqual(
      expect.objectContaining({ step: 'grant-ended', by: 'command-line', grant: 'always', rule: line }),
    );
  });

  it('always for files: each has a line of its own, and the first still counts after the second', async () => {
    await start();
    const read = (name: string) => host?.call('fs_read_file', { path: `~/${name}` });
    for (const name of ['one.md', 'two.md']) {
      await writeFile(join(scratch.home, name), name);
      const reply = read(name);
      await say('allow', '--for', 'always');
      expect(await reply).toMatchObject({ ok: true, output: name });
    }
    for (const name of ['one.md', 'two.md']) expect(await read(name)).toMatchObject({ output: name });
    expect((await rules()).match(/fs_read_file\(/g)).toHaveLength(2);
  });

  it('for 15 minutes: runs unasked though its file has come to be, until it is ended', async () => {
    await start();
    const first = call('touch made');
    const { id } = await say('allow', '--for', '15m');
    expect(await first).toMatchObject({ ok: true });
    expect(await call('touch made')).toMatchObject({ ok: true });
    const list = (await doorman(scratch, ['grants'])).stdout;
    expect(list).toMatch(/Run `touch made` in ~\/site\n {2}for 15 minutes, 1[45] min left; asked by /);
    await doorman(scratch, ['grants', 'end', list.split(' ')[0] ?? '']);
    const again = call('touch made');
    await say('deny');
    expect(await again).toMatchObject({ ok: false });
    expect(await host?.journal()).toContainEqual(
      expect.objectContaining({ step: 'grant-ended', call: id, grant: 'minutes', by: 'command-line' }),
    );
  });
});

describe('a no', () => {
  it('that comes too late counts for the next asking, and is on record', async () => {
    await start(undefined, { LOOMCYCLE_CLIENT_TOOL_TIMEOUT_MS: '6000' });
    const first = call('touch made');
    const id = (await host?.waiting()) ?? '';
    expect(await first).toMatchObject({ error: expect.stringContaining('expired') });
    const late = await doorman(scratch, ['approvals', 'deny', id, '--reason', 'use staging']);
    expect(late).toMatchObject({ code: 0, stdout: expect.stringContaining('over already') });
    expect(await call('touch made')).toMatchObject({
      error: expect.stringMatching(/refused already[\s\S]*use staging/),
    });
    expect(await host?.journal()).toContainEqual(
      expect.objectContaining({ step: 'answered-late', answer: 'deny', call: id, by: 'command-line' }),
    );
    expect((await doorman(scratch, ['approvals', 'deny', 'c-none'])).code).toBe(1);
  });

  it('that wants an explanation lets it be asked again with another reason, and not with the same', async () => {
    await start();
    const first = call('touch made', 'because');
    await say('deny', '--advice', 'explain');
    expect(await first).toMatchObject({ error: expect.stringContaining('explain first') });
    expect(await call('touch made', 'because')).toMatchObject({
      error: expect.stringContaining('refused already'),
    });
    const explained = call('touch made', 'the build wants it to be there');
    await say('allow');
    expect(await explained).toMatchObject({ ok: true });
  });
});
