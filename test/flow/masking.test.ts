import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantCredentials } from '../support/planted-credentials.ts';
import { doorman, makeScratch, type Scratch, type ServedHost, serveHost } from '../support/serve-host.ts';

/** Commands need no question: that has tests of its own. */
const unasked = 'permissions:\n  bash: { allowed: true }\n';

/** A file that begins with a private key is asked about; what stands deeper in a file is not. */
const PROSE = 'Nothing to see here, only some lines in front.\n'.repeat(120);

const planted = plantCredentials();
const secrets = planted.flatMap((one) => one.secrets);
/** A credential as it stands in a name: the kinds that can. */
const token = planted.find(({ name }) => name === 'a GitHub token')?.secrets[0] ?? '';

let scratch: Scratch;
let host: ServedHost;

beforeAll(async () => {
  scratch = await makeScratch({}, unasked);
  host = await serveHost(scratch);
  const { site } = scratch;
  for (const [index, { text }] of planted.entries()) {
    await writeFile(join(site, `config-${index}.txt`), `${PROSE}${text}\nend\n`);
  }
  await mkdir(join(site, 'names'));
  await writeFile(join(site, 'names', `${token}.txt`), '');
});
afterAll(async () => {
  await host.stop();
  await scratch.remove();
});

const leaked = (content: unknown) => secrets.filter((secret) => JSON.stringify(content).includes(secret));

/** Everything that the host wrote down, as it lies on the disk. */
async function journalText(): Promise<string> {
  await host.journal();
  const folder = join(scratch.doormanHome, 'journal');
  const names = await readdir(folder);
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('');
}

async function startedJob(command: string): Promise<unknown> {
  const reply = await host.call('shell_start', { command });
  if (!reply.ok) throw new Error(reply.error);
  return (reply.output as { job_id: unknown }).job_id;
}

describe.each(planted.map((one, index) => ({ ...one, file: `config-${index}.txt` })))(
  '$name',
  ({ what, file, text }) => {
    const mark = `[masked by Doorman: ${what}]`;

    it('never leaves through a tool that gives text, and what leaves says what was there', async () => {
      const path = join(scratch.site, file);
      const word = text.split('\n').at(1) ?? text;
      const answers = [
        await host.call('fs_read_file', { path }),
        await host.call('fs_read_file', { path, offset: 100, limit: 200 }),
        await host.call('shell_run', { command: `cat ${file}` }),
        await host.call('shell_run', { command: `cat ${file} >&2; false` }),
        await host.call('shell_read', { job_id: await startedJob(`cat ${file}; sleep 0.1`), wait_ms: 5_000 }),
        await host.call('fs_search_text', {
          path: scratch.site,
          pattern: word.slice(0, 30),
          literal: true,
          context: 10,
        }),
      ];
      expect(leaked(answers)).toEqual([]);
      for (const answer of answers.slice(0, 5)) expect(JSON.stringify(answer)).toContain(mark);
    });

    it('never stands in the journal, whether it was sent by the agent or came from the machine', async () => {
      const claim = { reason: `because ${text}` };
      await host.call('shell_run', { command: `cat <<'END'\n${text}\nEND`, ...claim });
      await host.call('fs_read_file', { path: `missing/${token}/${text.length}`, ...claim });
      const written = await journalText();
      expect(leaked(written)).toEqual([]);
      expect(written).toContain(mark);
    });
  },
);

describe('a name that is a credential', () => {
  it('is masked in listings, finds, facts and errors', async () => {
    const path = join(scratch.site, 'names');
    const answers = [
      await host.call('fs_list_directory', { path }),
      await host.call('fs_find_files', { path: scratch.site, pattern: '**/*.txt' }),
      await host.call('fs_stat', { path: join(path, `${token}.txt`) }),
      await host.call('fs_read_file', { path: join(path, `${token}.md`) }),
      await host.call('shell_run', { command: `ls names; ls /no/such/${token}` }),
    ];
    expect(leaked(answers)).toEqual([]);
    for (const answer of answers)
      expect(JSON.stringify(answer)).toContain('[masked by Doorman: GitHub token]');
    expect(leaked(await journalText())).toEqual([]);
  });
});

it('says in the journal and its story what was masked: kinds and counts', async () => {
  const path = join(scratch.site, 'config-1.txt');
  await host.call('fs_read_file', { path });
  const ended = (await host.journal()).findLast((entry) => entry.step === 'ended');
  expect(ended).toMatchObject({ outcome: 'done', masked: [{ what: 'GitHub token', count: 1 }] });
  const story = await doorman(scratch, ['journal', 'show', '--call', ended?.call ?? '']);
  expect(story.stdout).toContain('masked: 1 × GitHub token');
});
