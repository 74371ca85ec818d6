import { defineConfig } from 'vitest/config';

/** What takes the whole machine, or says how long something takes: nothing runs beside it. */
const alone = [
  'test/flow/kills.test.ts',
  'test/flow/job-runs.test.ts',
  'test/unit/src-main/journal/history.test.ts',
  'test/unit/src-main/policy/host-hold.test.ts',
  'test/unit/src-main/policy/permission-speed.test.ts',
  'test/unit/src-main/tools/process-budget.test.ts',
  'test/unit/src-main/tools/swapped-links.test.ts',
];
const common = { testTimeout: 20_000, hookTimeout: 30_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'together',
          include: ['test/unit/**/*.test.ts', 'test/flow/**/*.test.ts', 'test/layout/**/*.test.ts'],
          exclude: alone,
          // Left to itself it takes one less than there are cores, and these mostly wait.
          maxWorkers: 2,
        },
      },
      { test: { ...common, name: 'alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
