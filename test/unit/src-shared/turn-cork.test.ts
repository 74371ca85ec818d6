import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { TurnCork } from '../../../src-shared/turn-cork.ts';

/** Says which chunks went to the system together. */
function stream() {
  const calls: string[] = [];
  const sink = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      calls.push(String(chunk));
      done();
    },
    writev: (chunks, done) => {
      calls.push(chunks.map(({ chunk }) => String(chunk)).join('+'));
      done();
    },
  });
  const cork = new TurnCork(process.nextTick);
  const write = (text: string, length = text.length) => {
    cork.writing(sink, length);
    sink.write(text);
  };
  return { calls, cork, write };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('small writes of one turn, also those of promises, leave together; those of the next turn by themselves', async () => {
  const { calls, write } = stream();
  write('a');
  void Promise.resolve().then(() => {
    write('b');
    return Promise.resolve().then(() => write('c'));
  });
  await nextTurn();
  write('d');
  await nextTurn();
  expect(calls).toEqual(['a+b+c', 'd']);
});

test('a large write takes what is held with it at once, and so does a release', async () => {
  const { calls, cork, write } = stream();
  write('a');
  write('large', 1024 * 1024);
  expect(calls).toEqual(['a', 'large']);
  write('b');
  write('c');
  cork.release();
  expect(calls).toEqual(['a', 'large', 'b+c']);
  await nextTurn();
  expect(calls).toHaveLength(3);
});
