import { afterEach, expect, it } from 'vitest';
import {
  doorman,
  makeScratch,
  type Scratch,
  type ServedHost,
  serveHost,
  until,
} from '../support/serve-host.ts';

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

const colours = { question: 'Which colour?\nFor the \u202edoor', options: ['Red', '7', 'Green'] };

it('shows a question on the command line, takes an answer by number or by words, and gives it to the agent', async () => {
  const { call, waiting, journal } = await start();
  const first = call('ask_user', { ...colours, reason: 'to paint it' });
  const id = await waiting();
  const { stdout } = await doorman(scratch, ['approvals']);
  expect(stdout).toMatch(/A question from This machine/);
  expect(stdout).toContain('| For the ‹U+202E›door');
  expect(stdout).toMatch(/ 1\. Red\n *2\. 7\n *3\. Green\n/);
  expect(stdout).toContain('answer with --choice N');
  expect(stdout).toContain('the agent says: "to paint it"');

  const none = await doorman(scratch, ['approvals', 'reply', id]);
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('Choose something first') });
  const seven = await doorman(scratch, ['approvals', 'reply', id, '--choice', '7']);
  expect(seven).toMatchObject({ code: 1, stderr: expect.stringContaining('7 is none of the choices') });
  expect((await doorman(scratch, ['approvals', 'allow', id])).code).toBe(1);
  const third = await doorman(scratch, ['approvals', 'reply', id, '--choice', '3']);
  expect(third).toMatchObject({ code: 0, stdout: expect.stringContaining('Answered: ') });
  expect(await first).toEqual({ ok: true, output: { answer: 'Green' } });

  const several = call('ask_user', { ...colours, multi_select: true, free_text: true });
  const next = await waiting();
  const words = ['--choice', 'Red', '--choice', '2', '--text', 'or both'];
  expect((await doorman(scratch, ['approvals', 'reply', next, ...words])).code).toBe(0);
  expect(await several).toEqual({ ok: true, output: { answer: ['Red', '7'], text: 'or both' } });

  const story = await doorman(scratch, ['journal', 'show', '--call', next]);
  expect(story.stdout).toContain('reply, by the person, on the command line, option 1, 2, 7 characters of');
  expect(JSON.stringify(await journal())).not.toContain('or both');
});

it('takes a secret from standard input only, and writes nothing of it down', async () => {
  const { call, waiting, journal } = await start();
  const asked = call('ask_user', { question: 'Wie lautet das Passwort?' });
  const id = await waiting();
  const listed = await doorman(scratch, ['approvals']);
  expect(listed.stdout).toContain('take care: it seems to ask for a password');
  const open = await doorman(scratch, ['approvals', 'reply', id, '--text', 'hunter2']);
  expect(open).toMatchObject({ code: 1, stderr: expect.stringContaining('Leave --text out') });
  const hidden = await doorman(scratch, ['approvals', 'reply', id], {}, 'hunter2\n');
  expect(hidden.code).toBe(0);
  expect(await asked).toEqual({ ok: true, output: { answer: 'hunter2' } });
  await until(async () => (await journal()).some(({ step }) => step === 'ended'));
  const entries = await journal();
  expect(entries).toContainEqual(expect.objectContaining({ answer: 'reply', reply: 'withheld' }));
  expect(JSON.stringify(entries)).not.toContain('hunter2');
});

it('tells "declined", "no answer in time" and a rule of the person apart', async () => {
  const { call, waiting } = await start(undefined, { LOOMCYCLE_CLIENT_TOOL_TIMEOUT_MS: '5000' });
  const declined = call('ask_user', { question: 'May I?' });
  await doorman(scratch, ['approvals', 'deny', await waiting(), '--reason', 'not today']);
  expect(await declined).toEqual({
    ok: false,
    error: 'the person at this machine declined to answer: not today. Do not ask them the same again.',
  });
  expect(await call('ask_user', { question: 'Is anybody there?' })).toEqual({
    ok: false,
    error: expect.stringContaining('no answer in time'),
  });
});

it('is refused by a rule of the person', async () => {
  const { call } = await start('permissions:\n  ask_user: { allowed: false, refused: true, reason: no }\n');
  const refused = await call('ask_user', { question: 'May I?' });
  expect(refused).toEqual({ ok: false, error: expect.stringContaining('refused by a rule') });
});
