import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts', 'test/flow/**/*.test.ts', 'test/layout/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
