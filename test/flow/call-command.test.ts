/** `doorman call` and `doorman tool` as a person or a script uses them, against a real host. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doorman, makeScratch, type Scratch, type ServedHost, serveHost } from '../support/serve-host.ts';

let scratch: Scratch;
let host: ServedHost;

beforeAll(async () => {
  scratch = await makeScratch({}, 'permissions:\n  "Bash(cat *)": { allowed: true }\n');
  await writeFile(join(scratch.site, 'foo'), 'the text of foo\n');
  await writeFile(join(scratch.site, 'a b'), 'two words\n');
  host = await serveHost(scratch);
});

afterAll(async () => {
  await host?.stop();
  await scratch?.remove();
});

describe('doorman call', () => {
  it('prints the output alone on stdout and ends with 0', async () => {
    expect(await doorman(scratch, ['call', 'cat', 'foo'])).toEqual({
      code: 0,
      stdout: 'the text of foo\n',
      stderr: '',
    });
  });

  it('sends one word as it is, and several as words', async () => {
    expect((await doorman(scratch, ['call', 'cat foo | wc -l'])).stdout).toBe('1\n');
    expect((await doorman(scratch, ['call', 'cat', 'a b'])).stdout).toBe('two words\n');
    expect((await doorman(scratch, ['call', 'cat', '--help'])).stdout).toContain('Usage: cat');
  });

  it('says on stderr what was refused or failed, and ends with 1', async () => {
    const refused = await doorman(scratch, ['call', 'rm', '-rf', '/']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^doorman call: blocked: /);
    const failed = await doorman(scratch, ['call', 'cat', 'foo', 'missing.txt']);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toMatch(/^the text of foo\nSTDERR:/);
    expect(failed.stderr).toContain('exit code 1: ');
  });

  it.each([
    [['call']],
    [['call', '--nope', 'ls']],
    [['call', '--timeout', 'soon', 'ls']],
    [['tool', 'x', '[1]']],
  ])('ends with 2 where it is used wrongly: %j', async (args) => {
    expect(await doorman(scratch, args)).toMatchObject({ code: 2, stdout: '' });
  });

  it('prints the whole result as JSON where asked to', async () => {
    const { stdout } = await doorman(scratch, ['call', '--json', 'cat', 'foo']);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      status: 'success',
      text: 'the text of foo',
      images: [],
    });
  });

  it('says that a result is no picture where one was to be saved', async () => {
    const picture = join(scratch.root, 'picture.png');
    const { code, stderr } = await doorman(scratch, ['call', '--out', picture, 'cat', 'foo']);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `doorman call: ${picture} is not written: the result is no picture\n`,
    });
    await expect(readFile(picture)).rejects.toThrow();
  });

  it('says in one line how to start a host where none runs', async () => {
    const empty = await makeScratch();
    const { code, stderr } = await doorman(empty, ['call', 'ls']);
    await empty.remove();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^doorman call: no Doorman is running .*\n$/);
  });
});

describe('doorman tool', () => {
  it('runs any tool under its own name', async () => {
    const { code, stdout } = await doorman(scratch, ['tool', 'fs_stat', '{"path":"foo"}']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ type: 'file', size: 16 });
  });
});
