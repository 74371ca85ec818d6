import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { untilTold } from '../../../../src-main/command-line/until-told.ts';

it('is told by the first signal, and ends at once on the second', async () => {
  const process = new EventEmitter();
  const ended: string[] = [];
  const told = untilTold(process, (signal) => void ended.push(`${signal} ${process.listenerCount(signal)}`));
  process.emit('SIGTERM', 'SIGTERM');
  await told;
  expect(ended).toEqual([]);
  process.emit('SIGINT', 'SIGINT');
  expect(ended).toEqual(['SIGINT 0']);
});

it('still listens when others hear the signal, since who finds itself alone may end the process', async () => {
  const process = new EventEmitter();
  const told = untilTold(process, () => {});
  const others = new Promise<number>((resolve) => {
    process.on('SIGTERM', () => resolve(process.listenerCount('SIGTERM')));
  });
  process.emit('SIGTERM', 'SIGTERM');
  await told;
  expect(await others).toBe(2);
});
