/** How a secret is read: whole from a pipe, one unseen line from a terminal. */
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readSecret } from '../../../../src-main/command-line/read-secret.ts';

/** Hands in `chunks` one after the other, as a terminal does key by key. */
async function read(chunks: readonly string[], terminal: boolean) {
  const input = new PassThrough();
  const modes: boolean[] = [];
  const shown: string[] = [];
  const tty = { isTTY: true, setRawMode: (mode: boolean) => modes.push(mode) };
  const reading = readSecret(
    { input: Object.assign(input, terminal ? tty : {}) as never, write: (text) => shown.push(text) },
    'Token: ',
  );
  for (const chunk of chunks) input.write(chunk);
  if (!terminal) input.end();
  return { text: await reading, modes, shown: shown.join('') };
}

test('reads a pipe to its end, and writes nothing', async () => {
  expect(await read(['one', '\ntwo\n'], false)).toEqual({ text: 'one\ntwo\n', modes: [], shown: '' });
});

test.each([
  ['up to Enter', ['s', 'e', 'c', '\r', 'x'], 'sec'],
  ['all at once, as it is pasted', ['secret\n'], 'secret'],
  ['without what was taken back', ['se', '\u007f', 'x\b', 'ecret\r'], 'secret'],
  ['nothing after Ctrl+C', ['secret', '\u0003'], ''],
  ['up to Ctrl+D', ['secret', '\u0004'], 'secret'],
])('reads from a terminal %s, unseen', async (_name, keys, text) => {
  expect(await read(keys, true)).toEqual({ text, modes: [true, false], shown: 'Token: \n' });
});
