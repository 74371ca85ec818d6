import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { readStream } from '../../../../src-main/tools/read-stream.ts';

it('reads no more than its share at once, and nothing is lost', async () => {
  const stream = new PassThrough({ highWaterMark: 1 });
  const sizes: number[] = [];
  const began = performance.now();
  readStream(stream, (chunk) => sizes.push(chunk.length), 20_000);
  const ended = new Promise((resolve) => stream.once('end', resolve));
  for (let written = 0; written < 10; written += 1) stream.write(Buffer.alloc(1_000));
  stream.end();
  await ended;
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(10_000);
  // Ten shares of a twentieth of a second each; the last rest is not waited for.
  expect(performance.now() - began).toBeGreaterThan(400);
});

it('reads a stream that nobody looks at to its end', async () => {
  const stream = new PassThrough();
  readStream(stream);
  stream.end(Buffer.alloc(1_000_000));
  await new Promise((resolve) => stream.once('end', resolve));
  expect(stream.readableLength).toBe(0);
});
