import { expect, it, vi } from 'vitest';
import { inTurn, systemLookUp } from '../../../../src-main/network/look-up.ts';

it('looks up one name at a time, and the same name once for all who wait', async () => {
  const asked: string[] = [];
  const answer = new Map<string, (addresses: readonly string[]) => void>();
  const lookUp = inTurn(async (host) => {
    asked.push(host);
    return await new Promise<readonly string[]>((resolve) => answer.set(host, resolve));
  });
  const [one, same, two] = [lookUp('one'), lookUp('one'), lookUp('two')];
  await Promise.resolve();
  expect(asked).toEqual(['one']);
  answer.get('one')?.(['192.0.2.1']);
  expect(await Promise.all([one, same])).toEqual([['192.0.2.1'], ['192.0.2.1']]);
  await vi.waitFor(() => expect(asked).toEqual(['one', 'two']));
  answer.get('two')?.([]);
  expect(await two).toEqual([]);
});

it('goes on after a name that is not found, and forgets the answer', async () => {
  let calls = 0;
  const lookUp = inTurn(async () => {
    calls += 1;
    throw new Error('not found');
  });
  await expect(lookUp('one')).rejects.toThrow('not found');
  await expect(lookUp('one')).rejects.toThrow('not found');
  expect(calls).toBe(2);
});

it('asks the system', async () => {
  expect(await systemLookUp('localhost')).toEqual(
    expect.arrayContaining([expect.stringMatching(/^(127\.0\.0\.1|::1)$/)]),
  );
});
