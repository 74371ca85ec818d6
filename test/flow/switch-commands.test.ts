/** `doorman mode`, `tools`, `contacts` and `completions` against a real host. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doorman, makeScratch, type Scratch, type ServedHost, serveHost } from '../support/serve-host.ts';

const run = promisify(execFile);
const address = `0x${'ab'.repeat(32)}`;

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

const said = async (...args: string[]) => (await doorman(scratch, args)).stdout.trim();

describe('doorman mode', () => {
  it('shows the mode, and sets it', async () => {
    expect(await said('mode')).toBe('confirm');
    expect(await said('mode', 'auto')).toBe('auto');
    expect((await host.status()).state.mode).toBe('auto');
    expect(JSON.parse(await said('mode', 'confirm', '--json'))).toEqual({ mode: 'confirm' });
    expect((await doorman(scratch, ['mode', 'never'])).code).toBe(2);
  });
});

describe('doorman tools', () => {
  it('lists the tools, and switches one off and on for everybody', async () => {
    expect(await said('tools')).toMatch(/^fs_read_file +\S/m);
    expect((await doorman(scratch, ['tools', 'off', 'fs_stat'])).code).toBe(0);
    expect(await said('tools')).toMatch(/^fs_stat +\(switched-off\)/m);
    expect(await doorman(scratch, ['tool', 'fs_stat', '{"path":"."}'])).toMatchObject({ code: 1 });
    expect((await doorman(scratch, ['tools', 'on', 'fs_stat'])).code).toBe(0);
    expect(await doorman(scratch, ['tool', 'fs_stat', '{"path":"."}'])).toMatchObject({ code: 0 });
    expect((await doorman(scratch, ['tools', 'off', 'no_such_tool'])).code).toBe(1);
  });
});

describe('doorman contacts', () => {
  it('lets a caller in, limits it, and revokes it', async () => {
    const accept = ['contacts', 'accept', address, '--name', 'laptop', '--tool', 'fs_stat'];
    expect((await doorman(scratch, accept)).code).toBe(0);
    expect(await said('contacts')).toContain(`accepted ${address} laptop: fs_stat`);
    expect((await doorman(scratch, ['contacts', 'revoke', address, '--block'])).code).toBe(0);
    expect(JSON.parse(await said('contacts', '--json'))).toMatchObject({ contacts: [], blocked: [address] });
    expect(await said('contacts', 'invite', '--name', 'phone')).toMatch(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/);
    expect((await doorman(scratch, ['contacts', 'accept', '0x12', '--name', 'x'])).code).toBe(1);
    expect((await doorman(scratch, ['contacts', 'accept', address])).code).toBe(2);
  });
});

describe('doorman completions', () => {
  it('completes commands and what follows them, in a real bash', async () => {
    const file = join(scratch.root, 'completions.bash');
    await writeFile(file, await said('completions', 'bash'));
    const complete = (line: string) =>
      run('bash', [
        '-c',
        `. "$1"; COMP_WORDS=(${line}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _doorman; echo "\${COMPREPLY[*]}"`,
        'bash',
        file,
      ]).then(({ stdout }) => stdout.trim());
    expect(await complete('doorman jou')).toBe('journal');
    expect(await complete('doorman journal v')).toBe('verify');
    expect(await complete('doorman journal ta')).toBe('tail');
    expect(await complete('doorman journal --ou')).toBe('--out');
    expect(await complete('doorman approvals w')).toBe('watch');
    expect(await complete('doorman serve --l')).toBe('--log');
    expect(await complete('doorman contacts re')).toBe('revoke');
    expect(await complete('doorman call --re')).toBe('--relay');
  });

  it('prints scripts for the other shells, and takes no other', async () => {
    expect(await said('completions', 'zsh')).toMatch(/^#compdef doorman/);
    expect(await said('completions', 'fish')).toContain('__fish_use_subcommand');
    expect((await doorman(scratch, ['completions', 'tcsh'])).code).toBe(2);
  });
});
