import { describe, expect, it } from 'vitest';
import { AskedCounts } from '../../../../src-main/approvals/asked-counts.ts';
import type { Origin } from '../../../../src-shared/call.ts';

const run = (runId: string, connectionId = 'c'): Origin => ({
  door: 'client-tools',
  profileId: 'work',
  profileName: 'Work',
  connectionId,
  runId,
});

describe('how often was asked', () => {
  it('counts all questions of a run, and those for the very same action', () => {
    const counts = new AskedCounts();
    expect(counts.count('a', run('1'))).toEqual({ same: 1, all: 1 });
    expect(counts.count('b', run('1'))).toEqual({ same: 1, all: 2 });
    expect(counts.count('a', run('1', 'another connection'))).toEqual({ same: 2, all: 3 });
    expect(counts.count('a', run('2'))).toEqual({ same: 1, all: 1 });
  });

  it('does not grow without end: the askers and questions that were heard last are remembered', () => {
    const counts = new AskedCounts();
    counts.count('a', run('old'));
    for (let index = 0; index < 300; index += 1) counts.count('a', run(`run ${index}`));
    expect(counts.count('a', run('old'))).toEqual({ same: 1, all: 1 });
    expect(counts.count('a', run('run 299'))).toEqual({ same: 2, all: 2 });
    for (let index = 0; index < 600; index += 1) counts.count(`action ${index}`, run('busy'));
    expect(counts.count('action 0', run('busy'))).toEqual({ same: 1, all: 601 });
    expect(counts.count('action 599', run('busy'))).toEqual({ same: 2, all: 602 });
  });
});
