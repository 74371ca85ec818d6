/** Direct execution over the local socket of a real host: on the list it runs, off the list it is refused. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DirectSocket, openDirectSocket } from '../support/direct-socket.ts';
import { makeScratch, type Scratch, type ServedHost, serveHost } from '../support/serve-host.ts';

let scratch: Scratch;
let host: ServedHost;
let socket: DirectSocket;

const rules = `permissions:
  "Bash(cat *)": { allowed: true }
  "Bash(sleep 1)": { allowed: true }
`;

beforeAll(async () => {
  scratch = await makeScratch({}, rules);
  await writeFile(join(scratch.site, 'foo'), 'the text of foo\n');
  await promisify(execFile)('git', ['init', '-q', '--template=', join(scratch.site, 'repository')]);
  host = await serveHost(scratch);
  socket = await openDirectSocket(host.socket);
});

afterAll(async () => {
  socket?.close();
  await host?.stop();
  await scratch?.remove();
});

const bash = (command: string) => socket.exec('bash', { command });

describe('a command over the local socket', () => {
  it('on the list runs, and its output comes as a terminal shows it', async () => {
    expect(await bash('cat foo')).toMatchObject({
      tool: 'bash',
      status: 'success',
      result: 'the text of foo',
      duration_ms: expect.any(Number),
    });
    expect(await bash('ls -la | wc -l')).toMatchObject({ status: 'success', result: '5' });
  });

  it('that fails is an error with the code and the last line, and its output is still the result', async () => {
    const failed = await bash('cat foo missing.txt');
    expect(failed).toMatchObject({
      status: 'error',
      error: expect.stringMatching(/^exit code 1: .*missing\.txt.*No such file/),
    });
    expect(failed.result).toMatch(/^the text of foo\nSTDERR:\ncat: .*\nExit code: 1$/);
  });

  it.each([
    ['rm -rf /', 'rm'],
    ['cat foo && rm bar', 'rm bar'],
    ['echo $(rm x)', 'rm x'],
    ['npm publish', 'npm publish'],
  ])('off the list is refused without a question: %s', async (command, part) => {
    const refused = await bash(command);
    expect(refused).toMatchObject({ status: 'error', error: expect.stringMatching(/^blocked: /) });
    expect(refused.error).toContain(part);
    expect(refused).not.toHaveProperty('duration_ms');
    expect((await host.status()).state.waitingCount).toBe(0);
  });

  it('may be a chain of which each part is on the list, in the folder that it names', async () => {
    const repository = join(scratch.site, 'repository');
    const both = await socket.exec('bash', { command: 'git status && ls -la', cwd: repository });
    expect(both).toMatchObject({ status: 'success', result: expect.stringContaining('No commits yet') });
    expect(both.result).toMatch(/ \.git$/m);
  });

  it('on a file that is missing is an error with the words of the program', async () => {
    const missing = await bash('cat missing.txt');
    expect(missing.status).toBe('error');
    expect(missing.error).toMatch(/^exit code 1: cat: missing\.txt: No such file or directory$/);
    expect(missing.result).toContain('Exit code: 1');
    expect(await socket.exec('read_file', { path: 'missing.txt' })).toMatchObject({ status: 'error' });
  });

  it('that only lacks a rule is told the line that would allow it', async () => {
    expect((await bash('mkdir made')).error).toMatch(/host\.yaml: "Bash\(mkdir made\)": \{ allowed: true/);
  });

  it('is a tool of ours under its published name, or under our own', async () => {
    expect(await socket.exec('read_file', { file_path: 'foo' })).toMatchObject({
      status: 'success',
      result: expect.stringContaining('the text of foo'),
    });
    expect(await socket.exec('glob', { pattern: 'f*' })).toMatchObject({ result: 'foo' });
    expect(await socket.exec('grep', { pattern: 'text' })).toMatchObject({ result: 'foo:1:the text of foo' });
    expect(await socket.exec('list_files', {})).toMatchObject({ result: 'foo\nrepository/' });
    const own = await socket.exec('shell_run', { command: 'cat foo' });
    expect(JSON.parse(own.result ?? '')).toMatchObject({ exit_code: 0, stdout: 'the text of foo\n' });
    expect(await socket.exec('write', {})).toMatchObject({
      status: 'error',
      error: expect.stringMatching(/^unknown tool/),
    });
    expect(await socket.exec('read_file', { nope: 1 })).toMatchObject({
      error: expect.stringMatching(/^bad input/),
    });
  });

  it('is answered when it is done: slow ones never hold up fast ones, none is lost, none comes twice', async () => {
    const order: string[] = [];
    const note = (kind: string) => (result: { status: string }) => {
      expect(result.status).toBe('success');
      order.push(kind);
    };
    const slow = Array.from({ length: 10 }, () => bash('sleep 1').then(note('slow')));
    const fast = Array.from({ length: 300 }, (_, index) =>
      socket.exec('read_file', { path: 'foo', offset: 1, limit: 1 + (index % 5) }).then(note('fast')),
    );
    await Promise.all([...slow, ...fast]);
    expect(order.filter((kind) => kind === 'fast')).toHaveLength(300);
    expect(order.indexOf('slow')).toBeGreaterThan(0);
    expect(order.at(-1)).toBe('slow');
    const results = socket.frames.filter(({ type }) => type === 'EXEC_RESULT');
    expect(new Set(results.map(({ exec_id: id }) => id)).size).toBe(results.length);
  });

  it('is in the journal like any other call, with its door', async () => {
    await bash('cat foo');
    const entries = await host.journal();
    const received = entries.filter((entry) => entry.step === 'received');
    expect(received.at(-1)).toMatchObject({ tool: 'shell_run', origin: { door: 'local' } });
    const steps = entries.filter(({ call }) => call === received.at(-1)?.call).map(({ step }) => step);
    expect(steps).toEqual(['received', 'decided', 'started', 'ended']);
  });

  it('answers "co status" itself', async () => {
    expect(await bash('co status')).toMatchObject({
      status: 'success',
      result: expect.stringContaining('Doorman'),
    });
    expect(await bash('co browser open example.org')).toMatchObject({
      status: 'error',
      error: expect.stringContaining('no browser tool yet'),
    });
    // There is no screen without a desktop.
    expect(await bash('co browser take_screenshot')).toMatchObject({
      status: 'error',
      error: expect.stringMatching(/^unknown tool.*take_screenshot/),
    });
  });
});
