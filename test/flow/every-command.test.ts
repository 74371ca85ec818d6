/** What holds for every command of the command line, by its table, in this very process. */
import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExitCode } from '../../src-main/command-line/command.ts';
import { runCommandLine } from '../../src-main/command-line/run-command-line.ts';
import { openTerminal } from '../../src-main/command-line/terminal.ts';
import { commandTable } from '../../src-main/command-table.ts';
import { doormanPaths } from '../../src-main/paths.ts';
import { cliFile, makeScratch, type Scratch, type ServedHost, serveHost } from '../support/serve-host.ts';

const commands = commandTable(dirname(cliFile));

interface Use {
  /** Ways to use it that need a host, without `--json`. */
  readonly withHost: readonly (readonly string[])[];
  /** Ways that work without one, and end. */
  readonly alone?: readonly (readonly string[])[];
  /** The code of the ways with a host, where it is not 0. */
  readonly code?: ExitCode;
}

const address = `0x${'ab'.repeat(32)}`;

/** One entry a command: a new one has to be added here. */
const uses: Readonly<Record<string, Use>> = {
  // These go on until they are ended, or look at the whole machine; their own tests read their JSON.
  serve: { withHost: [] },
  doctor: { withHost: [] },
  check: { withHost: [], alone: [['--', 'ls']] },
  runtime: { withHost: [], alone: [['--new-token']] },
  completions: { withHost: [], alone: [['bash'], ['zsh'], ['fish']] },
  journal: { withHost: [], alone: [['verify']] },
  profiles: { withHost: [], alone: [['list']] },
  login: { withHost: [] },
  call: { withHost: [['pwd']] },
  tool: { withHost: [['fs_stat', '{"path":"."}']] },
  approvals: { withHost: [[], ['list']] },
  mode: { withHost: [[], ['auto']] },
  tools: { withHost: [[], ['off', 'fs_stat'], ['on', 'fs_stat'], ['review', 'fs_stat', 'off']] },
  contacts: {
    withHost: [
      [],
      ['accept', address, '--name', 'x'],
      ['revoke', address],
      ['invite', '--name', 'x'],
      ['close'],
    ],
  },
  jobs: { withHost: [[]] },
  grants: { withHost: [[]] },
  refusals: { withHost: [[]] },
  status: { withHost: [[]] },
  pause: { withHost: [[]] },
  resume: { withHost: [[]] },
  stop: { withHost: [[]] },
};

/** Further ways for which no host, or nothing to name, is one line and a 1. */
const withId = [
  ['approvals', 'watch'],
  ['approvals', 'allow', 'c'],
  ['approvals', 'deny', 'c'],
  ['approvals', 'reply', 'c', '--text', 'x'],
  ['jobs', 'stop', 'j'],
  ['grants', 'end', 'g'],
  ['refusals', 'forgive', 'n'],
  ['pause', '--run', 'r'],
];

async function run(scratch: Scratch, args: readonly string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const paths = doormanPaths({ DOORMAN_HOME: scratch.doormanHome });
  const code = await runCommandLine(commands, args, { paths, ...openTerminal({ stdout, stderr }) });
  const text = (stream: PassThrough) => String(stream.read() ?? '');
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

const names = commands.map(({ name }) => name);

describe('every command', () => {
  it.each(names)('%s has a help text with an example, and says that it gives JSON', async (name) => {
    expect(uses[name], 'an entry of this table').toBeDefined();
    const help = commands.find((command) => command.name === name)?.help ?? '';
    expect(help).toMatch(new RegExp(`^Usage: doorman ${name}\\b`));
    expect(help).toMatch(new RegExp(`^Example: doorman ${name}\\b`, 'm'));
    expect(help).toContain('--json');
    for (const line of help.split('\n')) expect(line.length, line).toBeLessThan(140);
  });
});

describe('without a host', () => {
  let scratch: Scratch;
  beforeAll(async () => {
    scratch = await makeScratch();
  });
  afterAll(() => scratch.remove());

  it.each(names)('%s tells its use, and takes no option that it does not know', async (name) => {
    for (const help of ['--help', '-h']) {
      const told = await run(scratch, [name, help]);
      expect(told).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(`Usage: doorman ${name}`),
        stderr: '',
      });
    }
    const wrong = await run(scratch, [name, '--frobnicate']);
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toMatch(new RegExp(`^doorman ${name}: .*--frobnicate`));
    expect(wrong.stderr).toContain(`Usage: doorman ${name}`);
  });

  it.each([
    ...names.flatMap((name) => (uses[name]?.withHost ?? []).map((args) => [name, ...args])),
    ...withId,
  ])('%s %s %s says in one line how to start one', async (...args) => {
    const { code, stdout, stderr } = await run(
      scratch,
      args.filter((arg) => arg !== undefined),
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^doorman \w+: no Doorman is running .*"npm start".*"doorman serve"\.\n$/);
  });

  it.each(names.flatMap((name) => (uses[name]?.alone ?? []).map((args) => [name, ...args])))(
    '%s %s gives JSON alone on its output',
    async (...args) => {
      const [name = '', ...rest] = args;
      const { code, stdout, stderr } = await run(scratch, [name, '--json', ...rest]);
      expect({ code, stderr }).toEqual({ code: name === 'journal' ? code : 0, stderr: '' });
      expect(() => JSON.parse(stdout)).not.toThrow();
    },
  );
});

describe('with a host', () => {
  let scratch: Scratch;
  let host: ServedHost;
  beforeAll(async () => {
    scratch = await makeScratch();
    host = await serveHost(scratch);
  });
  afterAll(async () => {
    await host?.stop();
    await scratch?.remove();
  });

  it.each(names.flatMap((name) => (uses[name]?.withHost ?? []).map((args) => [name, ...args])))(
    '%s %s %s gives JSON alone on its output',
    async (...given) => {
      const [name = '', ...args] = given.filter((arg) => arg !== undefined);
      const { code, stdout, stderr } = await run(scratch, [name, '--json', ...args]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(() => JSON.parse(stdout)).not.toThrow();
    },
  );

  it.each(withId.slice(1))('%s %s %s names what is not there, and ends with 1', async (...given) => {
    const told = await run(
      scratch,
      given.filter((arg) => arg !== undefined),
    );
    expect(told).toMatchObject({ code: 1, stdout: '' });
    expect(told.stderr).toMatch(/^doorman \w+: .+\n$/);
  });
});
