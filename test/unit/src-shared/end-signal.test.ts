import { expect, test } from 'vitest';
import { EndSwitch, endOfEither } from '../../../src-shared/end-signal.ts';

test('a signal ends once, with the first reason, and tells those who listen then', () => {
  const end = new EndSwitch();
  const { signal } = end;
  const told: unknown[] = [];
  const left = () => told.push('left');
  signal.addEventListener('abort', () => told.push(signal.reason));
  signal.addEventListener('abort', left);
  signal.removeEventListener('abort', left);
  expect([signal.aborted, signal.reason]).toEqual([false, undefined]);
  end.abort('first');
  end.abort('second');
  signal.addEventListener('abort', () => told.push('late'));
  expect([signal.aborted, signal.reason]).toEqual([true, 'first']);
  expect(told).toEqual(['first']);
});

test('a listener that leaves while the others are told costs none of them its turn', () => {
  const end = new EndSwitch();
  const told: string[] = [];
  const first = () => {
    told.push('first');
    end.signal.removeEventListener('abort', first);
  };
  end.signal.addEventListener('abort', first);
  end.signal.addEventListener('abort', () => told.push('second'));
  end.abort('why');
  expect(told).toEqual(['first', 'second']);
});

test('of several signals the first end counts, also one that was before', () => {
  const [one, other] = [new EndSwitch(), new EndSwitch()];
  const either = endOfEither(one.signal, other.signal);
  expect(either.aborted).toBe(false);
  other.abort('other');
  one.abort('one');
  expect([either.aborted, either.reason]).toEqual([true, 'other']);
  expect(endOfEither(new EndSwitch().signal, one.signal).reason).toBe('one');
  expect(endOfEither(AbortSignal.abort('by hand'), one.signal).reason).toBe('by hand');
});
