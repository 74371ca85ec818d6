/** Trusted projects through a composed host: their code, their rules, and what a change of these rules does. */
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { composeHost } from '../../src-main/compose-host.ts';
import type { Host } from '../../src-main/host.ts';
import { readJournal } from '../../src-main/journal/read-journal.ts';
import { doormanPaths } from '../../src-main/paths.ts';
import { makeScratch, type Scratch } from '../support/serve-host.ts';
import { untilState } from '../support/until-state.ts';

const workerFile = fileURLToPath(new URL('../../out/shell-parser-worker.js', import.meta.url));

let scratch: Scratch;
let host: Host;
const rulesFile = () => join(scratch.site, '.co', 'host.yaml');

beforeEach(async () => {
  scratch = await makeScratch();
  const composed = await composeHost({
    paths: doormanPaths({ DOORMAN_HOME: scratch.doormanHome }),
    kind: 'serve',
    env: { ...process.env, HOME: scratch.home },
    workerFile,
    log: () => {},
  });
  if (!composed.ok) throw new Error(composed.problem);
  host = composed.host;
  await untilState(host, ({ runtimes }) => runtimes.some((runtime) => runtime.status.kind === 'open'));
});
afterEach(async () => {
  await host.shutdown();
  await scratch.remove();
});

async function writeRules(text: string) {
  await mkdir(dirname(rulesFile()), { recursive: true });
  await writeFile(rulesFile(), text);
}

/** `asked` when the command has to wait for the person, who then says no. */
async function run(command: string): Promise<'ran' | 'asked'> {
  const reply = host.playground('shell_run', { command, cwd: scratch.site });
  await Promise.race([reply, untilState(host, ({ waitingCount }) => waitingCount > 0)]);
  const [waiting] = host.state().waiting;
  if (!waiting) return (await reply).ok ? 'ran' : 'asked';
  host.answer(
    { callId: waiting.callId, digest: waiting.digest, snapshot: host.state().seq, answer: { kind: 'deny' } },
    'window',
  );
  await reply;
  return 'asked';
}

describe('a trusted project', () => {
  const rules = 'permissions:\n  "Bash(make lint)": { allowed: true }\n  "Bash(ls *)": { refused: true }\n';

  it('adds its rules once it is trusted, and refuses nothing that the person allows', async () => {
    await writeRules(rules);
    await writeFile(join(scratch.site, 'Makefile'), 'lint:\n\t@echo linted\n');
    expect(await run('make lint')).toBe('asked');
    expect(await host.trustFolder(scratch.site, true)).toEqual({ ok: true });
    expect(await run('make lint')).toBe('ran');
    expect(await run('ls')).toBe('ran');
  });

  it('has its rules suspended by any change, shown before and after, until they are trusted anew', async () => {
    await writeRules(rules);
    await host.trustFolder(scratch.site, true);
    const changed = rules.replace('make lint', 'make *');
    await writeRules(changed);
    expect(await run('make lint')).toBe('asked');
    await untilState(host, ({ folders }) => folders[0]?.changedRules !== undefined);
    expect(host.state().folders[0]?.changedRules).toEqual({ trusted: rules, now: changed });
    await host.trustFolder(scratch.site, true);
    expect(host.state().folders[0]).toEqual({ path: scratch.site, trusted: true });
    expect(await run('make lint')).toBe('ran');
  });

  it('does not take rules through a link, and nothing from a folder that was never added', async () => {
    await mkdir(dirname(rulesFile()), { recursive: true });
    const elsewhere = join(scratch.root, 'rules.yaml');
    await writeFile(elsewhere, rules);
    await symlink(elsewhere, rulesFile());
    expect(await host.trustFolder(scratch.site, true)).toMatchObject({ ok: false });
    expect(await host.trustFolder(scratch.root, true)).toMatchObject({ ok: false });
    expect(await run('make lint')).toBe('asked');
  });

  it('is written by its tests and by nothing else that runs unasked, and the journal names the wall', async () => {
    const test = 'echo 1 > report; echo 2 > ../beside/report; true';
    await writeFile(join(scratch.site, 'package.json'), JSON.stringify({ scripts: { test } }));
    await mkdir(join(scratch.home, 'beside'));
    expect(await host.addFolder(join(scratch.home, 'beside'))).toEqual({ ok: true });
    await host.trustFolder(scratch.site, true);
    expect(await run('npm test 2>&1 | tail -n 3')).toBe('ran');
    expect(await readFile(join(scratch.site, 'report'), 'utf8')).toBe('1\n');
    expect(await readdir(join(scratch.home, 'beside'))).toEqual([]);
    const steps = await readJournal(join(scratch.doormanHome, 'journal'));
    const walls = steps.filter(({ step }) => step === 'decided' || step === 'started');
    const wall = { wall: 'workspace-write', workspaces: [scratch.site] };
    expect(walls).toMatchObject([
      { step: 'decided', verdict: 'allow', ...wall },
      { step: 'started', ...wall },
    ]);
  });

  it('lets shipped rules run its tests, and stops when the trust is taken back', async () => {
    await writeFile(join(scratch.site, 'package.json'), '{"scripts":{"test":"echo tested"}}');
    expect(await run('npm test')).toBe('asked');
    await host.trustFolder(scratch.site, true);
    expect(await run('npm test')).toBe('ran');
    await host.trustFolder(scratch.site, false);
    expect(await run('npm test')).toBe('asked');
  });
});
