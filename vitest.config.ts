import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts', 'test/flow/**/*.test.ts', 'test/layout/**/*.test.ts'],
    // Left to itself it takes one less than there are cores, and these tests mostly wait.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
