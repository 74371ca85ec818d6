import { expect, it } from 'vitest';
import { BUDGET_MS, PromptBudgets } from '../../../../src-main/approvals/prompt-budgets.ts';
import { LIMITS } from '../../../../src-main/limits.ts';
import type { Origin } from '../../../../src-shared/call.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const { runQuestions: RUN_QUESTIONS, runtimeQuestions: RUNTIME_QUESTIONS } = LIMITS;

const from = (profileId: string, runId?: string): Origin => ({
  door: 'client-tools',
  profileId,
  profileName: 'Work',
  connectionId: 'one',
  ...(runId ? { runId } : {}),
});

it('gives a run thirty questions in ten minutes, and says how long until the next', () => {
  const clock = new ManualClock();
  const budgets = new PromptBudgets(clock, LIMITS);
  for (let asked = 0; asked < RUN_QUESTIONS; asked += 1) {
    expect(budgets.take(from('p', 'r'))).toBeUndefined();
    clock.advance(1_000);
  }
  const waitMs = BUDGET_MS - RUN_QUESTIONS * 1_000;
  expect(budgets.take(from('p', 'r'))).toEqual({ scope: 'run', limit: RUN_QUESTIONS, waitMs });
  expect(budgets.take(from('p', 'other'))).toBeUndefined();
  clock.advance(waitMs);
  expect(budgets.take(from('p', 'r'))).toBeUndefined();
  expect(budgets.take(from('p', 'r'))).toMatchObject({ scope: 'run' });
});

it('gives a runtime sixty, however many run ids it makes up', () => {
  const budgets = new PromptBudgets(new ManualClock(), LIMITS);
  for (let asked = 0; asked < RUNTIME_QUESTIONS; asked += 1)
    expect(budgets.take(from('p', `r${asked}`))).toBeUndefined();
  expect(budgets.take(from('p', 'new'))).toMatchObject({ scope: 'runtime', limit: RUNTIME_QUESTIONS });
  expect(budgets.take(from('p'))).toMatchObject({ scope: 'runtime' });
  expect(budgets.take(from('q', 'new'))).toBeUndefined();
});
